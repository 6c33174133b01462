//! `rebuild`: makes the derived tables anew from the log.

use indicatif::ProgressBar;

use super::game::writing;
use super::{Done, Out, Settings, block_on, look};

/// Make the derived tables (list of games, clocks) anew from the log
///
/// Stop the server first. The log itself is not touched.
///
/// Example:
///   ravenpost rebuild --data /var/lib/ravenpost
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Rebuild {}

impl Rebuild {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let bar = ProgressBar::new_spinner();
        let games = block_on(async {
            // A typing mistake in the folder's name must not make a new database.
            drop(look(&config).await?);
            let service = writing(&config).await?;
            let games = service.rebuild(|done| bar.set_message(format!("{done} games"))).await?;
            service.store().close().await;
            Ok(games)
        })?;
        bar.finish_and_clear();
        out.line(format!("{games} games rebuilt"))?;
        Ok(Done::Well)
    }
}
