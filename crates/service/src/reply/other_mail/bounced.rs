//! Bounces that arrive after a mail server had accepted the email. A bounce to an email's own
//! return address concerns that email only. A Message-ID alone proves nothing, because others may
//! have seen it.

use crate::handles::Inbox;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::people::bounces::LIMIT;
use crate::reply::admit::same;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming::{self, Found, IncomingState, Outcome};
use ravenpost_store::post::keys::{self, Key, Purpose};
use ravenpost_store::post::outbox;
use ravenpost_store::{token_hash, writes};

/// A delivery report, as parsed by `mail`.
#[derive(Clone, Debug)]
pub struct Returned {
    /// Its number among the inbound emails.
    pub id: i64,
    /// Its recipients, from envelope and header.
    pub recipients: Vec<String>,
    /// The key of the return or reply address in the returned email, if it is quoted there.
    pub key: Option<String>,
    /// Whether the failure is permanent. `None` if the other server still retries.
    pub hard: Option<bool>,
    /// The reason, as a sentence.
    pub why: &'static str,
}

impl Inbox<'_> {
    /// Records the delivery failure of an email.
    pub async fn email_returned(
        self,
        now: DateTime<Utc>,
        returned: &Returned,
    ) -> Result<IncomingState, ServiceError> {
        let Some(key) = self.returned_key(returned).await? else {
            let why = "a bounce for an unknown email";
            self.replies().put_aside(now, returned.id, IncomingState::Ignored, why).await?;
            return Ok(IncomingState::Ignored);
        };
        let Some(hard) = returned.hard else {
            let why = "a notice from a mail server that it is still retrying";
            self.replies().put_aside(now, returned.id, IncomingState::Ignored, why).await?;
            return Ok(IncomingState::Ignored);
        };
        let found = Found {
            key: Some(key.hash),
            player: key.player,
            game: key.game.clone(),
            seat: key.seat,
            ..Found::default()
        };
        let note = format!("an email bounced: {}", returned.why);
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
            // A bounce from a previous address says nothing about the player's current one.
            if same(&players::get(&mut *tx, player).await?.address, &booked.address) {
                let weight = if hard { LIMIT } else { 1 };
                let said = why.to_owned();
                let bounce = players::ReturnedEmail { at: now, weight, limit: LIMIT, said };
                players::bounced(tx, player, &bounce).await?;
            }
            Ok(true)
        }));
        if first.await?
            && let Some(email) = key.email
        {
            let email = outbox::get(self.store().read(), email).await?;
            self.emails().email_given_up(now, &email, returned.why).await?;
        }
        Ok(IncomingState::Done)
    }

    async fn returned_key(self, returned: &Returned) -> Result<Option<Key>, ServiceError> {
        // Some servers send bounces to the Reply-To address and omit the original header. That key
        // went out with the same email and to no other address, so it identifies the email too.
        let by_address = match self.key_of(&returned.recipients).await? {
            Some((Purpose::Bounce | Purpose::Orders, _, key)) => key,
            _ => None,
        };
        let named = returned.key.as_deref().and_then(|key| key.split_once('-'));
        let by_name = match (&by_address, named) {
            (None, Some((_, key))) => keys::find(self.store().read(), &token_hash(key)).await?,
            _ => None,
        };
        let purposes = [Purpose::Bounce, Purpose::Orders];
        Ok(by_address.or(by_name).filter(|key| purposes.contains(&key.purpose)))
    }
}
