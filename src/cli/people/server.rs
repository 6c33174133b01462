//! The subcommands of `admin` about the server itself: tables, texts, sign-ups and backups.

use chrono::{DateTime, Utc};

use super::accounts::writing_to;
use crate::cli::game::looking;
use crate::cli::out::Out;
use crate::cli::{Done, Misuse, block_on};
use ravenpost_config::Config;
use ravenpost_service::admin::site::{Saved, SiteTexts};
use ravenpost_service::people::sign_up::SignUp;
use ravenpost_store::sqlite::copies;

// Doc comments of these types would replace the help of their commands.

// Which tables to list.
#[derive(clap::Args)]
pub(super) struct TableList {
    /// Part of a name, or the id of a game
    search: Option<String>,
    /// List only running games that do not progress
    #[arg(long)]
    stuck: bool,
}

/// Prints games, as `admin/tables` shows them.
pub(super) fn tables(config: &Config, wanted: &TableList, out: &mut Out) -> anyhow::Result<Done> {
    let search = wanted.search.as_deref().unwrap_or_default();
    let games = block_on(async {
        let service = looking(config).await?;
        let administration = service.administration();
        let mut games = Vec::new();
        for page in 1.. {
            let listed = match wanted.stuck {
                true => administration.stuck_tables(Utc::now(), search, page).await?,
                false => administration.tables(search, page).await?,
            };
            games.extend(listed.items);
            if !listed.more {
                break;
            }
        }
        Ok(games)
    })?;
    for game in games {
        let (changed, state) = (moment(game.changed_at), game.status.word());
        out.line(format!("{}  {state}  {}: {}, {changed}", game.id, game.title, game.name))?;
    }
    Ok(Done::Well)
}

// A new text about the server.
#[derive(clap::Args)]
pub(super) struct SiteText {
    /// Text to change: name, description, banner, contact, imprint or privacy
    #[arg(requires = "text")]
    field: Option<String>,
    /// New text; an empty one removes it
    text: Option<String>,
}

/// Prints the texts about the server, or replaces one.
pub(super) fn site(config: &Config, given: &SiteText, out: &mut Out) -> anyhow::Result<Done> {
    let (Some(field), Some(text)) = (&given.field, &given.text) else {
        let texts = block_on(async {
            let service = looking(config).await?;
            Ok(service.administration().site(Utc::now()).await?)
        })?;
        for field in SiteTexts::FIELDS {
            out.line(format!("{field}: {}", texts.get(field)))?;
        }
        return Ok(Done::Well);
    };
    let saved = writing_to(config, async |service| {
        let (now, administration) = (Utc::now(), service.administration());
        let mut texts = (*administration.site(now).await?).clone();
        let seen = texts.versions();
        texts.set(field, text)?;
        administration.set_site(now, None, &texts, &seen).await
    })?;
    if let Saved::Conflict(_) = saved {
        out.line(format!("{field} has just been changed by an admin; try again"))?;
        return Ok(Done::Refused);
    }
    out.line(format!("{field} is changed"))?;
    Ok(Done::Well)
}

// Who may sign up.
#[derive(clap::Args)]
pub(super) struct SignUpChoice {
    /// `open`, `invited`, or `domains` with the domains
    choice: Option<String>,
    /// Domains whose addresses may sign up
    domains: Vec<String>,
}

/// Prints or decides who may sign up without an invitation.
pub(super) fn sign_up(
    config: &Config,
    given: &SignUpChoice,
    out: &mut Out,
) -> anyhow::Result<Done> {
    let sign_up = match &given.choice {
        None => block_on(async {
            let service = looking(config).await?;
            Ok(service.admissions().sign_up().await?)
        })?,
        Some(choice) => {
            let sign_up = SignUp::of(choice, &given.domains.join(" "))?;
            writing_to(config, async |service| {
                service.administration().set_sign_up(Utc::now(), None, &sign_up).await
            })?;
            sign_up
        }
    };
    out.line(format!("{} {}", sign_up.word(), sign_up.domains()).trim_end())?;
    Ok(Done::Well)
}

// Which backup to verify.
#[derive(clap::Args)]
pub(super) struct BackupList {
    /// Name of a backup to verify now; the result is printed, not stored
    #[arg(long, value_name = "NAME")]
    verify: Option<String>,
}

/// Prints the scheduled backups, or verifies one.
pub(super) fn backups(config: &Config, wanted: &BackupList, out: &mut Out) -> anyhow::Result<Done> {
    let backups = block_on(async {
        let service = looking(config).await?;
        Ok(service.administration().backups().await?)
    })?;
    let backups =
        backups.ok_or_else(|| Misuse("this server makes no scheduled backups".to_owned()))?;
    if let Some(name) = &wanted.verify {
        if !backups.files.iter().any(|file| file.name == *name) {
            return Err(Misuse(format!("{name}: no such backup")).into());
        }
        let file = backups.folder.join(name);
        let contents = block_on(async { Ok(copies::look_over(&file).await?) })?;
        for what in &contents.broken {
            out.line(format!("BROKEN  {what}"))?;
        }
        let (games, events) = (contents.games, contents.events);
        out.line(format!("{name}: {games} intact games, {events} events, verified"))?;
        return Ok(Done::when(contents.broken.is_empty()));
    }
    for file in backups.files {
        let state = match file.check {
            None => "not known to be verified".to_owned(),
            Some(check) => match check.fault {
                None => format!("verified intact {}", moment(check.at)),
                Some(fault) => format!("damaged: {fault}"),
            },
        };
        out.line(format!("{}  {} bytes, {state}", file.name, file.size))?;
    }
    Ok(Done::Well)
}

fn moment(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M").to_string()
}
