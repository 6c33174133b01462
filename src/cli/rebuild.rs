//! `rebuild`: rebuilds the derived tables from the log.

use indicatif::ProgressBar;

use super::game::writing;
use super::out::Out;
use super::{Done, Settings, block_on, look};
use crate::service::game::rebuild::Rebuilt;

/// Make the derived tables (list of games, clocks) anew from the log
///
/// Stop the server first: the folder of a running one is refused. The log itself is not touched.
/// Nothing is thrown away while answers, letters or the list of games tell of events that the log
/// does not have: first find out what became of them (ravenpost audit). A game that cannot be read,
/// or that a newer version has gone on with, is named and keeps the rows that it had; then the exit
/// code is 1.
///
/// Example:
///   ravenpost rebuild --data /var/lib/ravenpost
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Rebuild {
    /// Rebuild although the log has lost events that something else tells of
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
                true => service.rebuild_anyway(progress).await,
                false => service.rebuild(progress).await,
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
