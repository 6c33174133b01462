//! `rebuild`: rebuilds the derived tables from the log.

use indicatif::ProgressBar;

use crate::cli::game::writing;
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on, look};
use ravenpost_service::game::write::rebuild::Rebuilt;

/// Rebuild the derived tables (list of games, clocks) from the log
///
/// Stop the server first: the data folder of a running server is refused. The log is not changed.
/// Refuses to start if replies, emails or the list of games refer to events that are missing from
/// the log: find out first what happened to them (ravenpost audit). A game that cannot be read, or
/// was continued by a newer version, is reported and keeps its rows; the exit code is then 1.
///
/// Example:
///   ravenpost rebuild --data /var/lib/ravenpost
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Rebuild {
    /// Rebuild even if events are missing from the log
    #[arg(long)]
    anyway: bool,
}

impl Rebuild {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let bar = ProgressBar::new_spinner();
        let Rebuilt { games, damaged, newer } = block_on(async {
            // A mistyped folder must not create a new database.
            drop(look(&config).await?);
            let service = writing(&config).await?;
            let progress = |done| bar.set_message(format!("{done} games"));
            let rebuilt = match self.anyway {
                true => service.games().rebuild_anyway(progress).await,
                false => service.games().rebuild(progress).await,
            };
            service.store().close().await;
            Ok(rebuilt?)
        })?;
        bar.finish_and_clear();
        for (game, why) in &damaged {
            out.line(format!("BROKEN  game {game}: {why}"))?;
        }
        for (game, why) in &newer {
            out.line(format!("NEWER   game {game}: {why}"))?;
        }
        out.line(format!("{games} games rebuilt"))?;
        Ok(Done::when(damaged.is_empty() && newer.is_empty()))
    }
}
