//! The hash chain: it proves what happened and reveals nothing that is hidden.
//!
//! Facts that everyone may know are hashed as they are. Hidden content enters an event's hash as
//! one of three *leaves* of 32 bytes. Their number does not depend on what happened or on the
//! number of seats. A leaf is SHA-256 of a 16-byte blinding and the hidden content:
//!
//! 0. What is revealed at the end. It is a JSON list: `["1f..","**2-",48,81,2,[...],[]]`. It starts
//!    with the hash of the previous event if that is not a step, and with the visibility. The
//!    lengths in bytes of the act, the facts and the draws follow. The last two elements are the
//!    facts that nobody may know yet and the draws. The leaf is empty if all facts are public,
//!    nothing was drawn and the previous event is a step.
//! 1. The act as stored, which contains the order as written. If there are facts that only the
//!    acting seat may know, they follow after a line feed.
//! 2. Facts that only other seats may know, as nested leaves: one for each seat of the table, in
//!    seat order. Empty if there are none.
//!
//! Each fact of one seat is hashed with the number of public facts before it: `[[1,...]]`.
//! Blindings come from a stream (`stream.rs`): it gives 32 bytes for each leaf and then for each
//! seat's leaf, of which the first 16 are the blinding. An empty leaf is these 32 bytes themselves,
//! which cannot be distinguished from a hash. This has three consequences:
//!
//! - Very little has to be stored, and a reader who is shown one leaf can check that leaf and no
//!   other.
//! - No reader can tell whether there are facts that they may not know.
//! - The last event reveals the secret, with which everything can be checked.
//!
//! An event's hash is SHA-256 over these parts, in this order:
//!
//! 1. the hash before the first event, which is the hash of "ravenpost game 1" and the game's id,
//! 2. the words "ravenpost event 1", padded with zeros to 32 bytes,
//! 3. the hash of the last step before the event,
//! 4. its step,
//! 5. the time in milliseconds,
//! 6. the seat as one byte, 0 for none,
//! 7. the three leaves,
//! 8. the kind, preceded by its length,
//! 9. the facts that everyone may know: `[...]`.
//!
//! Numbers and lengths are eight bytes, big-endian. Steps number the events that everyone may know
//! of, from 1. An event that only its own seat may know of has the number of the step before it.
//! Other seats' hashes do not show that it exists; the next event names it in its leaf 0. All of
//! this is frozen by golden vectors in the tests.

use std::borrow::Cow;

use super::Tip;
use super::by_visibility::{Sorted, sorted};
use super::link::Link;
use super::sha::Sha;
use super::stream::Streams;
use crate::event::Hash;
use ravenpost_rules::numbers::Step;

/// The number of leaves of an event.
pub const LEAVES: usize = 3;

/// Random bytes that hide the content of a leaf: without them it cannot be guessed.
pub type Blinding = [u8; 16];

/// A hidden part of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf<'a> {
    /// Content with its blinding.
    Of {
        /// The blinding, which is hashed before the bytes so that they cannot be guessed.
        blinding: Blinding,
        /// The hidden bytes.
        bytes: Cow<'a, [u8]>,
    },
    /// Nested leaves, each of which can be shown without the others.
    Seats {
        /// The blinding of the list.
        blinding: Blinding,
        /// One leaf for each seat, in seat order.
        leaves: Vec<Leaf<'a>>,
    },
    /// An empty leaf, or one that is not shown. The two look the same.
    Hidden(Hash),
}

impl Leaf<'_> {
    /// Returns the leaf's hash, which is public.
    pub fn hash(&self) -> Hash {
        match self {
            Leaf::Of { blinding, bytes } => leaf(blinding, bytes),
            Leaf::Seats { blinding, leaves } => {
                let start = Sha::bare().bytes(blinding);
                leaves.iter().fold(start, |sha, leaf| sha.bytes(leaf.hash().0)).hash()
            }
            Leaf::Hidden(hash) => *hash,
        }
    }
}

/// An event with its hidden parts separated.
pub struct Parts<'a> {
    /// The facts that everyone may know.
    pub facts: Cow<'a, [u8]>,
    /// The hidden parts: what is revealed at the end, the act, and the facts of other seats.
    pub leaves: [Leaf<'a>; LEAVES],
}

/// The inputs on which the hashes of one game depend.
#[derive(Clone)]
pub(super) struct Blinds {
    streams: Streams,
    seats: usize,
    /// The state after the bytes that every event's hash begins with.
    start: Sha,
}

impl Blinds {
    pub fn new(game: &[u8], secret: &[u8; 32], seats: u8) -> Blinds {
        let streams = Streams::new(game, secret);
        Blinds { streams, seats: seats.into(), start: start(game) }
    }

    /// Returns the hash of an event that follows `tip`.
    pub fn hash(&self, link: &Link, tip: &Tip) -> Hash {
        let Parts { facts, leaves } = self.parts(link, tip);
        let Link { at, kind, seat, .. } = *link;
        let header = Header { before: tip.shown, step: tip.step_of(link), at, kind, seat };
        outer(self.start.clone(), &header, leaves.map(|leaf| leaf.hash()), &facts)
    }

    /// Returns all parts of an event that follows `tip`.
    pub fn parts<'a>(&self, link: &Link<'a>, tip: &Tip) -> Parts<'a> {
        let mut stream = self.streams.of(link.nonce);
        let [end, own, others] = [(); LEAVES].map(|()| stream.next());
        let Sorted { revealed_at_end, by_actor, everybody, seats } = sorted(link, tip, self.seats);
        let seats = seats.into_iter().map(|seat| hidden(stream.next(), seat.map(Cow::Owned)));
        let seats: Vec<_> = seats.collect();
        let others = match seats.is_empty() {
            true => Leaf::Hidden(Hash(others)),
            false => Leaf::Seats { blinding: blinding(others), leaves: seats },
        };
        let leaves =
            [hidden(end, revealed_at_end.map(Cow::Owned)), hidden(own, Some(by_actor)), others];
        Parts { facts: everybody, leaves }
    }
}

fn blinding(stream: [u8; 32]) -> Blinding {
    stream[..16].try_into().expect("there are more")
}

fn hidden(stream: [u8; 32], bytes: Option<Cow<'_, [u8]>>) -> Leaf<'_> {
    match bytes {
        Some(bytes) => Leaf::Of { blinding: blinding(stream), bytes },
        None => Leaf::Hidden(Hash(stream)),
    }
}

pub(super) fn genesis(game: &[u8]) -> Hash {
    Sha::of(b"ravenpost game 1").part(game).hash()
}

fn leaf(blinding: &Blinding, bytes: &[u8]) -> Hash {
    Sha::bare().bytes(blinding).bytes(bytes).hash()
}

/// The parts of an event that are neither facts nor leaves.
pub(super) struct Header<'a> {
    pub before: Hash,
    pub step: Step,
    pub at: i64,
    pub kind: &'a [u8],
    pub seat: Option<u8>,
}

/// Hashes the 64 bytes that all events of a game begin with, so that this is done only once.
pub(super) fn start(game: &[u8]) -> Sha {
    let mut words = [0; 32];
    words[..17].copy_from_slice(b"ravenpost event 1");
    Sha::bare().bytes(genesis(game).0).bytes(words)
}

/// Returns the hash of an event from the hashes of its leaves.
pub(super) fn outer(start: Sha, header: &Header, leaves: [Hash; LEAVES], facts: &[u8]) -> Hash {
    let sha = start
        .bytes(header.before.0)
        .bytes(header.step.0.to_be_bytes())
        .bytes(header.at.to_be_bytes())
        .bytes([header.seat.unwrap_or_default()]);
    let sha = leaves.iter().fold(sha, |sha, leaf| sha.bytes(leaf.0));
    sha.part(header.kind).bytes(facts).hash()
}
