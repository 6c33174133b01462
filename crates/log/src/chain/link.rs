//! The hashed parts of an event, as bytes, so that damaged text can be checked too.

use crate::event::{NewEvent, Nonce, StoredEvent};
use ravenpost_rules::numbers::Seq;

/// An event as it is hashed.
#[derive(Clone, Copy)]
pub struct Link<'a> {
    /// The id of the game, as bytes.
    pub game: &'a [u8],
    /// The event's number in its game, from 1.
    pub seq: Seq,
    /// When it happened, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The name of the act, as it is stored.
    pub kind: &'a [u8],
    /// The seat that acted, or that the act is about, from 1.
    pub seat: Option<u8>,
    /// The act, as JSON.
    pub act: &'a [u8],
    /// Who may know of the event and of each of its facts.
    pub known: &'a [u8],
    /// The facts, as a JSON list.
    pub facts: &'a [u8],
    /// The numbers drawn, as a JSON list.
    pub draws: &'a [u8],
    /// The random bytes of this event.
    pub nonce: Nonce,
}

/// The first byte of `known` in an event that everyone may know of.
const OPEN: u8 = b'*';

impl Link<'_> {
    /// Returns whether everyone may know that this event exists.
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
    /// Returns the event as it is hashed.
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

    /// Returns whether everyone may know that this event exists. An event that only its own seat
    /// knows of has no step, and other seats see no trace of it.
    pub fn is_open(&self) -> bool {
        self.link().is_open()
    }
}
