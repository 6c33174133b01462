//! `export`: writes a game to a file, or all games of the server to a folder.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono::Utc;

use super::game::{game_id, looking, viewer};
use super::out::Out;
use super::{Done, Misuse, Settings, block_on};
use crate::config::Config;
use crate::service::archive::moving::pack::Packed;
use ravenpost_log::GameId;

/// Write a game out as one file that proves itself
///
/// Of a game that is over, all of it: every event, the secret, every draw. While it goes on, what
/// everybody may know, or with --seat what that seat may: what is hidden stands in it as hashes
/// alone. No address and no person's name is in it. docs/export.md describes the file.
///
/// With --all, every game of the server whole, for the same server elsewhere: files of games that
/// go on tell every hand and all dice to come. Keep such a folder as you keep the database. With
/// --people it also has who plays, by name and address. The server may be at work meanwhile; what
/// is played after this moment is not in it, so stop it first when you move.
///
/// Examples:
///   ravenpost export k3v9w2mq7xhd > game.jsonl
///   ravenpost export k3v9w2mq7xhd --seat red --to red.jsonl
///   ravenpost export --all moving --people
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Export {
    /// The game's id, or the address of its page
    #[arg(value_parser = game_id, required_unless_present = "all")]
    game: Option<GameId>,
    /// The seat whose sight it is, while the game goes on: its number or its name
    #[arg(long)]
    seat: Option<String>,
    /// The new file to write it to, instead of printing it
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Write all games into this folder, which has to be empty or new
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "seat", "to"])]
    all: Option<PathBuf>,
    /// With them the people who play: names, addresses, choices about letters, seats
    #[arg(long, requires = "all", conflicts_with_all = ["game", "seat", "to"])]
    people: bool,
}

impl Export {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let game = match (&self.all, &self.game) {
            (Some(dir), _) => return self.whole_server(&config, dir, out),
            (None, Some(game)) => game,
            (None, None) => return Err(Misuse("which game?".to_owned()).into()),
        };
        let text = block_on(async {
            let service = looking(&config).await?;
            let viewer = viewer(&*service.live(game).await?, self.seat.as_deref())?;
            Ok(service.export(game, viewer).await?)
        })?;
        match &self.to {
            None => out.line(text)?,
            Some(path) => written(path, &text)?,
        }
        Ok(Done::Well)
    }

    fn whole_server(&self, config: &Config, dir: &Path, out: &mut Out) -> anyhow::Result<Done> {
        let packed = block_on(async {
            let service = looking(config).await?;
            Ok(service.export_all(Utc::now(), dir, self.people).await?)
        })?;
        let Packed { games, running, events, people, seals, damaged, newer } = packed;
        let told = if self.people { format!(", {people} people") } else { String::new() };
        let dir = dir.display();
        out.line(format!("{dir}: {games} games, {events} events, {seals} daily seals{told}"))?;
        if running > 0 {
            out.line(format!(
                "{running} of the games go on, and their files tell every secret in them: keep \
                 this folder as you keep the database itself, and remove it when its work is done",
            ))?;
        }
        if self.people {
            out.line("It holds names and addresses of people: keep it as you keep those.")?;
        }
        for (game, why) in &damaged {
            out.line(format!("BROKEN  game {game} cannot be read and is not in it: {why}"))?;
        }
        for (game, why) in &newer {
            out.line(format!(
                "NEWER   game {game} is not in it: {why}; write it out with that one"
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
            return Err(Misuse(format!("{name}: is there already; choose a new name")).into());
        }
        file => file.with_context(|| format!("{name} could not be written"))?,
    };
    file.write_all(text.as_bytes()).with_context(|| format!("{name} could not be written"))
}
