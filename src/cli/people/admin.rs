//! `admin`: lists, adds and removes the admins of the server.

use chrono::Utc;

use super::accounts::{Concerned, writing_to};
use crate::cli::game::looking;
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on};
use ravenpost_config::Config;
use ravenpost_service::admin::people::Doing;

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
///   ravenpost admin add ann@example.org --reason "helps with the server"
///   ravenpost admin remove ann@example.org --reason "has moved away"
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
    Add(Concerned),
    /// Take the role away from a player, who keeps their account
    Remove(Concerned),
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
            AdminCommand::Add(who) => {
                let said = match change(&config, who, true)? {
                    true => "is now an admin",
                    false => "was already an admin",
                };
                out.line(format!("{} {said}", who.address))?;
            }
            AdminCommand::Remove(who) => {
                let said = match change(&config, who, false)? {
                    true => "is no longer an admin",
                    false => "was not an admin",
                };
                out.line(format!("{} {said}", who.address))?;
            }
        }
        Ok(Done::Well)
    }
}

/// Gives the role to a player or takes it away. Returns whether that changed anything.
fn change(config: &Config, who: &Concerned, gives: bool) -> anyhow::Result<bool> {
    writing_to(config, async |service| {
        let (now, administration) = (Utc::now(), service.administration());
        let player = administration.person_at(now, &who.address).await?.account.player.id;
        let doing = Doing { by: None, reason: &who.reason };
        match gives {
            true => administration.add_admin(now, &doing, player).await,
            false => administration.remove_admin(now, &doing, player).await,
        }
    })
}
