//! The chain: it proves what happened and reveals nothing that is hidden.
//!
//! The facts that everybody may know are hashed as they are. What somebody may not know enters an
//! event's hash as one of three *leaves* of 32 bytes, so that there are as many whatever happened
//! and however many sit at the table. A leaf is SHA-256 of a blinding of 16 bytes and of what is
//! hidden; leaf by leaf:
//! 0. what is told at the end: the hash of the event right before it where that is no step, who
//!    may know of what, how many bytes the act, the facts and the draws have, the facts that
//!    nobody may know yet, and the draws: `["1f..","**2-",48,81,2,[...],[]]`. Nothing where all
//!    facts are everybody's, nothing was drawn and a step is right before it;
//! 1. the act as stored, in which stands the order as written; after a line end the facts that
//!    the seat which gave it alone may know, if there are any;
//! 2. the facts that other seats alone may know, as leaves once more: one for each seat of the
//!    table, one after the other. Nothing where there are none.
//!
//! Facts of one seat stand each with the number of facts for everybody that come before it:
//! `[[1,...]]`. Blindings are the bytes of a stream (`stream.rs`): 32 for each leaf and then for
//! each seat's, of which the first 16 are the blinding. A leaf of nothing is these 32 bytes
//! themselves, which nobody can tell from a hash. So little is stored for any of it, whoever is
//! shown a leaf can check that one and no other, nobody sees whether there are facts that he may
//! not know, and with the secret, which the last event tells, all can be checked.
//!
//! An event's hash is SHA-256 over the hash before the first event, the words "ravenpost event 1"
//! filled up to 32 bytes with zeros, the hash of the last step before it, its step, the time in
//! milliseconds, the seat as one byte, 0 for none, the three leaves, the kind with its length
//! before it, and last the facts that everybody may know: `[...]`. Numbers and lengths are eight
//! bytes, the most significant first. Steps number the events that everybody may know of, from 1;
//! one that its seat alone may know of has the number of the step before it, and nobody else's
//! hashes show that it is there: what comes next names it in its leaf 0. Before the first event
//! stands the hash of "ravenpost game 1" and the game's id. All of this is frozen: golden vectors
//! in the tests keep it.

use std::borrow::Cow;

use super::Tip;
use super::link::Link;
use super::sha::Sha;
use super::sorted::{Sorted, sorted};
use super::stream::Streams;
use crate::event::Hash;
use ravenpost_rules::numbers::Step;

/// How many leaves an event has.
pub const LEAVES: usize = 3;

/// What hides a leaf: nobody who lacks it can try what the leaf is of.
pub type Blinding = [u8; 16];

/// One thing that is hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf<'a> {
    /// It, with what hides it.
    Of {
        /// The blinding that is hashed before the bytes, so that nobody can guess them.
        blinding: Blinding,
        /// The bytes that the leaf's hash stands for.
        bytes: Cow<'a, [u8]>,
    },
    /// Leaves, each of which can be shown without the others.
    Seats {
        /// What hides them all.
        blinding: Blinding,
        /// A leaf for each seat, in seat order.
        leaves: Vec<Leaf<'a>>,
    },
    /// Nothing at all, or nothing that is shown: it looks the same.
    Hidden(Hash),
}

impl Leaf<'_> {
    /// The leaf as everybody sees it.
    pub fn hash(&self) -> Hash {
        match self {
            Leaf::Of { blinding, bytes } => leaf(blinding, bytes),
            Leaf::Seats { blinding, leaves } => {
                let hashes: Vec<u8> = leaves.iter().flat_map(|leaf| leaf.hash().0).collect();
                leaf(blinding, &hashes)
            }
            Leaf::Hidden(hash) => *hash,
        }
    }
}

/// An event, its hidden parts apart.
pub struct Parts<'a> {
    /// Those that everybody may know.
    pub facts: Cow<'a, [u8]>,
    /// What is hidden: what is told at the end, the act, and what other seats came to know.
    pub leaves: [Leaf<'a>; LEAVES],
}

/// What the hashes of one game hang on.
#[derive(Clone)]
pub(super) struct Blinds {
    streams: Streams,
    seats: usize,
    /// What every event's hash begins with.
    start: Sha,
}

impl Blinds {
    pub fn new(game: &[u8], secret: &[u8; 32], seats: u8) -> Blinds {
        let streams = Streams::new(game, secret);
        Blinds { streams, seats: seats.into(), start: start(game) }
    }

    /// The hash of an event that follows `tip`.
    pub fn hash(&self, link: &Link, tip: &Tip) -> Hash {
        let Parts { facts, leaves } = self.parts(link, tip);
        let Link { at, kind, seat, .. } = *link;
        let header = Header { before: tip.shown, step: tip.step_of(link), at, kind, seat };
        outer(self.start.clone(), &header, leaves.map(|leaf| leaf.hash()), &facts)
    }

    /// All of an event that follows `tip`.
    pub fn parts<'a>(&self, link: &Link<'a>, tip: &Tip) -> Parts<'a> {
        let mut stream = self.streams.of(link.nonce);
        let [end, own, others] = [(); LEAVES].map(|()| stream.next());
        let Sorted { told_at_end, by_actor, everybody, seats } = sorted(link, tip, self.seats);
        let seats = seats.into_iter().map(|seat| hidden(stream.next(), seat.map(Cow::Owned)));
        let seats: Vec<_> = seats.collect();
        let others = match seats.is_empty() {
            true => Leaf::Hidden(Hash(others)),
            false => Leaf::Seats { blinding: blinding(others), leaves: seats },
        };
        let leaves =
            [hidden(end, told_at_end.map(Cow::Owned)), hidden(own, Some(by_actor)), others];
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

/// What stands beside facts and leaves of an event.
pub(super) struct Header<'a> {
    pub before: Hash,
    pub step: Step,
    pub at: i64,
    pub kind: &'a [u8],
    pub seat: Option<u8>,
}

/// What all events of a game begin with: 64 bytes, which are hashed once.
pub(super) fn start(game: &[u8]) -> Sha {
    let mut words = [0; 32];
    words[..17].copy_from_slice(b"ravenpost event 1");
    Sha::bare().bytes(genesis(game).0).bytes(words)
}

/// The hash of an event, of which the hidden is given as hashes alone.
pub(super) fn outer(start: Sha, header: &Header, leaves: [Hash; LEAVES], facts: &[u8]) -> Hash {
    let sha = start
        .bytes(header.before.0)
        .bytes(header.step.0.to_be_bytes())
        .bytes(header.at.to_be_bytes())
        .bytes([header.seat.unwrap_or_default()]);
    let sha = leaves.iter().fold(sha, |sha, leaf| sha.bytes(leaf.0));
    sha.part(header.kind).bytes(facts).hash()
}
