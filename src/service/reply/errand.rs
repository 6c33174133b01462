//! Letters whose address alone says what is to be done: no more letters of a kind, and the doctor's
//! trial. No word of theirs is read, so it is all the same whether a person or a program wrote
//! them, and nobody is answered.

use chrono::{DateTime, Utc};

use super::Verdict;
use crate::letters::Kind;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::store::incoming::{self, Found, Outcome, State};
use crate::store::keys::{Key, Purpose};
use crate::store::{StoreError, outbox, writes};

/// A letter that came in, as far as errands are concerned.
#[derive(Clone, Debug)]
pub struct Errand<'a> {
    /// Its number among those that came in.
    pub id: i64,
    pub from: Option<&'a str>,
    pub verdict: Verdict,
    /// To whom it went, by envelope and head.
    pub recipients: &'a [String],
}

impl Service {
    /// Runs a letter's errand, if that is what it is. Tells what became of it.
    pub async fn run_errand(
        &self,
        now: DateTime<Utc>,
        errand: &Errand<'_>,
    ) -> Result<Option<State>, ServiceError> {
        let Some((purpose, hash, key)) = self.key_of(errand.recipients).await? else {
            return Ok(None);
        };
        let mut found = Found {
            sender: errand.from.map(str::to_owned),
            verdict: Some(errand.verdict.word().to_owned()),
            key: Some(hash),
            ..Found::default()
        };
        let (state, note) = match (purpose, key) {
            (Purpose::Probe, _) => (State::Ignored, "the doctor's trial letter"),
            (Purpose::Stop, Some(key)) => {
                (found.game, found.seat, found.player) = (key.game.clone(), key.seat, key.player);
                match self.stop_by_letter(now, &key).await? {
                    true => (State::Done, "it stopped letters like the one it came from"),
                    false => (State::Ignored, "the letter it came from is gone"),
                }
            }
            _ => return Ok(None),
        };
        let outcome = Outcome { state, found, note: note.to_owned(), answer: None, at: now };
        let id = errand.id;
        self.store().write(writes!(|tx| incoming::settle(tx, id, &outcome).await)).await?;
        Ok(Some(state))
    }

    /// Does what the stop link of the key's letter does. Done again, it changes nothing.
    async fn stop_by_letter(&self, now: DateTime<Utc>, key: &Key) -> Result<bool, ServiceError> {
        let Some(letter) = key.letter else { return Ok(false) };
        let owed = match outbox::get(self.store().read(), letter).await {
            Ok(letter) => letter.owed,
            Err(StoreError::NotFound) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        let Some(kind) = Kind::find(&owed.kind) else { return Ok(false) };
        let Some(link) = self.stop_link(kind, &owed).await? else { return Ok(false) };
        self.throw_switch(now, link, (false, false)).await?;
        Ok(true)
    }
}
