//! `export`: writes a game to a file, or all games of the server to a folder.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono::Utc;

use crate::cli::game::{game_id, load_game, looking, viewer};
use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on};
use ravenpost_config::Config;
use ravenpost_log::GameId;
use ravenpost_service::archive::moving::pack::Packed;

/// Export a game as a single verifiable file
///
/// For a finished game, exports everything: every event, the secret and every draw. For a running
/// game, exports what spectators can see, or with --seat what that seat can see, with hashes in
/// place of hidden information. The file contains no addresses or names of people. See
/// docs/verify/exports.md for the format.
///
/// With --all, exports every game of the server completely, for moving it to another machine. Files
/// of running games contain all hands and future dice: protect the folder like the database. With
/// --people, also exports the names and addresses of players. Works while the server runs, but
/// excludes later moves: stop the server first if you want to move it.
///
/// Examples:
///   ravenpost export k3v9w2mq7xhd > game.jsonl
///   ravenpost export k3v9w2mq7xhd --seat red --to red.jsonl
///   ravenpost export --all moving --people
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Export {
    /// Game id or page URL
    #[arg(value_parser = game_id, required_unless_present = "all")]
    game: Option<GameId>,
    /// Export what this seat can see in a running game: its number or name
    #[arg(long)]
    seat: Option<String>,
    /// File to create, instead of printing to standard output
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Export all games into this folder, which must be empty or new
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "seat", "to"])]
    all: Option<PathBuf>,
    /// Also export the players: names, addresses, email preferences and seats
    #[arg(long, requires = "all", conflicts_with_all = ["game", "seat", "to"])]
    people: bool,
}

impl Export {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let game = match (&self.all, &self.game) {
            (Some(dir), _) => return self.whole_server(&config, dir, out),
            (None, Some(game)) => game,
            (None, None) => return Err(Misuse("no game given".to_owned()).into()),
        };
        let text = block_on(async {
            let service = looking(&config).await?;
            let viewer = viewer(&*load_game(&service, game).await?, self.seat.as_deref())?;
            Ok(service.archive().export(game, viewer).await?)
        })?;
        match &self.to {
            None => out.line(text)?,
            Some(path) => written(path, &text)?,
        }
        Ok(Done::Well)
    }

    fn whole_server(&self, config: &Config, dir: &Path, out: &mut Out) -> anyhow::Result<Done> {
        if dir.exists() && !dir.is_dir() {
            let why = format!("{}: is a file; specify an empty or new folder", dir.display());
            return Err(Misuse(why).into());
        }
        let packed = block_on(async {
            let service = looking(config).await?;
            Ok(service.archive().export_all(Utc::now(), dir, self.people).await?)
        })?;
        let Packed { games, running, events, people, seals, damaged, newer } = packed;
        let suffix = if self.people { format!(", {people} people") } else { String::new() };
        let dir = dir.display();
        out.line(format!("{dir}: {games} games, {events} events, {seals} daily seals{suffix}"))?;
        if running > 0 {
            out.line(format!(
                "{running} games are still running, and their files contain all hidden \
                 information: protect this folder like the database, and delete it after use",
            ))?;
        }
        if self.people {
            out.line("The folder contains names and addresses of people: protect it accordingly.")?;
        }
        for (game, why) in &damaged {
            out.line(format!("BROKEN  game {game} cannot be read and was not exported: {why}"))?;
        }
        for (game, why) in &newer {
            out.line(format!(
                "NEWER   game {game} was not exported: {why}; export it with that version"
            ))?;
        }
        Ok(Done::when(damaged.is_empty() && newer.is_empty()))
    }
}

/// Writes a new file, and never overwrites an existing one.
fn written(path: &Path, text: &str) -> anyhow::Result<()> {
    let name = path.display();
    let mut file = match File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Misuse(format!("{name} already exists; choose a new name")).into());
        }
        file => file.with_context(|| format!("cannot write {name}"))?,
    };
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write {name}"))
}
