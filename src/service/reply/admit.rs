//! Who may do something by a letter: the key is good, the letter comes from the seat's own address,
//! and the gate in front of the mailbox, if there is one, vouches for that.

use super::Reply;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::people::confirmed_senders;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::post::keys::{self, Key, Purpose};
use ravenpost_store::{PlayerId, StoreError, TokenHash};

/// What the gate found out about the sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GateVerdict {
    /// The letter is from whom it says.
    Pass,
    /// It is not, or the gate could not tell.
    Doubtful,
    /// No gate is trusted here: the key alone has to do.
    NoGate,
}

impl GateVerdict {
    /// As it is kept.
    pub fn word(self) -> &'static str {
        match self {
            GateVerdict::Pass => "pass",
            GateVerdict::Doubtful => "doubtful",
            GateVerdict::NoGate => "unchecked",
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
    /// The admin's.
    Admin,
    /// Somebody's. The key may be an old one: then its letter is answered so.
    Key(TokenHash),
}

/// What a letter may do.
pub(super) enum Admitted {
    /// Everything that its seat may.
    Seat(Box<SeatHolder>),
    /// Nothing before its player says that it is genuine.
    Held(Box<SeatHolder>, &'static str),
    /// Nothing any more; its player is sent a new key.
    Late(Box<SeatHolder>, &'static str),
    /// Nothing, because its player has no seat there any more, and is told so.
    Gone(PlayerId, GameId),
    /// Nothing, and nobody is answered.
    Nobody(&'static str),
}

/// The seat a letter is for, and who sits there.
pub(super) struct SeatHolder {
    pub key: Key,
    pub player: Player,
    pub game: GameId,
    pub seat: Seat,
}

impl SeatHolder {
    /// Whether the seat's letters go elsewhere since the one that is answered was sent.
    pub fn moved(&self) -> bool {
        !same(&self.player.address, &self.key.address)
    }
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

    /// Whether a letter to that address is for anybody here.
    pub async fn knows(&self, address: &str) -> Result<Known, ServiceError> {
        Ok(match self.key_of(&[address.to_owned()]).await? {
            Some((Purpose::Probe, _, _)) => Known::Probe,
            Some((_, hash, Some(_))) => Known::Key(hash),
            _ if self.is_for_admin(address) => Known::Admin,
            _ => Known::Nobody,
        })
    }

    /// The seat that a key is for, and who sits there; or why it is nobody's.
    pub(super) async fn holder(
        &self,
        key: Key,
    ) -> Result<Result<SeatHolder, &'static str>, ServiceError> {
        let (Some(game), Some(seat), Some(player)) = (key.game.clone(), key.seat, key.player)
        else {
            return Ok(Err("its key is about no seat"));
        };
        let player = match players::get(self.store().read(), player).await {
            Ok(player) => player,
            Err(StoreError::NotFound) => return Ok(Err("its player is gone")),
            Err(error) => return Err(error.into()),
        };
        Ok(Ok(SeatHolder { key, player, game, seat }))
    }

    /// Whether somebody still sits where a key says.
    pub(super) async fn sits(&self, holder: &SeatHolder) -> Result<bool, ServiceError> {
        Ok(self.live(&holder.game).await?.seat_of(holder.player.id) == Some(holder.seat))
    }

    /// Whether a reply comes from its player's own address, or from another that the player has
    /// confirmed.
    pub(super) async fn is_own_sender(
        &self,
        reply: &Reply,
        player: &Player,
    ) -> Result<bool, ServiceError> {
        if reply.is_from(&player.address) {
            return Ok(true);
        }
        let Some(from) = reply.from.as_deref() else { return Ok(false) };
        Ok(confirmed_senders::is_confirmed(self.store().read(), player.id, from).await?)
    }

    /// What a letter with that key may do.
    pub(super) async fn admit(&self, key: Key, reply: &Reply) -> Result<Admitted, ServiceError> {
        let holder = match self.holder(key).await? {
            Ok(holder) => Box::new(holder),
            Err(why) => return Ok(Admitted::Nobody(why)),
        };
        let sits = self.sits(&holder).await?;
        let own = reply.vouched || self.is_own_sender(reply, &holder.player).await?;
        let doubtful = reply.verdict == GateVerdict::Doubtful && !reply.vouched;
        if !sits && (!own || doubtful) {
            return Ok(Admitted::Nobody("its seat was given up or handed over"));
        }
        Ok(match () {
            () if !own => Admitted::Held(holder, "it does not come from the seat's own address"),
            () if doubtful => {
                Admitted::Held(holder, "the mail server here could not make sure who sent it")
            }
            () if !sits => Admitted::Gone(holder.player.id, holder.game),
            () if holder.key.dead_at.is_some() || holder.moved() => Admitted::Late(
                holder,
                "the letter that you answered is no longer good, because you changed your address \
                 or left the table for a while since",
            ),
            () => Admitted::Seat(holder),
        })
    }
}

/// Whether two addresses are one, as mailboxes go.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

/// Whether what the letter asked is asked no more: then its lines mean something else.
pub(super) fn is_late(live: &Game, holder: &SeatHolder) -> bool {
    let put = live.wait(holder.seat).map(|wait| wait.asked_at);
    put.is_some() && holder.key.asked_seq.is_some() && put > holder.key.known_seq
}
