//! `people`: lists accounts, blocks, signs out and renames players, and prints the reports and the
//! admin log.

use chrono::{DateTime, Utc};

use crate::cli::game::{looking, writing};
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on, look};
use ravenpost_config::Config;
use ravenpost_service::admin::people::{Doing, Person};
use ravenpost_service::{Service, ServiceError};
use ravenpost_store::people::accounts::Account;
use ravenpost_store::people::admin_log::Entry;

/// List players, and block, unblock, sign out or rename them
///
/// A blocked player is signed out everywhere, leaves all games, gets no emails, and cannot sign in.
/// Each change needs a reason, which `people log` and the admin pages show. To delete an account,
/// see `ravenpost erase`.
///
/// Stop the server before you change an account, or use the admin pages while it runs.
///
/// Examples:
///   ravenpost people list ann
///   ravenpost people show ann@example.org
///   ravenpost people block ann@example.org --reason "insults in chat"
///   ravenpost people rename ann@example.org "Ann" --reason "offensive name"
///   ravenpost people log
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct People {
    #[command(subcommand)]
    what: PeopleCommand,
}

#[derive(clap::Subcommand)]
enum PeopleCommand {
    /// List accounts, newest first
    List {
        /// Part of a name or address
        search: Option<String>,
        /// List blocked accounts only
        #[arg(long)]
        blocked: bool,
    },
    /// Show an account, its games, and what admins did to it
    Show {
        /// Email address of the player's account
        address: String,
    },
    /// Block a player, who is signed out everywhere and leaves all games
    Block(Concerned),
    /// Unblock a player, who can then sign in
    Unblock(Concerned),
    /// End all sessions of a player and revoke the access tokens
    SignOut(Concerned),
    /// Give a player another name
    Rename {
        #[command(flatten)]
        who: Concerned,
        /// New name
        name: String,
    },
    /// Print the chat messages that players reported, open reports first
    Reports,
    /// Print what admins did to accounts, newest first
    Log,
}

// The account that a command changes, and why. A doc comment would replace the help of commands.
#[derive(clap::Args)]
pub(super) struct Concerned {
    /// Email address of the player's account
    pub address: String,
    /// Reason, for the admin log
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
}

/// A change to an account.
enum Change<'a> {
    Block,
    Unblock,
    SignOut,
    Rename(&'a str),
}

impl People {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let (who, change, said) = match &self.what {
            PeopleCommand::List { search, blocked } => {
                return list(&config, search.as_deref().unwrap_or_default(), *blocked, out);
            }
            PeopleCommand::Show { address } => return show(&config, address, out),
            PeopleCommand::Reports => return reports(&config, out),
            PeopleCommand::Log => return log(&config, out),
            PeopleCommand::Block(who) => (who, Change::Block, "is blocked"),
            PeopleCommand::Unblock(who) => (who, Change::Unblock, "is not blocked"),
            PeopleCommand::SignOut(who) => (who, Change::SignOut, "is signed out everywhere"),
            PeopleCommand::Rename { who, name } => (who, Change::Rename(name), "has a new name"),
        };
        writing_to(&config, async |service| {
            let (now, administration) = (Utc::now(), service.administration());
            let player = administration.person_at(now, &who.address).await?.account.player.id;
            let doing = Doing { by: None, reason: &who.reason };
            match change {
                Change::Block => administration.block(now, &doing, player).await,
                Change::Unblock => administration.unblock(now, &doing, player).await,
                Change::SignOut => administration.sign_out(now, &doing, player).await,
                Change::Rename(name) => administration.rename(now, &doing, player, name).await,
            }
        })?;
        out.line(format!("{} {said}", who.address))?;
        Ok(Done::Well)
    }
}

/// Opens the database for writing, does the work and closes it.
pub(in crate::cli) fn writing_to<T>(
    config: &Config,
    work: impl AsyncFnOnce(&Service) -> Result<T, ServiceError>,
) -> anyhow::Result<T> {
    block_on(async {
        // A mistyped folder must not create a new database.
        look(config).await?.close().await;
        let service = writing(config).await?;
        let done = work(&service).await;
        service.store().close().await;
        Ok(done?)
    })
}

fn list(config: &Config, search: &str, blocked: bool, out: &mut Out) -> anyhow::Result<Done> {
    let accounts = block_on(async {
        let service = looking(config).await?;
        let mut accounts = Vec::new();
        for page in 1.. {
            let listed = service.administration().people(search, blocked, page).await?;
            accounts.extend(listed.items);
            if !listed.more {
                break;
            }
        }
        Ok(accounts)
    })?;
    for account in accounts {
        out.line(line(&account))?;
    }
    Ok(Done::Well)
}

fn show(config: &Config, address: &str, out: &mut Out) -> anyhow::Result<Done> {
    let person = block_on(async {
        let service = looking(config).await?;
        Ok(service.administration().person_at(Utc::now(), address).await?)
    })?;
    let Person { account, admin, sessions, games, entries } = person;
    out.line(line(&account))?;
    out.line(format!("registered {}, {sessions} sessions", moment(account.player.created_at)))?;
    if admin {
        out.line("is an admin")?;
    }
    for game in games {
        out.line(format!("plays in game {}: {}", game.id, game.name))?;
    }
    for entry in entries {
        out.line(entry_line(&entry))?;
    }
    Ok(Done::Well)
}

fn reports(config: &Config, out: &mut Out) -> anyhow::Result<Done> {
    let reports = block_on(async {
        let service = looking(config).await?;
        let mut reports = Vec::new();
        for page in 1.. {
            let listed = service.administration().reports(None, page).await?;
            reports.extend(listed.items);
            if !listed.more {
                break;
            }
        }
        Ok(reports)
    })?;
    for report in reports {
        let state = if report.closed_at.is_some() { "closed" } else { "open" };
        let (at, by, author) = (moment(report.at), report.by_name, report.author_name);
        let message = report.message.unwrap_or_default();
        out.line(format!("{at}  {state}  {author} in game {}: {message}", report.game))?;
        out.line(format!("  reported by {by}: {}", report.comment))?;
    }
    Ok(Done::Well)
}

fn log(config: &Config, out: &mut Out) -> anyhow::Result<Done> {
    let entries = block_on(async {
        let service = looking(config).await?;
        let mut entries = Vec::new();
        for page in 1.. {
            let listed = service.administration().log(page).await?;
            entries.extend(listed.items);
            if !listed.more {
                break;
            }
        }
        Ok(entries)
    })?;
    for entry in entries {
        out.line(entry_line(&entry))?;
    }
    Ok(Done::Well)
}

fn line(account: &Account) -> String {
    let player = &account.player;
    let seen = account.seen_at.map_or("never".to_owned(), moment);
    let blocked = if player.blocked_at.is_some() { ", blocked" } else { "" };
    let games = account.games;
    format!("{} ({}): last seen {seen}, {games} games{blocked}", player.address, player.name)
}

fn entry_line(entry: &Entry) -> String {
    let admin = entry.admin.as_deref().unwrap_or("a command or a former admin");
    let other = if entry.action.is_about_server() { "the server" } else { "an account" };
    let name = entry.name.as_deref().unwrap_or(other);
    let (at, action) = (moment(entry.at), entry.action.word());
    format!("{at}  {action} {name} by {admin}: {}", entry.reason)
}

fn moment(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M").to_string()
}
