//! What is hashed of one event, as bytes, so that damaged text is judged and not refused.

use crate::event::{NewEvent, Nonce, StoredEvent};
use ravenpost_rules::numbers::Seq;

/// One event as its hash sees it.
#[derive(Clone, Copy)]
pub struct Link<'a> {
    /// The id of the game, as bytes.
    pub game: &'a [u8],
    /// Its number among the events of its game, from 1.
    pub seq: Seq,
    /// When it happened, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The name of the act, as it is stored.
    pub kind: &'a [u8],
    /// The seat that acted, or that the act is about, from 1.
    pub seat: Option<u8>,
    /// The act, as JSON.
    pub act: &'a [u8],
    /// Who may know the event, and who each of its facts.
    pub known: &'a [u8],
    /// What the act led to, as a JSON list.
    pub facts: &'a [u8],
    /// The numbers drawn, as a JSON list.
    pub draws: &'a [u8],
    /// Random bytes of its own.
    pub nonce: Nonce,
}

/// What stands first in `known` of an event that everybody may know of.
const OPEN: u8 = b'*';

impl Link<'_> {
    /// Whether everybody may know that there was such an event.
    pub fn is_open(&self) -> bool {
        self.known.first().is_none_or(|first| *first == OPEN)
    }
}

impl NewEvent {
    pub(super) fn link<'a>(&'a self, game: &'a [u8], seq: Seq) -> Link<'a> {
        Link {
            game,
            seq,
            at: self.at.timestamp_millis(),
            kind: self.kind.as_bytes(),
            seat: self.seat.map(|seat| seat.0),
            act: self.act.as_bytes(),
            known: self.known.as_bytes(),
            facts: self.facts.as_bytes(),
            draws: self.draws.as_bytes(),
            nonce: self.nonce,
        }
    }
}

impl StoredEvent {
    /// The event as its hash sees it.
    pub fn link(&self) -> Link<'_> {
        Link {
            game: self.game.as_str().as_bytes(),
            seq: self.seq,
            at: self.at.timestamp_millis(),
            kind: self.kind.as_bytes(),
            seat: self.seat.map(|seat| seat.0),
            act: self.act.as_bytes(),
            known: self.known.as_bytes(),
            facts: self.facts.as_bytes(),
            draws: self.draws.as_bytes(),
            nonce: self.nonce,
        }
    }

    /// Whether everybody may know that there was such an event. One that only its own seat knows
    /// of has no step: to everybody else it did not happen.
    pub fn is_open(&self) -> bool {
        self.link().is_open()
    }
}
