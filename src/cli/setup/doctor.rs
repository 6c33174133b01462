//! `doctor`: checks whether emails will be delivered, and suggests remedies.

use std::time::Duration;

use chrono::Utc;

use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on, look};
use ravenpost_mail::doctor::{Resolver, Visit, examine};

/// A round trip through a relay takes seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Check settings, relay and DNS, and suggest fixes
///
/// Checks whether the data folder is writable, whether the relay can be reached, encrypts and
/// accepts the login, and whether SPF, DKIM, DMARC and reverse DNS meet the requirements of large
/// mailbox providers. With --to, sends one test email. If replies by email are enabled, checks MX,
/// mailbox and mail sources, sends an email to the server itself, and waits up to a minute for it
/// to arrive. Without mail settings, prints where emails can be read.
/// Exits with 0 if nothing is broken, and with 1 otherwise.
///
/// Examples:
///   ravenpost doctor
///   ravenpost doctor --to you@example.org
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Doctor {
    /// Send a test email to this address
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
}

impl Doctor {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let report = block_on(async {
            let visit = Visit {
                config: &config,
                to: self.to.as_deref(),
                now: Utc::now(),
                store: look(&config).await.ok(),
                patience: PATIENCE,
                files: settings.files(),
            };
            let dns = Resolver::new().map_err(anyhow::Error::msg)?;
            Ok(examine(&visit, &dns).await)
        })?;
        out.line(&report)?;
        Ok(Done::when(report.is_well()))
    }
}
