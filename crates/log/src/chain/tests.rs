//! What the hashes are, for ever, and that everything is in them.

use crate::chain::*;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

fn event() -> NewEvent {
    NewEvent {
        at: chrono::DateTime::from_timestamp_millis(1_795_000_000_123).unwrap(),
        kind: "ordered".into(),
        seat: Some(Seat(2)),
        act: r#"{"Ordered":{"seat":2,"order":"pass","via":"mail"}}"#.into(),
        known: String::new(),
        facts: r#"["Passed"]"#.into(),
        draws: "[]".into(),
        nonce: None,
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
    assert_eq!(head.seq, Seq(1));
    assert_eq!(head.hash.hex(), "b1f21ea11027639a93fae932c3588b52648b3d3a4342812b7a0ee242a9a7b3c1");
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
        Head { seq: Seq(7), ..genesis }.after(&game, &event()).hash,
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
    let commitment = ravenpost_rules::dice::Luck::commitment(&SECRET);
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
            "7fddce775d5a13891873603bbaa036ada13ba3acac66f6e7442800c7d659bcaa",
            "e25fb3796df53f0f4559f57fa98b930cc8376c85d698d4791504ad40ed1ee348",
            "ff03b0412fa6b2ee188388182d473a39d4759b07192f6b5b6ca6e49a7998ed53",
            "e656d8e997a6653417d5add757cf469455075b916e6e6f732ec4d8472418ed69",
        ]
    );
}

/// Worked out with `contrib/verify_export.py`, before there was a program that stores nonces.
#[test]
fn hashes_of_events_with_nonces_never_change_either() {
    let hashes = |nonces: [Option<u8>; 4]| -> Vec<String> {
        let events = [opened(3), ordered(), left(), event()].into_iter().zip(nonces);
        let events =
            events.map(|(event, nonce)| NewEvent { nonce: nonce.map(|byte| [byte; 16]), ..event });
        history(events).iter().map(|event| event.hash.hex()).collect()
    };
    assert_eq!(
        hashes([Some(0xa1), Some(0xa2), Some(0xa3), Some(0xa4)]),
        [
            "94b58b4ce7efe408e3df7c2235ca23af5c1082797082144b97fdf54f06f05d30",
            "cb7f500875a707868804dfe13380bb2df463928eab4c5269fa7830d4f436543b",
            "71617713c48c9db387f64ec50ac4b56a9f1647322c350cc7b82ed9212c91dee0",
            "7e9c29fb981941e79099c28650ee592bf9c364e452f74f200c9f69643247197b",
        ]
    );
    // A game that began under an earlier program goes on with nonces, and needs no switch.
    assert_eq!(
        hashes([None, None, Some(0xa3), Some(0xa4)])[2..],
        [
            "0431bfa7ac4cecacff9fa4c8d9b47603e6f364116ffbef1eeb7673cf407f1b5f",
            "41dd6fe23d72a27abfccaa04444ca5d5407b8527e1914c73d6bb22cbcff96314",
        ]
    );
}

#[test]
fn each_reader_has_a_leaf_and_nobody_sees_how_many_facts_there_are() {
    let events = history([opened(3), ordered()]);
    let (chain, tip) = (chain(), chain().genesis().past(&events[0]));
    let Parts { facts, leaves } = chain.parts(&events[1], &tip).unwrap();
    assert_eq!(facts, &br#"[{"Paid":[2,"a,\"]"]}]"#[..]);
    assert_eq!(text(&leaves[0]), r#"["","**21-",50,60,18,["Shuffled"],[["deck",[[7,3]]]]]"#);
    let own = format!("{}\n{}", events[1].act, r#"[[1,{"Drew":[[1,2],{}]}]]"#);
    assert_eq!(text(&leaves[1]), own);
    let Leaf::Seats { leaves: seats, .. } = &leaves[2] else { panic!("Red knows something") };
    let seats: Vec<String> = seats.iter().map(text).collect();
    assert_eq!(seats, [r#"[[1,"Left"]]"#, "", ""], "what Blue knows stands by its order");
    let hashes = leaves.map(|leaf| leaf.hash());

    let open = NewEvent { known: "*".into(), draws: "[]".into(), ..ordered() };
    let open = open.linked(&chain, &tip);
    let Parts { facts, leaves } = chain.parts(&open, &tip).unwrap();
    assert_eq!(facts, open.facts.as_bytes());
    assert_eq!((text(&leaves[0]), text(&leaves[2])), (String::new(), String::new()));
    assert_eq!(text(&leaves[1]), open.act);
    let others = leaves.map(|leaf| leaf.hash());
    assert!(hashes.iter().all(|hash| !others.contains(hash)), "each is hidden anew");
}

/// What a leaf hides, if it hides anything.
fn text(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Of { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
        Leaf::Seats { .. } | Leaf::Hidden(_) => String::new(),
    }
}

/// Whoever leaves may lose what nobody knew that he had.
#[test]
fn an_act_of_everybodys_hides_what_its_seat_knows_with_the_rest() {
    let (chain, tip) = (chain(), chain().genesis());
    let left = NewEvent { kind: "left".into(), known: "*2".into(), ..ordered() };
    let left = left.linked(&chain, &tip);
    let Parts { leaves, .. } = chain.parts(&left, &tip).unwrap();
    assert_eq!(text(&leaves[1]), left.act);
    assert!(matches!(&leaves[2], Leaf::Seats { leaves, .. } if !text(&leaves[1]).is_empty()));
}

#[test]
fn what_others_left_for_later_is_proved_by_what_comes_next_and_shown_by_nothing() {
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
    assert_eq!(verify(&game, &cut, Some(SECRET)).unwrap_err().seq, Seq(2), "leaf 0 told of it");
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
fn what_is_no_list_any_more_has_another_hash() {
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
