//! The hash chain: every event carries the hash of the one before it, so that no event can be
//! changed, left out or moved to another game without the later ones telling.
//!
//! Version 1. An event's hash is SHA-256 over parts, each preceded by its length as eight bytes,
//! the most significant first: the words "ravenpost event 1", the hash before, the game's id, the
//! number, the time in milliseconds, the kind, the seat (one byte, or nothing), the act, the facts
//! and the draws as stored. Numbers are eight bytes, the most significant first. Before the first
//! event stands the hash of "ravenpost game 1" and the game's id. This is frozen: golden vectors
//! in the tests keep it.

use sha2::{Digest, Sha256};

use crate::store::column::ms;
use crate::store::event::{Hash, NewEvent, StoredEvent};
use crate::store::ids::{GameId, Seq};

/// How far a game's chain goes, and its last hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    pub seq: Seq,
    pub hash: Hash,
}

impl Head {
    /// Before a game's first event.
    pub fn genesis(game: &GameId) -> Head {
        let mut sha = Sha256::new();
        part(&mut sha, b"ravenpost game 1");
        part(&mut sha, game.as_str().as_bytes());
        Head { seq: 0, hash: Hash(sha.finalize().into()) }
    }

    /// What the event that comes next leads to.
    pub fn after(self, game: &GameId, event: &NewEvent) -> Head {
        let link = Link {
            game: game.as_str().as_bytes(),
            seq: self.seq + 1,
            at: event.at.timestamp_millis(),
            kind: event.kind.as_bytes(),
            seat: event.seat.map(|seat| seat.0),
            act: event.act.as_bytes(),
            facts: event.facts.as_bytes(),
            draws: event.draws.as_bytes(),
        };
        Head { seq: link.seq, hash: link.hash(self.hash) }
    }
}

/// One hash over the heads of all games, in the order of their ids. Kept outside, it tells whether
/// any history is still what it was.
///
/// SHA-256 over parts, each preceded by its length as above: the words "ravenpost root 1", then for
/// each game its id, the number of its last event, and that event's hash. This is frozen as well.
pub fn root<'a>(heads: impl IntoIterator<Item = (&'a GameId, &'a Head)>) -> Hash {
    let mut sha = Sha256::new();
    part(&mut sha, b"ravenpost root 1");
    for (game, head) in heads {
        part(&mut sha, game.as_str().as_bytes());
        part(&mut sha, &head.seq.to_be_bytes());
        part(&mut sha, &head.hash.0);
    }
    Hash(sha.finalize().into())
}

/// The first twelve digits of a hash: printed in every letter and at the foot of every page.
pub fn short(hash: &Hash) -> String {
    data_encoding::HEXLOWER.encode(&hash.0[..6])
}

/// The one event at which a chain does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq} of game {game}: {what}")]
pub struct Broken {
    /// As it is stored, which need not be an id.
    pub game: String,
    pub seq: Seq,
    /// Where it stands in the log.
    pub position: i64,
    pub what: &'static str,
}

/// Checks a game's whole history, from its first event on.
pub fn verify(game: &GameId, history: &[StoredEvent]) -> Result<Head, Broken> {
    verify_from(game, Head::genesis(game), history)
}

/// Checks the events that follow a head already checked.
pub fn verify_from(game: &GameId, mut head: Head, events: &[StoredEvent]) -> Result<Head, Broken> {
    for event in events {
        let broken = |what| Broken {
            game: game.to_string(),
            seq: event.seq,
            position: crate::store::column::int(event.position),
            what,
        };
        if event.game != *game {
            return Err(broken("it belongs to another game"));
        }
        if event.seq != head.seq + 1 {
            return Err(broken("an event before it is missing"));
        }
        if event.link().hash(head.hash) != event.hash {
            return Err(broken("its hash does not follow from it and the event before"));
        }
        head = Head { seq: event.seq, hash: event.hash };
    }
    Ok(head)
}

/// What is hashed of one event, as bytes, so that damaged text is judged and not refused.
pub(in crate::store) struct Link<'a> {
    pub game: &'a [u8],
    pub seq: Seq,
    pub at: i64,
    pub kind: &'a [u8],
    pub seat: Option<u8>,
    pub act: &'a [u8],
    pub facts: &'a [u8],
    pub draws: &'a [u8],
}

impl NewEvent {
    /// The event as it will be stored after that head. Its position is known only then.
    pub fn stored(self, game: &GameId, head: Head) -> StoredEvent {
        let next = head.after(game, &self);
        StoredEvent {
            position: 0,
            game: game.clone(),
            seq: next.seq,
            at: self.at,
            kind: self.kind,
            seat: self.seat,
            act: self.act,
            facts: self.facts,
            draws: self.draws,
            hash: next.hash,
        }
    }
}

impl StoredEvent {
    pub(in crate::store) fn link(&self) -> Link<'_> {
        Link {
            game: self.game.as_str().as_bytes(),
            seq: self.seq,
            at: ms(self.at),
            kind: self.kind.as_bytes(),
            seat: self.seat.map(|seat| seat.0),
            act: self.act.as_bytes(),
            facts: self.facts.as_bytes(),
            draws: self.draws.as_bytes(),
        }
    }
}

impl Link<'_> {
    pub(in crate::store) fn hash(&self, before: Hash) -> Hash {
        let mut sha = Sha256::new();
        part(&mut sha, b"ravenpost event 1");
        part(&mut sha, &before.0);
        part(&mut sha, self.game);
        part(&mut sha, &self.seq.to_be_bytes());
        part(&mut sha, &self.at.to_be_bytes());
        part(&mut sha, self.kind);
        part(&mut sha, self.seat.as_slice());
        part(&mut sha, self.act);
        part(&mut sha, self.facts);
        part(&mut sha, self.draws);
        Hash(sha.finalize().into())
    }
}

fn part(sha: &mut Sha256, bytes: &[u8]) {
    sha.update((bytes.len() as u64).to_be_bytes());
    sha.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;

    fn event() -> NewEvent {
        NewEvent {
            at: chrono::DateTime::from_timestamp_millis(1_795_000_000_123).unwrap(),
            kind: "ordered".into(),
            seat: Some(Seat(2)),
            act: r#"{"Ordered":{"seat":2,"order":"pass","via":"mail"}}"#.into(),
            facts: r#"["Passed"]"#.into(),
            draws: "[]".into(),
        }
    }

    #[test]
    fn hashes_never_change() {
        let game = GameId::parse("golden").unwrap();
        let genesis = Head::genesis(&game);
        assert_eq!(
            genesis.hash.hex(),
            "1d6e3e4680b874112f9088f2f71d74c3c50e3da2358118f37f127c5e888a2e04"
        );
        let head = genesis.after(&game, &event());
        assert_eq!(head.seq, 1);
        assert_eq!(
            head.hash.hex(),
            "b1f21ea11027639a93fae932c3588b52648b3d3a4342812b7a0ee242a9a7b3c1"
        );
        assert_eq!(short(&head.hash), "b1f21ea11027");
    }

    #[test]
    fn the_root_never_changes_and_depends_on_every_head() {
        let head = |id: &str| {
            let game = GameId::parse(id).unwrap();
            (game.clone(), Head::genesis(&game).after(&game, &event()))
        };
        let heads = std::collections::BTreeMap::from([head("one"), head("two")]);
        let of = |heads: &std::collections::BTreeMap<GameId, Head>| root(heads).hex();
        assert_eq!(of(&heads), "4965e4f08ac822b07b3e566061fb7d11c61d695e8a3e76e02b443ced031d7bc9");
        for (game, head) in &heads {
            let mut other = heads.clone();
            other.insert(game.clone(), head.after(game, &event()));
            assert_ne!(of(&other), of(&heads));
            other.remove(game);
            assert_ne!(of(&other), of(&heads));
        }
    }

    #[test]
    fn every_part_is_in_the_hash() {
        let (game, other) = (GameId::parse("one").unwrap(), GameId::parse("two").unwrap());
        let genesis = Head::genesis(&game);
        let plain = genesis.after(&game, &event());
        let changed = |change: fn(&mut NewEvent)| {
            let mut event = event();
            change(&mut event);
            genesis.after(&game, &event).hash
        };
        let mut hashes = vec![
            plain.hash,
            genesis.after(&other, &event()).hash,
            plain.after(&game, &event()).hash,
            Head { seq: 7, ..genesis }.after(&game, &event()).hash,
            changed(|event| event.at += chrono::TimeDelta::milliseconds(1)),
            changed(|event| event.seat = None),
            changed(|event| event.seat = Some(Seat(3))),
            changed(|event| event.kind.push('x')),
            changed(|event| event.act.push('x')),
            changed(|event| event.facts.push('x')),
            changed(|event| event.draws.push('x')),
            // The same letters, cut elsewhere.
            changed(|event| {
                let first = event.facts.remove(0);
                event.act.push(first);
            }),
        ];
        let count = hashes.len();
        hashes.sort_by_key(|hash| hash.0);
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
