//! Version 1: hashes over bare facts. It proves, but what is hidden could be guessed from it, so
//! that no game begins with it any more.
//!
//! An event's hash is SHA-256 over parts: the words "ravenpost event 1", the hash before, the
//! game's id, the number, the time in milliseconds, the kind, the seat (one byte, or nothing), the
//! act, the facts and the draws as stored. Before the first event stands the hash of
//! "ravenpost game 1" and the game's id. This is frozen: golden vectors in the tests keep it.

use sha2::{Digest, Sha256};

use super::link::{Link, part};
use crate::store::event::Hash;

pub(super) fn genesis(game: &[u8]) -> Hash {
    let mut sha = Sha256::new();
    part(&mut sha, b"ravenpost game 1");
    part(&mut sha, game);
    Hash(sha.finalize().into())
}

pub(super) fn hash(link: &Link, before: Hash) -> Hash {
    let mut sha = Sha256::new();
    part(&mut sha, b"ravenpost event 1");
    part(&mut sha, &before.0);
    part(&mut sha, link.game);
    part(&mut sha, &link.seq.to_be_bytes());
    part(&mut sha, &link.at.to_be_bytes());
    part(&mut sha, link.kind);
    part(&mut sha, link.seat.as_slice());
    part(&mut sha, link.act);
    // The two stand together in one column. Nothing was said of who knows, and nothing may be.
    let column = link.known.len() + link.facts.len();
    sha.update((column as u64).to_be_bytes());
    sha.update(link.known);
    sha.update(link.facts);
    part(&mut sha, link.draws);
    Hash(sha.finalize().into())
}
