//! Checks whether a server can start with the settings. Used by `serve` before it starts, and by
//! `config check`.

use std::path::Path;

use crate::cli::Misuse;
use crate::telemetry;
use ravenpost_config::Config;
use ravenpost_mail::incoming::imap::Mailbox;
use ravenpost_mail::outgoing::setup;
use ravenpost_service::people::address::Address;
use ravenpost_service::proof::witnesses::odd_witness;

/// Fails with all reasons why `serve` refuses these settings.
pub fn to_serve(config: &Config) -> Result<(), Misuse> {
    match reasons(config) {
        wrong if wrong.is_empty() => Ok(()),
        wrong => Err(Misuse(wrong.join("\n"))),
    }
}

/// Returns all reasons why `serve` refuses these settings.
pub fn reasons(config: &Config) -> Vec<String> {
    let mut wrong: Vec<String> = Vec::new();
    wrong.extend(config.exposed().map(|why| format!("anyone could sign in as any player.\n{why}")));
    wrong.extend([config.overheard(), config.unreachable()].into_iter().flatten());
    wrong.extend(setup::writer(config).err().map(|why| why.to_string()));
    wrong.extend(setup::transport(config).err().map(|why| why.to_string()));
    wrong.extend(Mailbox::of(config).err().map(|why| why.to_string()));
    wrong.extend(telemetry::check(&config.log).err().map(|why| why.to_string()));
    if Address::clean(&config.mail.admin).is_err() {
        wrong.push(format!(
            "mail.admin: \"{}\" is not an email address such as you@example.org",
            config.mail.admin
        ));
    }
    if let Some(odd) = odd_witness(&config.seals.witnesses) {
        wrong.push(format!(
            "seals.witnesses: \"{odd}\" is not the key of a witness, which has the form \
             name+01234567+base64"
        ));
    }
    for (name, folder) in [
        ("data.dir", &config.data.dir),
        ("data.backup_dir", &config.data.backup_dir),
        ("mail.incoming_dir", &config.mail.incoming_dir),
    ] {
        let path = Path::new(folder);
        if path.exists() && !path.is_dir() {
            wrong.push(format!("{name}: {folder} is a file; specify a folder"));
        }
    }
    wrong
}
