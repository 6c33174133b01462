//! Version 1: hashes over bare facts. It proves, but what is hidden could be guessed from it, so
//! that no game begins with it any more.
//!
//! An event's hash is SHA-256 over parts: the words "ravenpost event 1", the hash before, the
//! game's id, the number, the time in milliseconds, the kind, the seat (one byte, or nothing), the
//! act, the facts and the draws as stored. Before the first event stands the hash of
//! "ravenpost game 1" and the game's id. This is frozen: golden vectors in the tests keep it.

use super::link::Link;
use super::sha::Sha;
use crate::event::Hash;

pub(super) fn genesis(game: &[u8]) -> Hash {
    Sha::of(b"ravenpost game 1").part(game).hash()
}

pub(super) fn hash(link: &Link, before: Hash) -> Hash {
    // Facts and who may know them stand together in one column. In this version nothing was said
    // of who may, and nothing may be.
    let column = link.known.len() + link.facts.len();
    Sha::of(b"ravenpost event 1")
        .part(&before.0)
        .part(link.game)
        .part(&link.seq.0.to_be_bytes())
        .part(&link.at.to_be_bytes())
        .part(link.kind)
        .part(link.seat.as_slice())
        .part(link.act)
        .bytes((column as u64).to_be_bytes())
        .bytes(link.known)
        .bytes(link.facts)
        .part(link.draws)
        .hash()
}
