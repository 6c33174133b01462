//! `invite`: allows an address to sign in on a server with sign-ups closed.

use chrono::Utc;

use crate::cli::game::{looking, writing};
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on};

/// Allow an address to sign up while sign-ups are closed
///
/// With `games.open_sign_up` set to false, the owner of this address can create an account at
/// /sign-in within 90 days. No email is sent: tell the person yourself. Works while the server
/// runs.
///
/// Example:
///   ravenpost invite ann@example.org --config /etc/ravenpost/ravenpost.toml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Invite {
    /// Email address of the person
    address: String,
}

impl Invite {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let address = block_on(async {
            let service = match config.data.database.is_empty() {
                true => looking(&config).await?,
                false => writing(&config).await?,
            };
            let admitted = service.accounts().invite_address(Utc::now(), &self.address).await;
            service.store().close().await;
            Ok(admitted?)
        })?;
        out.line(format!("{address} can sign in at {}/sign-in", config.base_url()))?;
        Ok(Done::Well)
    }
}
