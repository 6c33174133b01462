//! `mail again`: reprocesses an inbound email.

use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on, look};
use ravenpost_mail::incoming::spool::Spool;
use ravenpost_store::StoreError;
use ravenpost_store::post::incoming::{self, IncomingState};

/// Reprocess an inbound email that was held or ignored
///
/// Use this after the cause has been fixed, such as the settings for sender verification or an
/// address. The email is checked and processed as if it had just arrived. The request is stored for
/// the server, which need not be running.
#[derive(clap::Args)]
pub struct Again {
    /// Number of the email, as listed by `mail inbox`
    email: i64,
}

impl Again {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let known = block_on(async {
            let store = look(&config).await?;
            match incoming::get(store.read(), self.email).await {
                Err(StoreError::NotFound) => Ok(None),
                known => anyhow::Ok(Some(known?)),
            }
        })?;
        let Some(known) = known else {
            return Err(Misuse(format!("email {} not found", self.email)).into());
        };
        let can = matches!(known.state, IncomingState::Held | IncomingState::Ignored);
        if !can || known.raw.is_none() || known.answer.is_some() {
            let note = known.note.as_deref().unwrap_or("it is being processed");
            let why = format!("email {} cannot be reprocessed: {note}", self.email);
            return Err(Misuse(why).into());
        }
        Spool::at(config.incoming()).ask_again(self.email)?;
        out.line(format!("email {}: queued for reprocessing", self.email))?;
        Ok(Done::Well)
    }
}
