//! `erase`: a person is forgotten, and the games stay whole.

use chrono::Utc;

use super::game::writing;
use super::{Done, Out, Settings, block_on, database, look};
use crate::service::Service;
use crate::service::erase::Kept;
use crate::store::{audit, compact};

/// Forget a person: address, name, letters, words, sessions
///
/// Tells what is kept of the person with that address. With --really it is removed: seats in games
/// that go on are handed to the stand-in, all that names the person goes in one transaction, and
/// the file is written anew so that nothing is left in it. Games stay whole; their events never
/// knew who sat there, and the chain is checked afterwards. What is printed then says what was
/// removed and what remains.
///
/// Stop the server first, or use --data with a copy to see what it would do. Backups that were made
/// before still hold the person until they are removed.
///
/// Examples:
///   ravenpost erase ann@example.org
///   ravenpost erase ann@example.org --really
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Erase {
    /// The person's address
    address: String,
    /// Remove everything that was listed
    #[arg(long)]
    really: bool,
}

impl Erase {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        block_on(async {
            // A typing mistake in the folder's name must not make a new database.
            let store = look(&config).await?;
            if !self.really {
                store.close().await;
                let service = super::game::looking(&config).await?;
                let kept = service.kept_of(&self.address).await?;
                list(&kept, out)?;
                out.line("nothing was changed; --really removes it")?;
                return Ok(Done::Well);
            }
            store.close().await;
            let service = writing(&config).await?;
            let done = self.erase(&service, out).await;
            service.store().close().await;
            let done = done?;
            compact::compact(&database(&config)).await?;
            out.line("the file was written anew")?;
            Ok(done)
        })
    }

    /// Removes, checks, and prints what was done.
    async fn erase(&self, service: &Service, out: &mut Out) -> anyhow::Result<Done> {
        let kept = service.kept_of(&self.address).await?;
        let before = audit::whole(service.store().read(), |_| {}).await?;
        list(&kept, out)?;
        let now = Utc::now();
        service.erase(now, &kept).await?;
        let after = audit::whole(service.store().read(), |_| {}).await?;
        let left = service.kept_of(&self.address).await.is_ok();
        let stamp = now.format("%Y-%m-%d %H:%M UTC");
        out.line(format!("ERASED {} at {stamp}", kept.address))?;
        let (games, events) = (after.heads.len(), after.events);
        out.line(format!(
            "{games} games with {events} events stand, {} broken",
            after.broken.len()
        ))?;
        out.line("backups made before this still hold the person, until they are removed")?;
        Ok(Done::when(!left && after.broken.len() <= before.broken.len()))
    }
}

fn list(kept: &Kept, out: &mut Out) -> anyhow::Result<()> {
    let since = kept.since.format("%Y-%m-%d");
    out.line(format!("{} ({}), known since {since}", kept.address, kept.name))?;
    let traces = &kept.traces;
    let rows = [
        ("browsers signed in", traces.sessions),
        ("sign-ins under way", traces.sign_ins),
        ("letters to this person", traces.letters),
        ("letters from this person", traces.replies),
        ("invitations to this address", traces.invitations),
        ("words said at tables", traces.words),
        ("own notes", traces.notes),
    ];
    for (what, count) in rows {
        out.line(format!("  removed: {count} {what}"))?;
    }
    for game in &kept.leaves {
        out.line(format!("  given up: the seat in game {game}"))?;
    }
    for game in &kept.over {
        out.line(format!("  kept: game {game}, which is over, without the person's name"))?;
    }
    Ok(())
}
