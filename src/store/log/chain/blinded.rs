//! Version 2: a chain that proves and tells nothing.
//!
//! What somebody may not know enters an event's hash as a *leaf*: SHA-256 of a blinding of 16
//! bytes and of what is hidden. The blindings of event *n* are the ChaCha20 stream with a zero
//! nonce, the i-th 16 bytes for leaf *i* from 0, under the key HMAC-SHA256(secret, "ravenpost
//! blinding 2" | game | n). So nothing is stored for them, whoever is shown a leaf can check that
//! one and no other, and with the secret, which the last event tells, all can be checked.
//!
//! The leaves, always as many as the table has seats and five more:
//! 0. the event's number and the hash of the event right before it: 8 and 32 bytes;
//! 1. the act as stored, in which stands the order as written;
//! 2. the draws as stored;
//! 3. the list of who may know of what, how many bytes the facts have, and the facts that nobody
//!    may know yet: `["**2-",81,[...]]`;
//! 4. the facts that everybody may know: `[...]`;
//! 5. and on, for each seat the facts that it alone may know, each with the number of facts for
//!    everybody that come before it: `[[1,...]]`.
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
const FIRST: usize = 5;

pub type Blinding = [u8; 16];

/// One thing that is hidden, with what hides it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    pub blinding: Blinding,
    pub bytes: Vec<u8>,
}

impl Leaf {
    pub fn hash(&self) -> Hash {
        leaf(&self.blinding, &self.bytes)
    }
}

/// What the hashes of one game hang on.
#[derive(Clone)]
pub(super) struct Blinds {
    /// Everything in the keys but the event's number.
    mac: Hmac<Sha256>,
    leaves: usize,
}

impl Blinds {
    pub fn new(game: &[u8], secret: &[u8; 32], seats: u8) -> Blinds {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("any length is a key");
        for bytes in [b"ravenpost blinding 2", game] {
            mac.update(&(bytes.len() as u64).to_be_bytes());
            mac.update(bytes);
        }
        Blinds { mac, leaves: FIRST + usize::from(seats) }
    }

    /// The hash of an event that follows `tip`.
    pub fn hash(&self, link: &Link, tip: &Tip) -> Hash {
        let mut hashes = Vec::with_capacity(32 * self.leaves);
        self.each(link, tip, |blinding, bytes| hashes.extend(leaf(blinding, bytes).0));
        let Link { game, at, kind, seat, .. } = *link;
        let (before, step) = (tip.shown, tip.step_of(link));
        outer(&Header { before, game, step, at, kind, seat }, &hashes)
    }

    /// Everything that is hidden of an event that follows `tip`.
    pub fn leaves(&self, link: &Link, tip: &Tip) -> Vec<Leaf> {
        let mut leaves = Vec::with_capacity(self.leaves);
        self.each(link, tip, |blinding, bytes| {
            leaves.push(Leaf { blinding: *blinding, bytes: bytes.to_vec() });
        });
        leaves
    }

    fn each(&self, link: &Link, tip: &Tip, mut leaf: impl FnMut(&Blinding, &[u8])) {
        let mut stream = self.stream(link.seq);
        let mut next = |bytes: &[u8]| {
            let mut blinding = Blinding::default();
            stream.fill_bytes(&mut blinding);
            leaf(&blinding, bytes);
        };
        let place: [u8; 40] = place(link.seq, tip.head.hash);
        let Sorted { nobody, everybody, seats } = sorted(link, self.leaves - FIRST);
        next(&place);
        next(link.act);
        next(link.draws);
        next(&nobody);
        next(&everybody);
        for seat in &seats {
            next(seat);
        }
        for _ in seats.len()..self.leaves - FIRST {
            next(NOTHING);
        }
    }

    fn stream(&self, seq: u64) -> ChaCha20Rng {
        let mut mac = self.mac.clone();
        mac.update(&8_u64.to_be_bytes());
        mac.update(&seq.to_be_bytes());
        ChaCha20Rng::from_seed(mac.finalize().into_bytes().into())
    }
}

const NOTHING: &[u8] = b"[]";

pub(super) fn genesis(game: &[u8]) -> Hash {
    let mut sha = Sha256::new();
    part(&mut sha, b"ravenpost game 2");
    part(&mut sha, game);
    Hash(sha.finalize().into())
}

fn place(seq: u64, before: Hash) -> [u8; 40] {
    let mut place = [0; 40];
    place[..8].copy_from_slice(&seq.to_be_bytes());
    place[8..].copy_from_slice(&before.0);
    place
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
