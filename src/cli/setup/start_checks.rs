//! Checks whether a server can start with the settings. Used by `serve` before it starts, and by
//! `config check`.

use crate::cli::Misuse;
use crate::telemetry;
use ravenpost_config::Config;
use ravenpost_mail::incoming::imap::Mailbox;
use ravenpost_mail::outgoing::setup;
use ravenpost_service::people::address::Address;
use ravenpost_service::proof::witnesses::odd_witness;

/// Fails with all reasons why `serve` refuses these settings.
pub fn to_serve(config: &Config) -> Result<(), Misuse> {
    let mut wrong: Vec<String> = Vec::new();
    wrong.extend(config.exposed().map(|why| format!("anyone could sign in as any player.\n{why}")));
    wrong.extend([config.overheard(), config.unreachable()].into_iter().flatten());
    wrong.extend(setup::writer(config).err().map(|why| why.to_string()));
    wrong.extend(setup::transport(config).err().map(|why| why.to_string()));
    wrong.extend(Mailbox::of(config).err().map(|why| why.to_string()));
    wrong.extend(telemetry::check(&config.log).err().map(|why| why.to_string()));
    if Address::clean(&config.mail.admin).is_err() {
        wrong.push(format!("mail.admin: \"{}\" is not an email address", config.mail.admin));
    }
    if let Some(odd) = odd_witness(&config.seals.witnesses) {
        wrong.push(format!("seals.witnesses: \"{odd}\" is not the key of a witness"));
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Misuse(wrong.join("\n"))),
    }
}
