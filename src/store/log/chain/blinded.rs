//! Version 2: a chain that proves and tells nothing.
//!
//! What somebody may not know enters an event's hash as a *leaf*: SHA-256 of a blinding of 16
//! bytes and of what is hidden. What blinds event *n* is the ChaCha20 stream with the nonce *n* under
//! the game's key, HMAC-SHA256(secret, "ravenpost blinding 2" | game): of each 32 bytes, for leaf *i*
//! from 0, the first 16. So nothing is stored for it, whoever is shown a leaf can check that one and
//! no other, and with the secret, which the last event tells, all can be checked.
//!
//! The leaves, always as many as the table has seats and three more:
//! 0. what is told at the end: the hash of the event right before it, who may know of what, how many
//!    bytes the facts and the draws have, the facts that nobody may know yet, and the draws:
//!    `["1f..","**2-",81,2,[...],[]]`;
//! 1. the act as stored, in which stands the order as written;
//! 2. the facts that everybody may know: `[...]`;
//! 3. and on, for each seat the facts that it alone may know, each with the number of facts for
//!    everybody that come before it: `[[1,...]]`. Where there are none, the 32 bytes of the stream
//!    are the leaf themselves, which nobody can tell from a hash.
//!
//! So nobody sees how many facts there are that he may not know.
//!
//! An event's hash is SHA-256 over parts: the words "ravenpost event 2", the hash of the last event
//! before it that everybody may know of, the game's id, the step, the time in milliseconds, the
//! kind, the seat (one byte, or nothing), and the leaves one after the other as one part. Numbers
//! are eight bytes, the most significant first. Steps number the events that everybody may know of,
//! from 1; one that its seat alone may know of has the number of the step before it, and nobody
//! else's hashes show that it is there: what comes next names it in its leaf 0. Before the first
//! event stands the hash of "ravenpost game 2" and the game's id. All of this is frozen: golden
//! vectors in the tests keep it.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::Tip;
use super::link::{Link, part};
use super::sorted::{Sorted, sorted};
use crate::store::event::Hash;

/// Leaves before those of the seats.
const FIRST: usize = 3;

pub type Blinding = [u8; 16];

/// One thing that is hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// It, with what hides it.
    Of { blinding: Blinding, bytes: Vec<u8> },
    /// Nothing at all, which looks like any other.
    Nothing(Hash),
}

impl Leaf {
    /// The leaf as everybody sees it.
    pub fn hash(&self) -> Hash {
        match self {
            Leaf::Of { blinding, bytes } => leaf(blinding, bytes),
            Leaf::Nothing(stream) => *stream,
        }
    }
}

/// What the hashes of one game hang on.
#[derive(Clone)]
pub(super) struct Blinds {
    key: [u8; 32],
    leaves: usize,
}

impl Blinds {
    pub fn new(game: &[u8], secret: &[u8; 32], seats: u8) -> Blinds {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("any length is a key");
        for bytes in [b"ravenpost blinding 2", game] {
            mac.update(&(bytes.len() as u64).to_be_bytes());
            mac.update(bytes);
        }
        Blinds { key: mac.finalize().into_bytes().into(), leaves: FIRST + usize::from(seats) }
    }

    /// The hash of an event that follows `tip`.
    pub fn hash(&self, link: &Link, tip: &Tip) -> Hash {
        let mut hashes = Vec::with_capacity(32 * self.leaves);
        self.each(link, tip, |hides, bytes| match bytes {
            Some(bytes) => hashes.extend(leaf(&hides.0, bytes).0),
            None => hashes.extend(hides.1.0),
        });
        let Link { game, at, kind, seat, .. } = *link;
        let (before, step) = (tip.shown, tip.step_of(link));
        outer(&Header { before, game, step, at, kind, seat }, &hashes)
    }

    /// Everything that is hidden of an event that follows `tip`.
    pub fn leaves(&self, link: &Link, tip: &Tip) -> Vec<Leaf> {
        let mut leaves = Vec::with_capacity(self.leaves);
        self.each(link, tip, |hides, bytes| {
            leaves.push(match bytes {
                Some(bytes) => Leaf::Of { blinding: hides.0, bytes: bytes.to_vec() },
                None => Leaf::Nothing(hides.1),
            });
        });
        leaves
    }

    /// Goes through the leaves: what each is hidden by, and what it is.
    fn each(&self, link: &Link, tip: &Tip, mut leaf: impl FnMut((Blinding, Hash), Option<&[u8]>)) {
        let mut stream = ChaCha20Rng::from_seed(self.key);
        stream.set_stream(link.seq);
        let mut next = |bytes: Option<&[u8]>| {
            let mut bare = [0; 32];
            stream.fill_bytes(&mut bare);
            let mut blinding = Blinding::default();
            blinding.copy_from_slice(&bare[..16]);
            leaf((blinding, Hash(bare)), bytes);
        };
        let Sorted { nobody, everybody, seats } = sorted(link, tip.head.hash, self.leaves - FIRST);
        next(Some(&nobody));
        next(Some(link.act));
        next(Some(&everybody));
        for seat in 0..self.leaves - FIRST {
            next(seats.get(seat).map(Vec::as_slice).filter(|own| !own.is_empty()));
        }
    }
}

pub(super) fn genesis(game: &[u8]) -> Hash {
    let mut sha = Sha256::new();
    part(&mut sha, b"ravenpost game 2");
    part(&mut sha, game);
    Hash(sha.finalize().into())
}

fn leaf(blinding: &Blinding, bytes: &[u8]) -> Hash {
    let mut sha = Sha256::new();
    sha.update(blinding);
    sha.update(bytes);
    Hash(sha.finalize().into())
}

/// What of an event is hashed as it is.
pub(super) struct Header<'a> {
    pub before: Hash,
    pub game: &'a [u8],
    pub step: u64,
    pub at: i64,
    pub kind: &'a [u8],
    pub seat: Option<u8>,
}

/// The hash of an event, of which the hidden is given as hashes alone, one after the other.
pub(super) fn outer(header: &Header, leaves: &[u8]) -> Hash {
    let mut sha = Sha256::new();
    part(&mut sha, b"ravenpost event 2");
    part(&mut sha, &header.before.0);
    part(&mut sha, header.game);
    part(&mut sha, &header.step.to_be_bytes());
    part(&mut sha, &header.at.to_be_bytes());
    part(&mut sha, header.kind);
    part(&mut sha, header.seat.as_slice());
    part(&mut sha, leaves);
    Hash(sha.finalize().into())
}
