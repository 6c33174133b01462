//! `admin`: the admins of the server, and what they decide about it.

use chrono::Utc;

use super::accounts::{Concerned, writing_to};
use super::server::{self, BackupList, SignUpChoice, SiteText, TableList};
use crate::cli::game::looking;
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on};
use ravenpost_config::Config;
use ravenpost_service::admin::people::Doing;

/// Manage the admins of the server, and perform the tasks of the admin pages
///
/// Admins can use the admin pages, and can do at any table what its organiser can. `admin add`
/// needs the address of an existing account. Stop the server before you change anything, or use the
/// admin pages while it runs.
///
/// If there is no admin, the next start of the server prints a sign-in link for the address in
/// `mail.admin`.
///
/// Examples:
///   ravenpost admin list
///   ravenpost admin add ann@example.org --reason "helps with the server"
///   ravenpost admin remove ann@example.org --reason "has moved away"
///   ravenpost admin tables --stuck
///   ravenpost admin site banner "Maintenance on Sunday at 18:00 UTC"
///   ravenpost admin sign-up domains example.org
///   ravenpost admin backups
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
    /// Remove the admin role from a player, who keeps their account
    Remove(Concerned),
    /// List games, or only those that do not progress
    Tables(TableList),
    /// Print the texts about the server, or change one
    Site(SiteText),
    /// Print or change who may sign up without an invitation
    SignUp(SignUpChoice),
    /// List the scheduled backups, or verify one
    Backups(BackupList),
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
            AdminCommand::Tables(wanted) => return server::tables(&config, wanted, out),
            AdminCommand::Site(given) => return server::site(&config, given, out),
            AdminCommand::SignUp(given) => return server::sign_up(&config, given, out),
            AdminCommand::Backups(wanted) => return server::backups(&config, wanted, out),
        }
        Ok(Done::Well)
    }
}

/// Makes a player an admin, or removes the role. Returns whether that changed anything.
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
