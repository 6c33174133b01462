//! The keys that a letter carries: what may be done by answering it, and whose bounces it brings.

use chrono::{DateTime, Utc};

use super::reply_address::Fresh;
use crate::letters::LetterKind;
use crate::letters::letter_kind::Reply;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::letter_payload::LetterPayload;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::post::keys::{Key, Purpose};
use ravenpost_store::post::outbox::Owed;
use ravenpost_store::talk::progress::TalkProgress;
use ravenpost_store::{TokenHash, token_hash};

/// How a letter can be answered, and what it tells: kept beside its bytes.
#[derive(Clone, Debug, Default)]
pub struct ReplyKeys {
    /// To be kept with the bytes of the letter, and not before.
    pub keys: Vec<Key>,
    /// Where answers to it are read; none for letters that cannot be answered.
    pub reply_to: Option<String>,
    /// Where a letter stops those like this one; none for letters that nobody can stop.
    pub stop_to: Option<String>,
    /// The envelope's sender, where what comes back is read.
    pub sender: Option<String>,
    /// How far it tells what was said at the table.
    pub told: Option<TalkProgress>,
}

impl ReplyKeys {
    /// The same for a letter that was written anew, in the envelope that it had before.
    #[must_use]
    pub fn sent_as(mut self, before: ReplyKeys) -> ReplyKeys {
        self.keys.retain(|key| key.purpose != Purpose::Bounce);
        self.keys.extend(before.keys.into_iter().filter(|key| key.purpose == Purpose::Bounce));
        ReplyKeys { sender: before.sender, ..self }
    }
}

/// What a letter asked, as far as its answers are concerned.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::service) struct Question {
    pub asked_seq: Option<Seq>,
    pub known_seq: Option<Seq>,
}

impl Question {
    pub fn of(live: &Game, seat: Seat) -> Question {
        Question {
            asked_seq: live.wait(seat).map(|wait| wait.asked_at),
            known_seq: Some(live.last_seq()),
        }
    }
}

impl Service {
    /// Makes the keys of a letter that is being written. None where answers are not read.
    pub(in crate::service) fn opens(
        &self,
        now: DateTime<Utc>,
        kind: LetterKind,
        owed: &Owed,
        address: &str,
        asked: Question,
    ) -> Result<ReplyKeys, ServiceError> {
        let Some(answers) = &self.settings().answers else { return Ok(ReplyKeys::default()) };
        let mut opens = ReplyKeys::default();
        let held = match LetterPayload::of(owed) {
            Some(LetterPayload::Held(held)) => Some(held.inbound_email),
            _ => None,
        };
        let mut add = |purpose: Purpose| -> Result<String, ServiceError> {
            let fresh = Fresh::key(self.entropy())?;
            let invitation = match purpose {
                Purpose::Invitation => invitation(owed),
                _ => None,
            };
            opens.keys.push(Key {
                hash: fresh.hash,
                purpose,
                letter: None,
                player: owed.to_player,
                address: address.to_owned(),
                game: owed.game.clone(),
                seat: owed.seat,
                asked_seq: asked.asked_seq,
                known_seq: asked.known_seq,
                invitation,
                held: held.filter(|_| purpose == Purpose::Orders),
                made_at: now,
                dead_at: None,
            });
            Ok(answers.address(purpose, &fresh.text))
        };
        let bounces = self.settings().bounce_addresses;
        let sender = bounces.then(|| add(Purpose::Bounce)).transpose()?;
        let reply_to = purpose(kind, owed).map(&mut add).transpose()?;
        let stop_to = kind.topic().map(|_| add(Purpose::Unsubscribe)).transpose()?;
        Ok(ReplyKeys { reply_to, stop_to, sender, ..opens })
    }
}

/// Whether answers to a letter do anything.
pub(in crate::service) fn is_answered(kind: LetterKind, owed: &Owed) -> bool {
    purpose(kind, owed).is_some()
}

/// The invitation that an answer to a letter answers.
fn invitation(owed: &Owed) -> Option<TokenHash> {
    match LetterPayload::of(owed)? {
        LetterPayload::Answer(payload) => payload.invitation(),
        LetterPayload::Invitation(payload) => Some(token_hash(&payload.token)),
        _ => None,
    }
}

/// What an answer to a letter is for.
fn purpose(kind: LetterKind, owed: &Owed) -> Option<Purpose> {
    match kind.reply() {
        Reply::Nothing => None,
        Reply::ForSeat => owed.seat.and(owed.to_player).map(|_| Purpose::Orders),
        Reply::ForReader => owed.to_player.map(|_| Purpose::Orders),
        Reply::Invitation => Some(Purpose::Invitation),
        Reply::SameInvitation => invitation(owed).map(|_| Purpose::Invitation),
    }
}
