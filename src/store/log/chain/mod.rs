//! The hash chain: every event carries the hash of the one before it, so that no event can be
//! changed, left out or moved to another game without the later ones telling.
//!
//! Its first event says which version a game's chain is of: `bare.rs` is the first, `blinded.rs`
//! the second. Each game keeps its own to its end.

mod bare;
mod blinded;
mod link;
pub mod shown;
mod sorted;
mod version;

use sha2::{Digest, Sha256};

use crate::store::event::{Hash, NewEvent, StoredEvent};
use crate::store::ids::{GameId, Seq};
pub use blinded::{Blinding, Leaf};
pub(in crate::store) use link::Link;
use link::part;
pub use version::{Chain, NEWEST};

/// How far a game's chain goes, and its last hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    pub seq: Seq,
    pub hash: Hash,
}

impl Head {
    /// Before the first event of a game of version 1.
    pub fn genesis(game: &GameId) -> Head {
        Head { seq: 0, hash: bare::genesis(game.as_str().as_bytes()) }
    }

    /// What the event that comes next leads to in version 1.
    pub fn after(self, game: &GameId, event: &NewEvent) -> Head {
        let link = event.link(game.as_str().as_bytes(), self.seq + 1);
        Head { seq: link.seq, hash: bare::hash(&link, self.hash) }
    }
}

/// Where a game's chain stands: its head, and as much of it as everybody may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip {
    pub head: Head,
    /// How many events there were that everybody may know of.
    pub step: u64,
    /// The hash of the last of these: what pages and letters show.
    pub shown: Hash,
}

impl Tip {
    /// Where it stands after an event with that hash, whatever that should have been.
    pub(in crate::store) fn after(self, link: &Link, hash: Hash) -> Tip {
        let shown = if link.is_open() { hash } else { self.shown };
        Tip { head: Head { seq: link.seq, hash }, step: self.step_of(link), shown }
    }

    fn step_of(&self, link: &Link) -> u64 {
        self.step + u64::from(link.is_open())
    }

    /// Where it stands after an event, as it was stored.
    #[must_use]
    pub fn past(self, event: &StoredEvent) -> Tip {
        self.after(&event.link(), event.hash)
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

/// Checks a game's whole history, from its first event on. The secret is that of its dice, which
/// version 2 wants.
pub fn verify(
    game: &GameId,
    history: &[StoredEvent],
    secret: Option<[u8; 32]>,
) -> Result<Head, Broken> {
    let broken = |event: &StoredEvent, what| Broken {
        game: game.to_string(),
        seq: event.seq,
        position: crate::store::column::int(event.position),
        what,
    };
    let Some(first) = history.first() else { return Ok(Head::genesis(game)) };
    let chain = Chain::of(game, first.act.as_bytes(), secret);
    let chain = chain.map_err(|what| broken(first, what))?;
    let mut tip = chain.genesis();
    for event in history {
        if event.game != *game {
            return Err(broken(event, "it belongs to another game"));
        }
        if event.seq != tip.head.seq + 1 {
            return Err(broken(event, "an event before it is missing"));
        }
        if chain.hash(&event.link(), &tip) != event.hash {
            return Err(broken(event, "its hash does not follow from it and the event before"));
        }
        tip = tip.past(event);
    }
    Ok(tip.head)
}

impl NewEvent {
    /// The event as it will be stored in a chain of version 1. Its position is known only then.
    pub fn stored(self, game: &GameId, head: Head) -> StoredEvent {
        let next = head.after(game, &self);
        self.numbered(game, next)
    }

    /// The event as it will be stored next in a game's chain.
    pub fn linked(self, chain: &Chain, tip: &Tip) -> StoredEvent {
        let game = chain.game().clone();
        let link = self.link(game.as_str().as_bytes(), tip.head.seq + 1);
        let next = Head { seq: link.seq, hash: chain.hash(&link, tip) };
        self.numbered(&game, next)
    }

    fn numbered(self, game: &GameId, next: Head) -> StoredEvent {
        StoredEvent {
            position: 0,
            game: game.clone(),
            seq: next.seq,
            at: self.at,
            kind: self.kind,
            seat: self.seat,
            act: self.act,
            known: self.known,
            facts: self.facts,
            draws: self.draws,
            hash: next.hash,
        }
    }
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
            known: String::new(),
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

    const SECRET: [u8; 32] = [9; 32];

    fn opened(seats: u8) -> NewEvent {
        let commitment = crate::rules::dice::Luck::commitment(&SECRET);
        let table = format!(r#""table":{{"seats":{seats}}},"commitment":"{commitment}""#);
        NewEvent {
            kind: "opened".into(),
            seat: None,
            act: format!(r#"{{"Opened":{{"chain":2,{table}}}}}"#),
            known: "*".into(),
            facts: "[]".into(),
            ..event()
        }
    }

    /// An order with facts for all, for its seat, for another, and for nobody yet.
    fn ordered() -> NewEvent {
        NewEvent {
            known: "**21-".into(),
            facts: r#"[{"Paid":[2,"a,\"]"]},{"Drew":[[1,2],{}]},"Left","Shuffled"]"#.into(),
            draws: r#"[["deck",[[7,3]]]]"#.into(),
            ..event()
        }
    }

    /// Something that its seat alone may know of.
    fn left() -> NewEvent {
        NewEvent { known: "2".into(), facts: r#"["Planned"]"#.into(), ..event() }
    }

    fn chain() -> Chain {
        let game = GameId::parse("golden").unwrap();
        Chain::of(&game, opened(3).act.as_bytes(), Some(SECRET)).unwrap()
    }

    fn history(events: impl IntoIterator<Item = NewEvent>) -> Vec<StoredEvent> {
        let (chain, mut stored) = (chain(), Vec::new());
        let mut tip = chain.genesis();
        for event in events {
            let event = event.linked(&chain, &tip);
            tip = tip.past(&event);
            stored.push(event);
        }
        stored
    }

    #[test]
    fn hashes_that_hide_never_change_either() {
        let hashes: Vec<String> = history([opened(3), ordered(), left(), event()])
            .iter()
            .map(|event| event.hash.hex())
            .collect();
        assert_eq!(
            chain().genesis().shown.hex(),
            "de13e5c61da012fc07f292c5b11e1c53daaea5011c54246d97ad43ad9f8745a2"
        );
        assert_eq!(
            hashes,
            [
                "70c913ecd5460ac61f4c348227128a990ac6baa30cbaf63db05d1a20d6588080",
                "057174f86113ebc09efbe4782bb65ae84acc1b1b97a39c7e4289f97885767a61",
                "c9993be6a4c799f7e7faed69640f013700e0ff3e57598f05cb76c20ab4b35145",
                "25fe179737b17a749504046011c4835bee49d421a7878578d7bd52756cb93a82",
            ]
        );
    }

    #[test]
    fn each_reader_has_a_leaf_and_nobody_sees_how_many_facts_there_are() {
        let events = history([opened(3), ordered()]);
        let (chain, tip) = (chain(), chain().genesis().past(&events[0]));
        let leaves = chain.leaves(&events[1], &tip);
        let text = |leaf: usize| match &leaves[leaf] {
            Leaf::Of { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
            Leaf::Nothing(_) => String::new(),
        };
        let before = events[0].hash.hex();
        let hidden = format!(r#"["{before}","**21-",60,18,["Shuffled"],[["deck",[[7,3]]]]]"#);
        assert_eq!(text(0), hidden);
        assert_eq!(text(1), events[1].act);
        assert_eq!(text(2), r#"[{"Paid":[2,"a,\"]"]}]"#);
        let own: Vec<String> = (3..6).map(text).collect();
        assert_eq!(own, [r#"[[1,"Left"]]"#, r#"[[1,{"Drew":[[1,2],{}]}]]"#, ""]);
        let fewer = NewEvent { known: "*".into(), facts: "[]".into(), ..ordered() };
        let fewer = fewer.linked(&chain, &tip);
        assert_eq!(chain.leaves(&fewer, &tip).len(), leaves.len());
        let hashes: std::collections::BTreeSet<_> =
            leaves.iter().map(|leaf| leaf.hash().hex()).collect();
        assert_eq!(hashes.len(), leaves.len(), "no two are hidden alike");
    }

    #[test]
    fn what_others_left_for_later_is_proved_by_what_comes_next_and_shown_by_nothing() {
        let (with, without) =
            (history([opened(3), left(), event()]), history([opened(3), event()]));
        let (chain, game) = (chain(), GameId::parse("golden").unwrap());
        let tips = |events: &[StoredEvent]| {
            let mut tip = chain.genesis();
            let before = |event| {
                let before = tip;
                tip = tip.past(event);
                before
            };
            events.iter().map(before).collect::<Vec<_>>()
        };
        let (one, other) = (tips(&with)[2], tips(&without)[1]);
        assert_eq!((one.step, one.shown), (other.step, other.shown), "it stands as if it had not");
        assert_eq!(one.head.seq, other.head.seq + 1);
        assert!(verify(&game, &with, Some(SECRET)).is_ok());
        let mut cut = with.clone();
        cut.remove(1);
        assert_eq!(verify(&game, &cut, Some(SECRET)).unwrap_err().seq, 3);
        cut[1].seq = 2;
        assert_eq!(verify(&game, &cut, Some(SECRET)).unwrap_err().seq, 2, "leaf 0 told of it");
    }

    #[test]
    fn without_its_own_secret_no_hash_of_a_game_is_told() {
        let (game, events) = (GameId::parse("golden").unwrap(), history([opened(3), event()]));
        let wrong = |secret| verify(&game, &events, secret).unwrap_err().what;
        assert!(wrong(None).contains("is lost"));
        assert!(wrong(Some([8; 32])).contains("not the one committed to"));
        let newer = opened(3).act.replace(r#""chain":2"#, r#""chain":3"#);
        let newer = Chain::of(&game, newer.as_bytes(), Some(SECRET)).err().unwrap();
        assert!(newer.contains("of a version"), "{newer}");
    }

    #[test]
    fn every_bit_of_what_is_hidden_is_in_the_hash() {
        let (chain, events) = (chain(), history([opened(3), ordered()]));
        let tip = chain.genesis().past(&events[0]);
        let columns: [fn(&mut StoredEvent) -> &mut String; 4] = [
            |event| &mut event.act,
            |event| &mut event.known,
            |event| &mut event.facts,
            |event| &mut event.draws,
        ];
        for column in columns {
            let whole = column(&mut events[1].clone()).clone();
            for at in 0..whole.len() * 7 {
                let mut bytes = whole.clone().into_bytes();
                bytes[at / 7] ^= 1 << (at % 7);
                let mut damaged = events[1].clone();
                *column(&mut damaged) = String::from_utf8(bytes).expect("seven bits are text");
                assert_ne!(chain.hash(&damaged.link(), &tip), events[1].hash, "{damaged:?}");
            }
        }
    }
}
