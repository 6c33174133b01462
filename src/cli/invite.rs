//! `invite`: invites an address to a server with sign-ups closed, and lists or revokes invitations.

use chrono::Utc;

use crate::cli::game::{looking, writing};
use crate::cli::out::Out;
use crate::cli::people::accounts::writing_to;
use crate::cli::{Done, Settings, block_on};

/// Allow an address to sign up while sign-ups are closed
///
/// The owner of this address can create an account at /sign-in within 90 days. No email is sent:
/// tell the person yourself. Works while the server runs. To revoke an invitation, stop the server
/// first, or use the admin pages.
///
/// Examples:
///   ravenpost invite ann@example.org --config /etc/ravenpost/ravenpost.toml
///   ravenpost invite --list
///   ravenpost invite ann@example.org --revoke
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Invite {
    /// Email address of the person
    #[arg(required_unless_present = "list")]
    address: Option<String>,
    /// List the open invitations instead
    #[arg(long, conflicts_with = "address")]
    list: bool,
    /// Revoke the invitation of the address
    #[arg(long, conflicts_with = "list")]
    revoke: bool,
}

impl Invite {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let Some(address) = &self.address else {
            let open = block_on(async {
                let service = looking(&config).await?;
                Ok(service.admissions().server_invitations(Utc::now()).await?)
            })?;
            for one in open {
                let until = one.expires_at.format("%Y-%m-%d");
                out.line(format!("{}, valid until {until}", one.address))?;
            }
            return Ok(Done::Well);
        };
        if self.revoke {
            writing_to(&config, async |service| {
                service.administration().revoke_invitation(Utc::now(), None, address).await
            })?;
            out.line(format!("{address} is not invited any more"))?;
            return Ok(Done::Well);
        }
        let address = block_on(async {
            let service = match config.data.database.is_empty() {
                true => looking(&config).await?,
                false => writing(&config).await?,
            };
            let admitted = service.admissions().invite_address(Utc::now(), address).await;
            service.store().close().await;
            Ok(admitted?)
        })?;
        out.line(format!("{address} can sign in at {}/sign-in", config.base_url()))?;
        Ok(Done::Well)
    }
}
