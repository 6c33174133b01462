//! `move`: moves all data to PostgreSQL, or from there to a file.

use std::path::{Path, PathBuf};

use chrono::Utc;

use crate::cli::backup_paths::marks;
use crate::cli::game::service_settings;
use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on, database, open};
use ravenpost_config::Config;
use ravenpost_service::Service;
use ravenpost_service::game::fairness::renewal;
use ravenpost_store::lists::settings;
use ravenpost_store::moving::{MovePlan, Moved, Progress};
use ravenpost_store::sqlite::high_water_mark::Marks;
use ravenpost_store::{Store, writes};

/// The number of rows between two progress lines.
const PROGRESS_ROWS: u64 = 100_000;

/// Move all data to PostgreSQL, or from there to a file
///
/// Moves games, players, emails, sessions and keys: the whole database named in the settings. Stop
/// the server first, on all nodes. The target must be empty: a new database, or a folder without
/// ravenpost.db. Writes everything in one transaction, and verifies it before committing: every
/// row, the hash chain of every game, and every seal. Afterwards the server refuses to start with
/// the old database, and says where the data was moved. If the move is interrupted, nothing has
/// been moved: start again. Emails that were delivered but not imported yet stay in the data
/// folder.
///
/// After the move, set data.database to the new address, or remove it and set data.dir to the
/// folder.
///
/// Examples:
///   ravenpost move --to postgres://ravenpost:secret@db.example.org/ravenpost
///   ravenpost move --to-file /etc/ravenpost/database
///   ravenpost move --to /var/lib/ravenpost
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Move {
    /// Target: the address of an empty PostgreSQL database, or a folder
    #[arg(long, value_name = "TARGET", required_unless_present_any = ["to_file", "stay"])]
    to: Option<String>,
    /// Read the address from a file, to keep its password out of the process list
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    to_file: Option<PathBuf>,
    /// Move even if some games are damaged; they are copied unchanged
    #[arg(long)]
    anyway: bool,
    /// Undo a move: allow the server to start here again, without moving anything
    #[arg(long, conflicts_with_all = ["to", "to_file"])]
    stay: bool,
}

impl Move {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let lies = database(&config);
        if config.data.database.is_empty() && !lies.exists() {
            return Err(Misuse(format!("{}: database not found", lies.display())).into());
        }
        if self.stay {
            return stay(&config, out);
        }
        let to = self.target()?;
        let (mut table, mut on_progress) = (String::new(), 0);
        let moved = block_on(async {
            let service = Service::new(open(&config).await?, service_settings(&config));
            // The high-water marks that detect a restored backup are not moved, so start any
            // pending epochs now.
            let renewed = match settings::get(service.store().read(), settings::Key::Moved).await? {
                None => service.fairness().wake(Utc::now(), &marks(&config), false).await?,
                Some(_) => 0,
            };
            if renewed > 0 {
                out.line(format!(
                    "this database was restored from a backup: new epochs started in {renewed} \
                     games, so that no random draw is repeated"
                ))?;
            }
            let mut tell = |Progress { reads_back, table: name, rows }: Progress<'_>| {
                let way = if reads_back { "verified" } else { "written" };
                let line = format!("{name}, {way}");
                if rows > 0 && (line != table || rows >= on_progress + PROGRESS_ROWS) {
                    // Ignore a closed output.
                    let _ = out.line(format!("{line}: {rows} rows")).and_then(|()| out.flush());
                    (table, on_progress) = (line, rows);
                }
            };
            let mut plan = MovePlan {
                setting: renewal::elsewhere,
                on_progress: &mut tell,
                anyway: self.anyway,
                day: Utc::now().format("%-d %B %Y").to_string(),
            };
            let moved = carry(service.store(), &to, &mut plan).await;
            service.store().close().await;
            moved
        })?;
        let Moved { tables, rows, log, seals } = moved;
        let (games, events) = (log.heads.len(), log.events);
        out.line(format!(
            "moved and verified: {tables} tables, {rows} rows, {games} games, {events} events, \
             {seals} seals"
        ))?;
        if let Some(root) = log.root() {
            out.line(format!("root {} after {events} events", root.hex()))?;
        }
        for (game, newer) in &log.newer {
            out.line(format!("NEWER   game {game}, {newer}; moved unchanged"))?;
        }
        out.line(match is_address(&to) {
            true => "Set data.database to the new address and start the server.".to_owned(),
            false => format!("Remove data.database, set data.dir to {to}, and start the server."),
        })?;
        Ok(Done::Well)
    }

    fn target(&self) -> anyhow::Result<String> {
        let to = match (&self.to, &self.to_file) {
            (Some(to), _) => to.clone(),
            (None, Some(file)) => {
                let read = std::fs::read_to_string(file);
                read.map_err(|why| Misuse(format!("{}: {why}", file.display())))?
            }
            (None, None) => {
                return Err(Misuse("no target given; use --to or --to-file".to_owned()).into());
            }
        };
        let to = to.trim();
        if to.contains("://") && !is_address(to) {
            let why = format!("{to}: the target is neither a postgres:// address nor a folder");
            return Err(Misuse(why).into());
        }
        Ok(to.to_owned())
    }
}

fn is_address(to: &str) -> bool {
    to.starts_with("postgres://") || to.starts_with("postgresql://")
}

async fn carry(store: &Store, to: &str, plan: &mut MovePlan<'_>) -> anyhow::Result<Moved> {
    if is_address(to) {
        return Ok(store.move_to_server(to, plan).await?);
    }
    let to = Path::new(to).join("ravenpost.db");
    let moved = store.move_to_file(&to, plan).await?;
    // Existing marks in that folder belong to another file.
    let there = Store::open_read_only(&to).await?;
    if let Some(mark) = there.mark().await? {
        Marks::of(&to, None).write(&mark);
    }
    there.close().await;
    Ok(moved)
}

fn stay(config: &Config, out: &mut Out) -> anyhow::Result<Done> {
    let gone = block_on(async {
        let store = open(config).await?;
        let job = store.write(writes!(|tx| settings::unset(tx, settings::Key::Moved).await));
        let gone = job.await?;
        store.close().await;
        Ok(gone)
    })?;
    out.line(match gone {
        Some(gone) => format!(
            "This installation was moved {gone}. It can start here again. Never start it there, or \
             its games continue in two places"
        ),
        None => "This installation was not moved".to_owned(),
    })?;
    Ok(Done::Well)
}
