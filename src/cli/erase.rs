//! `erase`: removes a person's data and leaves the games intact.

use chrono::Utc;

use super::game::writing;
use super::out::Out;
use super::{Done, Settings, block_on, leavings, look, open};
use crate::config::Config;
use crate::service::erase::Retained;
use crate::service::{Service, ServiceError};
use ravenpost_store::lists::rewrite;
use ravenpost_store::log::audit;

/// Forget a person: address, name, letters, words, sessions
///
/// Tells what is kept of the person with that address. With --really it is removed: seats in games
/// that go on are handed to the steward, all that names the person goes in one transaction, and
/// the file is written anew so that nothing is left in it. Games stay whole; their events never
/// knew who sat there, and the chain is checked afterwards. What is printed then says what was
/// removed and what remains.
///
/// Stop the server first, or use --data with a copy to see what it would do. Broken off it can be
/// run again, and goes on; what only the file still holds is removed at the next start as well.
/// Backups that were made before still hold the person until they are removed: they are named.
///
/// What stays: orders, and what was written into a game for good (its name, the reason for a vote);
/// and the wish not to be invited, by a keyed hash of the address.
///
/// Examples:
///   ravenpost erase ann@example.org
///   ravenpost erase ann@example.org --really
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Erase {
    /// The address of the person to be erased
    address: String,
    /// Remove everything that was listed
    #[arg(long)]
    really: bool,
}

impl Erase {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        block_on(async {
            // A mistyped folder must not create a new database.
            let store = look(&config).await?;
            let broken_off = rewrite::is_owed(store.read()).await?;
            store.close().await;
            if !self.really {
                let service = super::game::looking(&config).await?;
                let kept = service.kept_of(&self.address).await?;
                list(&kept, out)?;
                out.line("nothing was changed; --really removes it")?;
                return Ok(Done::Well);
            }
            let service = writing(&config).await?;
            let done = self.erase(&config, &service, out).await;
            service.store().close().await;
            let done = match done {
                Err(error) if broken_off && is_nobody(&error) => {
                    out.line("an erasure that was broken off before was finished now")?;
                    Done::Well
                }
                done => done?,
            };
            written_anew(&config).await?;
            out.line("the file was written anew")?;
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
        let kept = service.kept_of(&self.address).await?;
        let before = audit::whole(service.store().read(), |_| {}).await?;
        list(&kept, out)?;
        let now = Utc::now();
        // Clean up the files beside the database first: emails left there would be imported again.
        let delivered = leavings::take_away(config, &kept.addresses)?;
        let cut = service.erase(now, &kept).await?;
        let after = audit::whole(service.store().read(), |_| {}).await?;
        let left = service.kept_of(&self.address).await.is_ok();
        let stamp = now.format("%Y-%m-%d %H:%M UTC");
        out.line(format!("ERASED {} at {stamp}", kept.address))?;
        let (games, events) = (after.heads.len(), after.events);
        out.line(format!(
            "{games} games with {events} events stand, {} broken",
            after.broken.len()
        ))?;
        for line in leavings::told(config, delivered, cut)? {
            out.line(line)?;
        }
        Ok(Done::when(!left && after.broken.len() <= before.broken.len()))
    }
}

/// Has the database file rewritten, which happens when it is opened, and verifies that it was.
async fn written_anew(config: &Config) -> anyhow::Result<()> {
    let store = open(config).await?;
    let owed = rewrite::is_owed(store.read()).await;
    store.close().await;
    anyhow::ensure!(
        !owed?,
        "the person is removed, but the file still holds what was deleted: somebody reads it, or \
         the disk is full; the same command, or the next start of the server, writes it anew"
    );
    Ok(())
}

fn is_nobody(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ServiceError::NotFound(_)))
}

fn list(kept: &Retained, out: &mut Out) -> anyhow::Result<()> {
    let since = kept.since.format("%Y-%m-%d");
    out.line(format!("{} ({}), known since {since}", kept.address, kept.name))?;
    let traces = &kept.traces;
    let rows = [
        ("browsers signed in", traces.sessions),
        ("sign-ins under way", traces.sign_ins),
        ("letters to this person", traces.letters),
        ("letters from this person", traces.replies),
        ("invitations to this address", traces.invitations),
        ("tables looked after", traces.tables),
        ("words said at tables", traces.words),
        ("own notes", traces.notes),
    ];
    for (what, count) in rows {
        out.line(format!("  removed: {count} {what}"))?;
    }
    for game in &kept.leaves {
        out.line(format!("  given up: the seat in game {game}"))?;
    }
    for game in &kept.broken {
        out.line(format!("  emptied: the seat in game {game}, which cannot be read"))?;
    }
    for game in &kept.over {
        out.line(format!("  kept: game {game}, which is over, without the person's name"))?;
    }
    Ok(())
}
