//! `mail again`: reprocesses an inbound email.

use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on, look};
use crate::mail::incoming::spool::Spool;
use ravenpost_store::StoreError;
use ravenpost_store::post::incoming::{self, IncomingState};

/// Have the server deal once more with a letter that it held or put aside
///
/// For letters that something stood in the way of which has been mended since: settings of the
/// gate, an address. The letter is judged anew and goes the same way as the first time. The
/// request is kept for the server, which need not run.
#[derive(clap::Args)]
pub struct Again {
    /// The letter's number, as `mail inbox` lists it
    letter: i64,
}

impl Again {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let known = block_on(async {
            let store = look(&config).await?;
            match incoming::get(store.read(), self.letter).await {
                Err(StoreError::NotFound) => Ok(None),
                known => anyhow::Ok(Some(known?)),
            }
        })?;
        let Some(known) = known else {
            return Err(Misuse(format!("there is no letter {}", self.letter)).into());
        };
        let can = matches!(known.state, IncomingState::Held | IncomingState::Ignored);
        if !can || known.raw.is_none() || known.answer.is_some() {
            let note = known.note.as_deref().unwrap_or("it is under way");
            let why = format!("letter {} cannot be dealt with again: {note}", self.letter);
            return Err(Misuse(why).into());
        }
        Spool::at(config.incoming()).ask_again(self.letter)?;
        out.line(format!("letter {}: the server deals with it again", self.letter))?;
        Ok(Done::Well)
    }
}
