//! The keys of an email: what a reply to it may do, and the return address for bounces.

use crate::handles::Emails;
use chrono::{DateTime, Utc};

use super::reply_address::Fresh;
use crate::email_payload::EmailPayload;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use ravenpost_emails::NotificationKind;
use ravenpost_emails::notification_kind::Reply;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::post::keys::{Key, Purpose};
use ravenpost_store::post::outbox::QueuedEmail;
use ravenpost_store::talk::progress::TalkProgress;
use ravenpost_store::{TokenHash, token_hash};

/// How an email can be replied to, and what it reports. Stored beside it.
#[derive(Clone, Debug, Default)]
pub struct ReplyKeys {
    /// Stored together with the email, not before.
    pub keys: Vec<Key>,
    /// The Reply-To address; `None` if the email cannot be replied to.
    pub reply_to: Option<String>,
    /// The address that unsubscribes from such emails; `None` if they cannot be stopped.
    pub stop_to: Option<String>,
    /// The envelope sender, which receives bounces.
    pub sender: Option<String>,
    /// How far it reports the messages, at each table.
    pub talk_progress: Vec<TalkProgress>,
}

impl ReplyKeys {
    /// Sets the envelope of an email that was composed again to the one it had before.
    #[must_use]
    pub fn sent_as(mut self, before: ReplyKeys) -> ReplyKeys {
        self.keys.retain(|key| key.purpose != Purpose::Bounce);
        self.keys.extend(before.keys.into_iter().filter(|key| key.purpose == Purpose::Bounce));
        ReplyKeys { sender: before.sender, ..self }
    }
}

/// The state of the game that replies to an email refer to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Question {
    pub asked_seq: Option<Seq>,
    pub known_seq: Option<Seq>,
}

impl Question {
    pub fn of(game: &Game, seat: Seat) -> Question {
        Question {
            asked_seq: game.seats().wait(seat).map(|wait| wait.asked_at),
            known_seq: Some(game.last_seq()),
        }
    }
}

impl Emails<'_> {
    /// Creates the keys of an email. Empty if replies are not received.
    pub(crate) fn opens(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        address: &str,
        asked: Question,
    ) -> Result<ReplyKeys, ServiceError> {
        let Some(answers) = &self.settings().answers else { return Ok(ReplyKeys::default()) };
        let mut opens = ReplyKeys::default();
        let held = match EmailPayload::of(queued) {
            Some(EmailPayload::Held(held)) => Some(held.inbound_email),
            _ => None,
        };
        let mut add = |purpose: Purpose| -> Result<String, ServiceError> {
            let fresh = Fresh::key(self.entropy())?;
            let invitation = match purpose {
                Purpose::Invitation => invitation(queued),
                _ => None,
            };
            opens.keys.push(Key {
                hash: fresh.hash,
                purpose,
                email: None,
                player: queued.to_player,
                address: address.to_owned(),
                game: queued.game.clone(),
                seat: queued.seat,
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
        let reply_to = purpose(kind, queued).map(&mut add).transpose()?;
        let stop_to = kind.topic().map(|_| add(Purpose::Unsubscribe)).transpose()?;
        Ok(ReplyKeys { reply_to, stop_to, sender, ..opens })
    }
}

/// Whether an email of this kind can be replied to.
pub(crate) fn is_answered(kind: NotificationKind, queued: &QueuedEmail) -> bool {
    purpose(kind, queued).is_some()
}

/// Returns the invitation that a reply to an email would answer.
fn invitation(queued: &QueuedEmail) -> Option<TokenHash> {
    match EmailPayload::of(queued)? {
        EmailPayload::Answer(payload) => payload.invitation(),
        EmailPayload::Invitation(payload) => Some(token_hash(&payload.token)),
        _ => None,
    }
}

fn purpose(kind: NotificationKind, queued: &QueuedEmail) -> Option<Purpose> {
    match kind.reply() {
        Reply::Nothing => None,
        Reply::ForSeat => queued.seat.and(queued.to_player).map(|_| Purpose::Orders),
        Reply::ForReader => queued.to_player.map(|_| Purpose::Orders),
        Reply::Invitation => Some(Purpose::Invitation),
        Reply::SameInvitation => invitation(queued).map(|_| Purpose::Invitation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(purpose: Purpose, number: u8) -> Key {
        Key {
            hash: [number; 32],
            purpose,
            email: None,
            player: None,
            address: "ann@example.org".to_owned(),
            game: None,
            seat: None,
            asked_seq: None,
            known_seq: None,
            invitation: None,
            held: None,
            made_at: DateTime::UNIX_EPOCH,
            dead_at: None,
        }
    }

    #[test]
    fn email_composed_again_has_new_reply_keys_in_the_same_envelope() {
        let composed = |number: u8| ReplyKeys {
            keys: vec![key(Purpose::Orders, number), key(Purpose::Bounce, number)],
            reply_to: Some(format!("o-{number}@reply.raven.example")),
            sender: Some(format!("b-{number}@reply.raven.example")),
            ..ReplyKeys::default()
        };
        let sent = composed(2).sent_as(composed(1));
        assert_eq!(sent.keys, [key(Purpose::Orders, 2), key(Purpose::Bounce, 1)]);
        assert_eq!((sent.reply_to, sent.sender), (composed(2).reply_to, composed(1).sender));
    }
}
