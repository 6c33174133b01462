//! `doctor`: checks whether emails will be delivered, and suggests remedies.

use std::time::Duration;

use chrono::Utc;

use super::out::Out;
use super::{Done, Settings, block_on, look};
use crate::mail::doctor::{Resolver, Visit, examine};

/// A round trip through a relay takes seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Check settings, relay and DNS, and say what to do
///
/// Looks whether the data folder can be written to, the relay can be reached, protected and
/// signed in to, and whether SPF, DKIM, DMARC and reverse names are as large mailboxes want them.
/// With --to it sends one trial letter. Where answers to letters are read it looks at MX, mailbox
/// and doors, sends a letter to the server itself, and waits up to a minute for it to come in.
/// Without mail set up it says where letters are kept.
/// Ends with 0 when nothing is broken, and with 1 otherwise.
///
/// Examples:
///   ravenpost doctor
///   ravenpost doctor --to you@example.org
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Doctor {
    /// Send a trial letter to this address
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
