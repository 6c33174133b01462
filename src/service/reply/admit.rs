//! Who may do something by a letter: the key is good, the letter comes from the seat's own address,
//! and the gate in front of the mailbox, if there is one, vouches for that.

use super::Reply;
use crate::rules::Seat;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::store::keys::{self, Key, Purpose};
use crate::store::players::{self, Player};
use crate::store::{GameId, StoreError, TokenHash};

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

impl Verdict {
    /// As it is kept.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Doubtful => "doubtful",
            Verdict::NoGate => "nogate",
        }
    }
}

/// Whose an address is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nobody's: a letter there would be thrown away.
    Nobody,
    /// The doctor's, for a trial.
    Probe,
    /// Somebody's. The key may be an old one: then its letter is answered so.
    Key(TokenHash),
}

/// What a letter may do.
pub(super) enum Admitted {
    /// Everything that its seat may.
    Seat(Box<Holder>),
    /// Nothing before its player says that it is genuine.
    Held(&'static str),
    /// Nothing any more; its player is sent a new key.
    Late(Box<Holder>, &'static str),
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
    /// The key that a letter was sent to. Of several, the one that opens most.
    pub(super) async fn key_of(
        &self,
        recipients: &[String],
    ) -> Result<Option<(Purpose, TokenHash, Option<Key>)>, ServiceError> {
        let Some(answers) = &self.settings().answers else { return Ok(None) };
        let mut named: Vec<_> = recipients.iter().filter_map(|one| answers.key(one)).collect();
        named.sort_unstable();
        let Some((purpose, hash)) = named.into_iter().next() else { return Ok(None) };
        let key = keys::find(self.store().read(), &hash).await?;
        // An address may be bent from one purpose to another; the key knows its own.
        Ok(Some((purpose, hash, key.filter(|key| key.purpose == purpose))))
    }

    /// Whether a letter to that address is for anybody here.
    pub async fn knows(&self, address: &str) -> Result<Known, ServiceError> {
        Ok(match self.key_of(&[address.to_owned()]).await? {
            Some((Purpose::Probe, _, _)) => Known::Probe,
            Some((_, hash, Some(_))) => Known::Key(hash),
            _ => Known::Nobody,
        })
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
        if live.seat_of(player.id) != Some(seat) {
            return Ok(Admitted::Nobody("its seat was given up or handed over"));
        }
        let moved = !same(&player.address, &key.address);
        let holder = Box::new(Holder { key, player, game, seat });
        let from = reply.from.as_deref().unwrap_or_default();
        let own = same(from, &holder.player.address);
        Ok(match reply.verdict {
            _ if !own => Admitted::Held("it does not come from the seat's own address"),
            Verdict::Doubtful => Admitted::Held("the gate does not vouch for its sender"),
            Verdict::Pass | Verdict::NoGate if moved || holder.key.dead_at.is_some() => {
                Admitted::Late(holder, "its key is no longer in use")
            }
            Verdict::Pass | Verdict::NoGate => Admitted::Seat(holder),
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
