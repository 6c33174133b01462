//! Who may do something by a letter: the key is good, the letter comes from the seat's own address,
//! and the gate in front of the mailbox, if there is one, vouches for that.

use super::Reply;
use crate::rules::Seat;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::store::keys::{self, Key, Purpose};
use crate::store::players::{self, Player};
use crate::store::{GameId, PlayerId, StoreError, TokenHash};

/// What the gate found out about the sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The letter is from whom it says.
    Pass,
    /// It is not, or the gate could not tell.
    Doubtful,
    /// No gate is trusted here: the key alone has to do.
    NoGate,
}

/// What a letter may do.
pub(super) enum Admitted {
    /// Everything that its seat may.
    Seat(Box<Holder>),
    /// Nothing before its player says that it is genuine.
    Held(&'static str),
    /// Nothing any more; its player is sent a new key.
    Late(Box<Holder>, &'static str),
    /// Nothing, because its player has no seat there any more, and is told so.
    Gone(PlayerId, GameId),
    /// Nothing, and nobody is answered.
    Nobody(&'static str),
}

/// The seat a letter is for, and who sits there.
pub(super) struct Holder {
    pub key: Key,
    pub player: Player,
    pub game: GameId,
    pub seat: Seat,
}

impl Service {
    /// The key that a letter was sent to. Of several, the first: what the envelope says stands
    /// above what the writer says, and a letter to two tables comes once for each.
    pub(super) async fn key_of(
        &self,
        recipients: &[String],
    ) -> Result<Option<(Purpose, TokenHash, Option<Key>)>, ServiceError> {
        let Some(answers) = &self.settings().answers else { return Ok(None) };
        let named = recipients.iter().find_map(|one| answers.key(one));
        let Some((purpose, hash)) = named else { return Ok(None) };
        let key = keys::find(self.store().read(), &hash).await?;
        // An address may be bent from one purpose to another; the key knows its own.
        Ok(Some((purpose, hash, key.filter(|key| key.purpose == purpose))))
    }

    /// What a letter with that key may do.
    pub(super) async fn admit(&self, key: Key, reply: &Reply) -> Result<Admitted, ServiceError> {
        let (Some(game), Some(seat), Some(player)) = (key.game.clone(), key.seat, key.player)
        else {
            return Ok(Admitted::Nobody("its key is about no seat"));
        };
        let player = match players::get(self.store().read(), player).await {
            Ok(player) => player,
            Err(StoreError::NotFound) => return Ok(Admitted::Nobody("its player is gone")),
            Err(error) => return Err(error.into()),
        };
        let live = self.live(&game).await?;
        let sits = live.seat_of(player.id) == Some(seat);
        let own = reply.is_from(&player.address);
        if !sits && !own {
            return Ok(Admitted::Nobody("its seat was given up or handed over"));
        }
        if !own {
            return Ok(Admitted::Held("it does not come from the seat's own address"));
        }
        if reply.verdict == Verdict::Doubtful {
            return Ok(Admitted::Held("the gate does not vouch for its sender"));
        }
        if !sits {
            return Ok(Admitted::Gone(player.id, game));
        }
        let dead = key.dead_at.is_some() || !same(&player.address, &key.address);
        let holder = Box::new(Holder { key, player, game, seat });
        Ok(match dead {
            true => Admitted::Late(
                holder,
                "the letter that you answered is no longer good, because you changed your address, \
                 left the table for a while, or stopped such letters since",
            ),
            false => Admitted::Seat(holder),
        })
    }
}

/// Whether two addresses are one, as mailboxes go.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

/// Whether what the letter asked is still asked: else its lines mean something else.
pub(super) fn is_late(live: &Live, holder: &Holder) -> bool {
    let put = live.wait(holder.seat).map(|wait| wait.put);
    put.is_some() && holder.key.put.is_some() && put > holder.key.version
}
