//! A letter of ours came back after its mail server had taken it. What comes to a letter's own
//! addresses tells of that letter and of nothing else: a Message-ID alone, which others may
//! have seen, stops nobody's mail.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::people::failing::LIMIT;
use crate::service::reply::admit::same;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming::{self, Found, IncomingState, Outcome};
use ravenpost_store::post::keys::{self, Key, Purpose};
use ravenpost_store::post::outbox;
use ravenpost_store::{token_hash, writes};

/// What a mail server told, as `mail` has read it.
#[derive(Clone, Debug)]
pub struct Returned {
    /// Its number among the letters that came in.
    pub id: i64,
    /// To whom it went, by envelope and head.
    pub recipients: Vec<String>,
    /// The key of its return address or reply address, where the returned email names it.
    pub key: Option<String>,
    /// Whether the address will never take a letter; nothing where the other server still tries.
    pub hard: Option<bool>,
    /// Why, as a sentence.
    pub why: &'static str,
}

impl Service {
    /// Notes what became of a letter that came back.
    pub async fn letter_returned(
        &self,
        now: DateTime<Utc>,
        returned: &Returned,
    ) -> Result<IncomingState, ServiceError> {
        let Some(key) = self.returned_key(returned).await? else {
            let why = "a mail server wrote it, about no letter of ours that is known";
            self.put_aside(now, returned.id, IncomingState::Ignored, why).await?;
            return Ok(IncomingState::Ignored);
        };
        let Some(hard) = returned.hard else {
            let why = "a mail server wrote that it still tries";
            self.put_aside(now, returned.id, IncomingState::Ignored, why).await?;
            return Ok(IncomingState::Ignored);
        };
        let found = Found {
            key: Some(key.hash),
            player: key.player,
            game: key.game.clone(),
            seat: key.seat,
            ..Found::default()
        };
        let note = format!("a letter came back: {}", returned.why);
        let outcome = Outcome { state: IncomingState::Done, found, note, answer: None, at: now };
        let (id, why) = (returned.id, returned.why);
        let booked = key.clone();
        let first = self.store().write(writes!(|tx| {
            if !incoming::settle(tx, id, &outcome).await? {
                return Ok(false);
            }
            let bounce = keys::Bounce { key: &booked, hard, why, at: now };
            if !keys::came_back(tx, &bounce).await? {
                return Ok(false);
            }
            let Some(player) = booked.player else { return Ok(true) };
            // Whoever has moved since is reached elsewhere.
            if same(&players::get(&mut *tx, player).await?.address, &booked.address) {
                let weight = if hard { LIMIT } else { 1 };
                let said = why.to_owned();
                let bounce = players::ReturnedLetter { at: now, weight, limit: LIMIT, said };
                players::bounced(tx, player, &bounce).await?;
            }
            Ok(true)
        }));
        if first.await?
            && let Some(letter) = key.letter
        {
            let letter = outbox::get(self.store().read(), letter).await?;
            self.letter_given_up(now, &letter.owed, returned.why).await?;
        }
        Ok(IncomingState::Done)
    }

    async fn returned_key(&self, returned: &Returned) -> Result<Option<Key>, ServiceError> {
        // Some servers write to where answers go, and bring nothing of the letter's own head along:
        // that key went out with the same letter and to nobody else.
        let by_address = match self.key_of(&returned.recipients).await? {
            Some((Purpose::Bounce | Purpose::Orders, _, key)) => key,
            _ => None,
        };
        let named = returned.key.as_deref().and_then(|key| key.split_once('-'));
        let by_name = match (&by_address, named) {
            (None, Some((_, key))) => keys::find(self.store().read(), &token_hash(key)).await?,
            _ => None,
        };
        let told = [Purpose::Bounce, Purpose::Orders];
        Ok(by_address.or(by_name).filter(|key| told.contains(&key.purpose)))
    }
}
