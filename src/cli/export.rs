//! `export`: writes a game out as one file.

use std::path::PathBuf;

use anyhow::Context;

use super::game::{game_id, looking, viewer};
use super::{Done, Out, Settings, block_on};
use crate::store::GameId;

/// Write a game out as one file that proves itself
///
/// Of a game that is over, all of it: every event, the secret, every draw. While it goes on, what
/// everybody may know, or with --seat what that seat may: what is hidden stands in it as hashes
/// alone. No address and no person's name is in it. docs/export.md describes the file.
///
/// Examples:
///   ravenpost export k3v9w2mq7xhd > game.jsonl
///   ravenpost export k3v9w2mq7xhd --seat red --to red.jsonl
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Export {
    /// The game's id, or the address of its page
    #[arg(value_parser = game_id)]
    game: GameId,
    /// The seat whose sight it is, while the game goes on: its number or its name
    #[arg(long)]
    seat: Option<String>,
    /// Where to write it, instead of printing it
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

impl Export {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let text = block_on(async {
            let service = looking(&config).await?;
            let viewer = viewer(&*service.live(&self.game).await?, self.seat.as_deref())?;
            Ok(service.export(&self.game, viewer).await?)
        })?;
        match &self.to {
            None => out.line(text)?,
            Some(path) => std::fs::write(path, text)
                .with_context(|| format!("{} could not be written", path.display()))?,
        }
        Ok(Done::Well)
    }
}
