//! Authorises replies. The key must be valid, the email must come from the player's own address,
//! and the mail gateway, if one is configured, must vouch for the sender.

use super::Reply;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::log::metadata::EventMetadata;
use crate::handles::Inbox;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::people::{accounts, confirmed_senders};
use ravenpost_store::post::keys::{self, Key, Purpose};
use ravenpost_store::{PlayerId, StoreError, TokenHash};

/// The reason why requests of a blocked player are refused.
pub(super) const BLOCKED: &str = "an admin has blocked its sender";

/// The verdict of our own mail server on the domain in `From`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SenderVerdict {
    /// It confirms the domain.
    Pass,
    /// It rejects the domain.
    Fail,
    /// It makes no usable statement.
    None,
    /// No mail server is trusted to authenticate senders; the key alone decides.
    NoGate,
}

impl SenderVerdict {
    /// Returns whether a reply needs to be confirmed by its player.
    pub fn is_doubtful(self) -> bool {
        matches!(self, SenderVerdict::Fail | SenderVerdict::None)
    }

    /// Returns the word that is stored with the email.
    pub fn word(self) -> &'static str {
        match self {
            SenderVerdict::Pass => "pass",
            SenderVerdict::Fail | SenderVerdict::None => "doubtful",
            SenderVerdict::NoGate => "unchecked",
        }
    }
}

/// What an address of this server is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nothing; email to it would be discarded.
    Nobody,
    /// A test by `doctor`.
    Probe,
    Admin,
    /// A key, perhaps an expired one, in which case the reply explains that.
    Key(TokenHash),
}

/// What a reply is allowed to do.
pub(super) enum Admitted {
    /// Everything that its seat may do.
    Seat(Box<SeatHolder>),
    /// Nothing until the player confirms that it is genuine.
    Held(Box<SeatHolder>, &'static str),
    /// Nothing, because it is out of date; the player is sent a new key.
    Late(Box<SeatHolder>, &'static str),
    /// Nothing, because the player no longer has a seat there; the player is informed.
    Gone(PlayerId, GameId),
    /// Nothing, and no response is sent.
    Nobody(&'static str),
}

/// The seat that a reply is for, and its player.
pub(super) struct SeatHolder {
    pub key: Key,
    pub player: Player,
    pub game: GameId,
    pub seat: Seat,
}

impl SeatHolder {
    /// Whether the player's address has changed since the answered email was sent.
    pub fn moved(&self) -> bool {
        !same(&self.player.address, &self.key.address)
    }
}

impl Inbox<'_> {
    /// Returns the key that an email was sent to. The first one counts: envelope recipients precede
    /// header recipients, and an email to two tables arrives once for each.
    pub(super) async fn key_of(
        self,
        recipients: &[String],
    ) -> Result<Option<(Purpose, TokenHash, Option<Key>)>, ServiceError> {
        let Some(answers) = &self.settings().answers else { return Ok(None) };
        let named = recipients.iter().find_map(|one| answers.key(one));
        let Some((purpose, hash)) = named else { return Ok(None) };
        let key = keys::find(self.store().read(), &hash).await?;
        // The purpose in an address can be altered; the stored purpose is authoritative.
        Ok(Some((purpose, hash, key.filter(|key| key.purpose == purpose))))
    }

    /// Whether an admin has blocked the player whose email a key belongs to.
    pub(super) async fn is_of_blocked(self, key: &Key) -> Result<bool, ServiceError> {
        let reader = self.store().read();
        let Some(player) = key.player else {
            return Ok(accounts::is_blocked(reader, &key.address).await?);
        };
        match players::get(reader, player).await {
            Ok(player) => Ok(player.blocked_at.is_some()),
            Err(StoreError::NotFound) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    pub async fn knows(self, address: &str) -> Result<Known, ServiceError> {
        Ok(match self.key_of(&[address.to_owned()]).await? {
            Some((Purpose::Probe, _, _)) => Known::Probe,
            Some((_, hash, Some(_))) => Known::Key(hash),
            _ if self.is_for_admin(address) => Known::Admin,
            _ => Known::Nobody,
        })
    }

    /// Returns the seat that a key is for and its player, or why there is none.
    pub(super) async fn holder(
        self,
        key: Key,
    ) -> Result<Result<SeatHolder, &'static str>, ServiceError> {
        let (Some(game), Some(seat), Some(player)) = (key.game.clone(), key.seat, key.player)
        else {
            return Ok(Err("its reply key belongs to no seat"));
        };
        let player = match players::get(self.store().read(), player).await {
            Ok(player) if player.blocked_at.is_some() => {
                return Ok(Err(BLOCKED));
            }
            Ok(player) => player,
            Err(StoreError::NotFound) => return Ok(Err("the player no longer exists")),
            Err(error) => return Err(error.into()),
        };
        Ok(Ok(SeatHolder { key, player, game, seat }))
    }

    pub(super) async fn sits(self, holder: &SeatHolder) -> Result<bool, ServiceError> {
        Ok(self.games().load(&holder.game).await?.seat_of(holder.player.id) == Some(holder.seat))
    }

    /// Whether a reply comes from the player's own address, or from another that the player has
    /// confirmed.
    pub(super) async fn is_own_sender(
        self,
        reply: &Reply,
        player: &Player,
    ) -> Result<bool, ServiceError> {
        if reply.is_from(&player.address) {
            return Ok(true);
        }
        let Some(from) = reply.from.as_deref() else { return Ok(false) };
        Ok(confirmed_senders::is_confirmed(self.store().read(), player.id, from).await?)
    }

    /// Decides what a reply with that key is allowed to do.
    pub(super) async fn admit(self, key: Key, reply: &Reply) -> Result<Admitted, ServiceError> {
        let holder = match self.holder(key).await? {
            Ok(holder) => Box::new(holder),
            Err(why) => return Ok(Admitted::Nobody(why)),
        };
        let sits = self.sits(&holder).await?;
        let own = reply.vouched || self.is_own_sender(reply, &holder.player).await?;
        let doubtful = reply.verdict.is_doubtful() && !reply.vouched;
        if !sits && (!own || doubtful) {
            return Ok(Admitted::Nobody("the sender no longer plays this seat"));
        }
        Ok(match () {
            () if !own => Admitted::Held(holder, "it was not sent from your own address"),
            () if doubtful => Admitted::Held(holder, "our mail server could not verify its sender"),
            () if !sits => Admitted::Gone(holder.player.id, holder.game),
            () if holder.key.dead_at.is_some() || holder.moved() => Admitted::Late(
                holder,
                "the email that you replied to is no longer valid, because you have changed your \
                 address or given up the seat since then",
            ),
            () => Admitted::Seat(holder),
        })
    }
}

/// Whether two addresses are equal, ignoring case.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

/// Whether the seat has been prompted again since the email was sent, so that its lines may mean
/// something else.
pub(super) fn is_late(game: &Game, holder: &SeatHolder) -> Result<bool, ServiceError> {
    Ok(holder.key.asked_seq.is_some() && is_prompted_later(game, holder) && !is_back(game, holder)?)
}

/// Whether the prompt of the email is pending again, because what happened since was undone. Its
/// lines then have their original meaning.
pub(super) fn is_asked_again(game: &Game, holder: &SeatHolder) -> Result<bool, ServiceError> {
    Ok(is_prompted_later(game, holder) && is_back(game, holder)?)
}

fn is_prompted_later(game: &Game, holder: &SeatHolder) -> bool {
    let put = game.seats().wait(holder.seat).map(|wait| wait.asked_at);
    put.is_some() && put > holder.key.known_seq
}

/// Whether the game is where it was when the email was written, with the same decision for the
/// seat. Only public events count, because other seats' instructions must not show.
fn is_back(game: &Game, holder: &SeatHolder) -> Result<bool, ServiceError> {
    let Some(known) = holder.key.known_seq else { return Ok(false) };
    let then = game.history().at(known)?;
    let (before, now) = (then.seats().wait(holder.seat), game.seats().wait(holder.seat));
    let same = matches!((before, now), (Some(one), Some(other)) if one.decision == other.decision);
    Ok(same && last_change(&then) == last_change(game))
}

/// Returns the last public event that changed the game and was not undone.
fn last_change(game: &Game) -> Option<Seq> {
    let stands = |one: &EventMetadata| one.open && one.changes && one.superseded_by.is_none();
    game.log.metadata().rev().find(stands).map(|one| one.seq)
}
