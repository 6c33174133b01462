//! `mail receive`: accepts an email from a mail server on standard input.

use crate::cli::{Done, Settings};
use crate::telemetry;
use ravenpost_mail::incoming::misconfigurations::{Mistake, Mistakes};
use ravenpost_mail::incoming::spool::{Envelope, Spool, SpoolError};

/// Receive an email from standard input and store it for the server
///
/// Intended for a mail server's pipe. The server need not be running. Exit codes: 0 when the email
/// has been written to disk; 75 for a temporary failure, after which the mail server retries; 67
/// for an unknown recipient; 65 for a permanent failure, after which the mail server notifies the
/// sender.
///
/// In Postfix's master.cf:
///   ravenpost unix - n n - 4 pipe flags=R user=ravenpost null_sender=
///     argv=/usr/bin/ravenpost mail receive --to ${recipient} --from ${sender}
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Receive {
    /// Envelope recipient
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// Envelope sender
    #[arg(long, value_name = "ADDRESS")]
    from: Option<String>,
}

impl Receive {
    pub fn run(&self, settings: &Settings) -> anyhow::Result<Done> {
        // Unreadable settings are a temporary failure: the mail server retries once they are fixed.
        let config = match settings.load(Vec::new()) {
            Ok(config) => config,
            Err(why) => {
                telemetry::say(&why.to_string());
                return Ok(Done::Later);
            }
        };
        let spool = Spool::at(config.incoming());
        let mistakes = Mistakes::of_spool(&spool);
        if let Some(to) = self.to.as_deref().filter(|to| !config.mail.is_ours(to)) {
            mistakes.note(Mistake::Foreign, to.rsplit('@').next().unwrap_or_default());
            let domain = &config.mail.reply_domain;
            telemetry::say(&format!("{to}: unknown recipient; replies are read at {domain}"));
            return Ok(Done::Nobody);
        }
        if self.from.as_deref().is_some_and(|from| from.eq_ignore_ascii_case("MAILER-DAEMON")) {
            mistakes.note(Mistake::NullSender, "MAILER-DAEMON");
        }
        let envelope = Envelope { sender: self.from.clone(), recipient: self.to.clone() };
        match spool.put(&envelope, std::io::stdin().lock()) {
            Ok(_) => Ok(Done::Well),
            Err(why @ SpoolError::Disk(_)) => {
                telemetry::say(&why.to_string());
                Ok(Done::Later)
            }
            Err(why) => {
                telemetry::say(&why.to_string());
                Ok(Done::Never)
            }
        }
    }
}
