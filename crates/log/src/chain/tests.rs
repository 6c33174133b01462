//! Golden hashes, and tests that every part of an event enters its hash.

use crate::chain::*;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

fn event() -> NewEvent {
    NewEvent {
        at: chrono::DateTime::from_timestamp_millis(1_795_000_000_123).unwrap(),
        kind: "ordered".into(),
        seat: Some(Seat(2)),
        act: r#"{"Ordered":{"seat":2,"order":"pass","via":"Email"}}"#.into(),
        known: "*".into(),
        facts: r#"["Passed"]"#.into(),
        draws: "[]".into(),
        nonce: [0xa0; 16],
    }
}

#[test]
fn root_is_stable_and_depends_on_every_head() {
    let head = |id: &str| (GameId::parse(id).unwrap(), Head { seq: Seq(1), hash: Hash([7; 32]) });
    let heads = std::collections::BTreeMap::from([head("one"), head("two")]);
    let of = |heads: &std::collections::BTreeMap<GameId, Head>| root(heads).hex();
    assert_eq!(of(&heads), "3e2cf39ae2361bd39790a68ac41625a0a90a4d6f8288fd7c03377cceac6e29a3");
    for (game, head) in &heads {
        for change in [Head { seq: Seq(2), ..*head }, Head { hash: Hash([8; 32]), ..*head }] {
            let mut other = heads.clone();
            other.insert(game.clone(), change);
            assert_ne!(of(&other), of(&heads));
        }
        let mut other = heads.clone();
        other.remove(game);
        assert_ne!(of(&other), of(&heads));
    }
}

#[test]
fn every_part_enters_the_hash() {
    let (chain, events) = (chain(), history([opened(3)]));
    let tip = chain.genesis().past(&events[0]);
    let other = Chain::of(&GameId::parse("other").unwrap(), opened(3).act.as_bytes(), Some(SECRET));
    let plain = event().linked(&chain, &tip);
    let changed = |change: fn(&mut NewEvent)| {
        let mut event = event();
        change(&mut event);
        event.linked(&chain, &tip).hash
    };
    let mut hashes = vec![
        plain.hash,
        event().linked(&other.unwrap(), &tip).hash,
        event().linked(&chain, &tip.past(&plain)).hash,
        event().linked(&chain, &Tip { step: Step(7), ..tip }).hash,
        changed(|event| event.at += chrono::TimeDelta::milliseconds(1)),
        changed(|event| event.seat = None),
        changed(|event| event.seat = Some(Seat(3))),
        changed(|event| event.kind.push('x')),
        changed(|event| event.act.push('x')),
        changed(|event| event.facts.push('x')),
        changed(|event| event.draws.push('x')),
        changed(|event| event.nonce[0] ^= 1),
        // The same characters, split between the parts at a different position.
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
    let commitment = ravenpost_rules::dice::DrawInputs::commitment(&SECRET);
    let table = format!(r#""table":{{"seats":{seats}}},"commitment":"{commitment}""#);
    NewEvent {
        kind: "opened".into(),
        seat: None,
        act: format!(r#"{{"Opened":{{"chain":1,{table}}}}}"#),
        known: "*".into(),
        facts: "[]".into(),
        ..event()
    }
}

/// An order with facts for everyone, for its seat, for another seat, and for nobody yet.
fn ordered() -> NewEvent {
    NewEvent {
        known: "**21-".into(),
        facts: r#"[{"Paid":[2,"a,\"]"]},{"Drew":[[1,2],{}]},"Left","Shuffled"]"#.into(),
        draws: r#"[["deck",[[7,3]]]]"#.into(),
        ..event()
    }
}

/// An event that only its seat may know of.
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

/// Also computed with `contrib/verify_export.py`.
#[test]
fn hashes_never_change() {
    let events = [opened(3), ordered(), left(), event()].into_iter().zip([0xa1, 0xa2, 0xa3, 0xa4]);
    let events = events.map(|(event, byte)| NewEvent { nonce: [byte; 16], ..event });
    let hashes: Vec<String> = history(events).iter().map(|event| event.hash.hex()).collect();
    assert_eq!(short(&chain().genesis().shown), "1d6e3e4680b8");
    assert_eq!(
        hashes,
        [
            "d705c2db33c6d632155f527ce46a9a0e40a964b1dfd30958baae975334e25d15",
            "c1cd7106f4686f1f3b12f950fec73480169e53fba0b4c1a5630994ca0468d7cc",
            "40068a70076dd86c41f61e53b65caf3742d012e6ecd72efd898dd68ea724d82f",
            "ea92248b7d48318817801595884e317e77f758e74290044126376fb1ac7cbd93",
        ]
    );
}

#[test]
fn each_reader_has_a_leaf_and_fact_counts_are_hidden() {
    let events = history([opened(3), ordered()]);
    let (chain, tip) = (chain(), chain().genesis().past(&events[0]));
    let Parts { facts, leaves } = chain.parts(&events[1], &tip);
    assert_eq!(facts, &br#"[{"Paid":[2,"a,\"]"]}]"#[..]);
    assert_eq!(text(&leaves[0]), r#"["","**21-",51,60,18,["Shuffled"],[["deck",[[7,3]]]]]"#);
    let own = format!("{}\n{}", events[1].act, r#"[[1,{"Drew":[[1,2],{}]}]]"#);
    assert_eq!(text(&leaves[1]), own);
    let Leaf::Seats { leaves: seats, .. } = &leaves[2] else { panic!("Red knows something") };
    let seats: Vec<String> = seats.iter().map(text).collect();
    assert_eq!(seats, [r#"[[1,"Left"]]"#, "", ""], "what Blue knows stands by its order");
    let hashes = leaves.map(|leaf| leaf.hash());

    let open = NewEvent { known: "*".into(), draws: "[]".into(), ..ordered() };
    let open = open.linked(&chain, &tip);
    let Parts { facts, leaves } = chain.parts(&open, &tip);
    assert_eq!(facts, open.facts.as_bytes());
    assert_eq!((text(&leaves[0]), text(&leaves[2])), (String::new(), String::new()));
    assert_eq!(text(&leaves[1]), open.act);
    let others = leaves.map(|leaf| leaf.hash());
    assert!(hashes.iter().all(|hash| !others.contains(hash)), "each is hidden rebuilt");
}

/// Returns the text that a leaf hides, or nothing.
fn text(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Of { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
        Leaf::Seats { .. } | Leaf::Hidden(_) => String::new(),
    }
}

/// A public event may have private facts: a player who leaves loses things unknown to the others.
#[test]
fn public_act_hides_the_private_facts_of_its_seat() {
    let (chain, tip) = (chain(), chain().genesis());
    let left = NewEvent { kind: "left".into(), known: "*2".into(), ..ordered() };
    let left = left.linked(&chain, &tip);
    let Parts { leaves, .. } = chain.parts(&left, &tip);
    assert_eq!(text(&leaves[1]), left.act);
    assert!(matches!(&leaves[2], Leaf::Seats { leaves, .. } if !text(&leaves[1]).is_empty()));
}

#[test]
fn instructions_of_others_are_proved_but_not_shown() {
    let (with, without) = (history([opened(3), left(), event()]), history([opened(3), event()]));
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
    assert_eq!(verify(&game, &cut, Some(SECRET)).unwrap_err().seq, Seq(3));
    cut[1].seq = Seq(2);
    assert_eq!(verify(&game, &cut, Some(SECRET)).unwrap_err().seq, Seq(2), "leaf 0 revealed of it");
}

#[test]
fn no_hash_is_computed_without_the_secret() {
    let (game, events) = (GameId::parse("golden").unwrap(), history([opened(3), event()]));
    let wrong = |secret| verify(&game, &events, secret).unwrap_err().what;
    assert!(wrong(None).contains("is lost"));
    assert!(wrong(Some([8; 32])).contains("not the one committed to"));
    let newer = opened(3).act.replace(r#""chain":1"#, r#""chain":2"#);
    let newer = Chain::of(&game, newer.as_bytes(), Some(SECRET)).err().unwrap();
    assert!(newer.contains("its chain has a version"), "{newer}");
}

#[test]
fn malformed_lists_hash_differently() {
    let (chain, tip) = (chain(), chain().genesis());
    let hash = |known: &str, facts: &str| {
        let event = NewEvent { known: known.into(), facts: facts.into(), ..event() };
        event.linked(&chain, &tip).hash
    };
    for known in ["-", "*", "2", "1", "*-*", "**-"] {
        let forms = [r#"["a"]"#, r#",,"a""#, r#""a",,"#, r#"[,"a""#, r#"["a","#, r#""a"]]"#];
        let hashes: std::collections::BTreeSet<_> =
            forms.iter().map(|facts| hash(known, facts).hex()).collect();
        assert_eq!(hashes.len(), forms.len(), "{known}");
    }
}

#[test]
fn every_hidden_bit_enters_the_hash() {
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
