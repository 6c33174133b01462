//! `import`: takes in a game that another server has written out.

use std::path::PathBuf;

use chrono::Utc;

use super::game::{file, writing};
use super::{Done, Out, Settings, block_on, look};

/// Take in a game that another server has written out
///
/// Stop the server first: the folder of a running one is refused. The file is checked as `verify`
/// does, and nothing is changed unless all of it holds. The game is marked for ever as come from
/// there; nobody sits in it.
///
/// Example:
///   ravenpost import game.jsonl --from "Ann's server"
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Import {
    file: PathBuf,
    /// Where it comes from, in words that everybody will read
    #[arg(long, value_name = "WORDS", default_value = "another server")]
    from: String,
}

impl Import {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let text = file(&self.file)?;
        let game = block_on(async {
            // A typing mistake in the folder's name must not make a new database.
            drop(look(&config).await?);
            let service = writing(&config).await?;
            let game = service.import(Utc::now(), &text, &self.from).await;
            service.store().close().await;
            Ok(game?)
        })?;
        out.line(format!("game {game} was taken in"))?;
        Ok(Done::Well)
    }
}
