//! `admin`: lists, adds and removes the admins of the server.

use crate::cli::game::{looking, writing};
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on, look};
use ravenpost_config::Config;

/// List, add or remove the admins of the server
///
/// Admins see the admin pages, and may do at any table what its organiser may. `admin add` needs
/// the address of an existing account. Stop the server before you add or remove an admin.
///
/// If there is no admin, the next start of the server prints a sign-in link for the address in
/// `mail.admin`.
///
/// Examples:
///   ravenpost admin list
///   ravenpost admin add ann@example.org
///   ravenpost admin remove ann@example.org
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Admin {
    #[command(subcommand)]
    what: AdminCommand,
}

#[derive(clap::Subcommand)]
enum AdminCommand {
    /// List the admins
    List,
    /// Make a player an admin
    Add {
        /// Email address of the player's account
        address: String,
    },
    /// Take the role away from a player, who keeps their account
    Remove {
        /// Email address of the player's account
        address: String,
    },
}

impl Admin {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        match &self.what {
            AdminCommand::List => {
                let admins =
                    block_on(async { Ok(looking(&config).await?.accounts().admins().await?) })?;
                for admin in admins {
                    out.line(format!("{} ({})", admin.address, admin.name))?;
                }
            }
            AdminCommand::Add { address } => {
                let said = match change(&config, address, true)? {
                    true => "is now an admin",
                    false => "was already an admin",
                };
                out.line(format!("{address} {said}"))?;
            }
            AdminCommand::Remove { address } => {
                let said = match change(&config, address, false)? {
                    true => "is no longer an admin",
                    false => "was not an admin",
                };
                out.line(format!("{address} {said}"))?;
            }
        }
        Ok(Done::Well)
    }
}

/// Gives the role to a player or takes it away. Returns whether that changed anything.
fn change(config: &Config, address: &str, gives: bool) -> anyhow::Result<bool> {
    block_on(async {
        // A mistyped folder must not create a new database.
        look(config).await?.close().await;
        let service = writing(config).await?;
        let changed = match gives {
            true => service.accounts().add_admin(address).await,
            false => service.accounts().remove_admin(address).await,
        };
        service.store().close().await;
        Ok(changed?)
    })
}
