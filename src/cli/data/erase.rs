//! `erase`: removes a person's data and leaves the games intact.

use chrono::Utc;

use crate::cli::game::writing;
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on, data::outside_database, look, open};
use ravenpost_config::Config;
use ravenpost_service::upkeep::erase::Retained;
use ravenpost_service::{Service, ServiceError};
use ravenpost_store::lists::rewrite;
use ravenpost_store::log::audit;

/// Erase a person's data: address, name, emails, messages and sessions
///
/// Lists what is stored about the person with this address. With --really, removes it: default
/// players take over seats in running games, everything that names the person is deleted in one
/// transaction, and the database file is rewritten so that no deleted data remains in it. Games
/// stay complete, because their events do not name people; the hash chain is verified afterwards.
/// Finally, prints what was removed and what remains.
///
/// Stop the server first, or use --data with a copy of the database to try it out. If interrupted,
/// run it again to continue; the next start of the server also rewrites the file if necessary.
/// Earlier backups still contain the person until you delete them. All other databases in the data
/// and backup folders, and in their subfolders, are listed.
///
/// Not removed: orders, and text that is part of a game (its name, the reason for a vote); and the
/// preference not to be invited, stored as a keyed hash of the address.
///
/// Examples:
///   ravenpost erase ann@example.org
///   ravenpost erase ann@example.org --really
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Erase {
    /// Email address of the person to erase
    address: String,
    /// Remove everything listed
    #[arg(long)]
    really: bool,
}

impl Erase {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        block_on(async {
            // A mistyped folder must not create a new database.
            let store = look(&config).await?;
            let broken_off = rewrite::is_queued(store.read()).await?;
            store.close().await;
            if !self.really {
                let service = crate::cli::game::looking(&config).await?;
                let retained = service.data_of(&self.address).await?;
                list(&retained, out)?;
                out.line("nothing was changed; use --really to remove it")?;
                return Ok(Done::Well);
            }
            let service = writing(&config).await?;
            let done = self.erase(&config, &service, out).await;
            service.store().close().await;
            let done = match done {
                Err(error) if broken_off && is_nobody(&error) => {
                    out.line("completed an erasure that had been interrupted")?;
                    Done::Well
                }
                done => done?,
            };
            rendered_again(&config).await?;
            out.line("the database file was rewritten")?;
            Ok(done)
        })
    }

    /// Removes the data, verifies the log, and prints what was done.
    async fn erase(
        &self,
        config: &Config,
        service: &Service,
        out: &mut Out,
    ) -> anyhow::Result<Done> {
        let retained = service.data_of(&self.address).await?;
        let before = audit::whole(service.store().read(), |_| {}).await?;
        list(&retained, out)?;
        let now = Utc::now();
        // Clean up the files beside the database first: emails left there would be imported again.
        let delivered = outside_database::take_away(config, &retained.addresses)?;
        let cut = service.erase(now, &retained).await?;
        let after = audit::whole(service.store().read(), |_| {}).await?;
        let left = service.data_of(&self.address).await.is_ok();
        let stamp = now.format("%Y-%m-%d %H:%M UTC");
        out.line(format!("ERASED {} at {stamp}", retained.address))?;
        let (games, events) = (after.heads.len(), after.events);
        out.line(format!(
            "verified {games} games with {events} events, {} broken",
            after.broken.len()
        ))?;
        for line in outside_database::remains(config, delivered, cut) {
            out.line(line)?;
        }
        Ok(Done::when(!left && after.broken.len() <= before.broken.len()))
    }
}

/// Opens the database, which rewrites its file, and verifies that the file was rewritten.
async fn rendered_again(config: &Config) -> anyhow::Result<()> {
    let store = open(config).await?;
    let queued = rewrite::is_queued(store.read()).await;
    store.close().await;
    anyhow::ensure!(
        !queued?,
        "the person was removed, but the database file could not be rewritten and still contains \
         deleted data: it is in use, or the disk is full. Run the command again or start the server"
    );
    Ok(())
}

fn is_nobody(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ServiceError::NotFound(_)))
}

fn list(retained: &Retained, out: &mut Out) -> anyhow::Result<()> {
    let since = retained.since.format("%Y-%m-%d");
    out.line(format!("{} ({}), registered {since}", retained.address, retained.name))?;
    let traces = &retained.traces;
    let rows = [
        ("sessions", traces.sessions),
        ("pending sign-ins", traces.sign_ins),
        ("access tokens", traces.tokens),
        ("emails to this person", traces.emails),
        ("emails from this person", traces.replies),
        ("invitations to this address", traces.invitations),
        ("games organised", traces.tables),
        ("chat messages", traces.words),
        ("private notes", traces.notes),
        ("entries in the admin log", traces.admin_entries),
        ("reports of chat messages", traces.reports),
        ("blocked players", traces.blocks),
    ];
    for (what, count) in rows {
        out.line(format!("  removed: {count} {what}"))?;
    }
    for game in &retained.leaves {
        out.line(format!("  vacated: the seat in game {game}"))?;
    }
    for game in &retained.broken {
        out.line(format!("  emptied: the seat in game {game}, which cannot be read"))?;
    }
    for game in &retained.over {
        out.line(format!("  kept: finished game {game}, without the person's name"))?;
    }
    Ok(())
}
