//! `upgrade --dry-run`: previews the upgrade of an older database.

use std::path::PathBuf;

use anyhow::Context;

use crate::cli::game::service_settings;
use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on, database, only_a_file};
use ravenpost_config::Config;
use ravenpost_service::Service;
use ravenpost_store::Store;
use ravenpost_store::log::events;

/// Games loaded per batch.
const STRIDE: u32 = 500;

/// Preview the upgrade of an older database
///
/// Changes nothing: copies the database to a temporary folder, upgrades the copy, folds every game
/// in it, and decides each order again with the same dice. Reports for each game whether the result
/// is the same. If the current rules decide an order differently, the stored facts remain valid,
/// and later orders follow the new rules. The actual upgrade happens when the server starts.
///
/// Exits with 1 if any game differs or is damaged.
///
/// Examples:
///   ravenpost upgrade --dry-run
///   ravenpost upgrade --dry-run /backups/ravenpost-20261122T180000Z.db
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Upgrade {
    /// Only preview the upgrade (required)
    #[arg(long, required = true)]
    dry_run: bool,
    /// Database or backup to use, instead of the one in the data folder
    #[arg(value_name = "DB")]
    file: Option<PathBuf>,
}

impl Upgrade {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        if self.file.is_none() {
            only_a_file(&config, "upgrade")?;
        }
        let file = self.file.clone().unwrap_or_else(|| database(&config));
        if !file.is_file() {
            return Err(Misuse(format!("{}: database not found", file.display())).into());
        }
        let folder =
            tempfile::tempdir().context("cannot create a temporary folder for the copy")?;
        block_on(async {
            let copy = folder.path().join("copy.db");
            let old = Store::open_read_only(&file).await?;
            let (from, _) = old.schema().await?;
            old.backup(&copy).await?;
            old.close().await;
            let store = Store::open(&copy).await?;
            let (_, to) = store.schema().await?;
            out.line(match from == to {
                true => format!("schema {from} is current, so the upgrade does not change it"),
                false => format!("schema {from}, to be upgraded to {to}"),
            })?;
            judge(&config, store, out).await
        })
    }
}

/// Audits every game of a database and prints one or more lines for each.
async fn judge(config: &Config, store: Store, out: &mut Out) -> anyhow::Result<Done> {
    let service = Service::new(store, service_settings(config));
    let (mut last, mut games, mut other) = (None, 0, 0);
    loop {
        let ids = events::games(service.store().read(), last.as_ref(), STRIDE).await?;
        let Some(end) = ids.last().cloned() else { break };
        for id in &ids {
            let audited = match service.fairness().audit_game(id).await {
                Ok(audited) => audited,
                Err(why) => {
                    (games, other) = (games + 1, other + 1);
                    out.line(format!("BROKEN   game {id}: {why}"))?;
                    continue;
                }
            };
            let (orders, events) = (audited.orders, audited.events);
            (games, other) = (games + 1, other + usize::from(!audited.clean()));
            if audited.clean() {
                out.line(format!("same     game {id}: {events} events, {orders} decided again"))?;
            }
            let wrongs = audited.wrongs().into_iter();
            let wrongs = wrongs.map(|(step, why)| format!("step {step}: {why}"));
            let broken = audited.broken.map(|broken| broken.to_string());
            let wrong = audited.secret.map(str::to_owned).into_iter();
            for what in wrong.chain(broken).chain(wrongs).chain(audited.books) {
                out.line(format!("BROKEN   game {id}: {what}"))?;
            }
            for (step, how) in audited.changed {
                out.line(format!("differs  game {id}, step {step}: {how}"))?;
            }
        }
        last = Some(end);
    }
    service.store().close().await;
    out.line(format!("{games} games, {other} changed or damaged"))?;
    Ok(Done::when(other == 0))
}
