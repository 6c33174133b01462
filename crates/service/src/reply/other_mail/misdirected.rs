//! Replies that went to the server's own address instead of the answered email's reply address,
//! which some mail programs drop. They identify the email by its Message-ID. Others may have seen
//! or guessed that, so the player has to confirm the reply first.

use crate::handles::Inbox;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::reply::Reply;
use crate::reply::admit::Admitted;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming::{Found, IncomingState};
use ravenpost_store::post::keys::{self, Key};

/// Maximum number of referenced Message-IDs that are looked up.
const NAMED: usize = 8;

impl Inbox<'_> {
    /// Holds a misdirected reply until its player confirms that it is genuine.
    pub(in crate::reply) async fn answer_astray(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        mut found: Found,
    ) -> Result<IncomingState, ServiceError> {
        let own = |key: &Key| key.game.is_some() && key.seat.is_some() && key.held.is_none();
        let Some(key) = self.key_answered(reply).await?.filter(own) else {
            return self.ignore(now, reply, found, "it has no known reply address").await;
        };
        let from_player = match key.player {
            Some(player) => {
                let player = players::get(self.store().read(), player).await?;
                self.is_own_sender(reply, &player).await?
            }
            None => false,
        };
        if !reply.vouched && !reply.is_from(&key.address) && !from_player {
            return self
                .ignore(now, reply, found, "it has no known reply address and a different sender")
                .await;
        }
        found.key = Some(key.hash);
        (found.game, found.seat, found.player) = (key.game.clone(), key.seat, key.player);
        if reply.vouched {
            return self.replies().answer_at_table(now, reply, found, key).await;
        }
        match self.admit(key, reply).await? {
            Admitted::Seat(holder) | Admitted::Held(holder, _) | Admitted::Late(holder, _) => {
                self.hold(now, reply, found, &holder, ASTRAY).await
            }
            Admitted::Gone(player, game) => {
                self.replies().answer_former(now, reply, found, player, game).await
            }
            Admitted::Nobody(why) => self.ignore(now, reply, found, why).await,
        }
    }

    /// Returns the key of the email that a reply refers to.
    async fn key_answered(self, reply: &Reply) -> Result<Option<Key>, ServiceError> {
        for id in reply.answers.iter().take(NAMED) {
            if let Some(key) = keys::answering(self.store().read(), id).await? {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }
}

const ASTRAY: &str = "it was sent to this server's general address instead of the reply address \
    of the email";
