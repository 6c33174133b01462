//! Tests of the log in memory: lookups by number, sharing between copies, and equality of packed
//! and unpacked logs.

use super::*;
use ravenpost_log::act::{Renewal, Via};
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Viewer};

fn add(log: &mut Log, seq: u64) {
    let act = Act::Ordered { seat: Seat(1), order: seq.to_string(), via: Via::Page };
    let event = StoredEvent {
        position: 0,
        game: GameId::parse("game").unwrap(),
        seq: Seq(seq),
        at: chrono::DateTime::UNIX_EPOCH,
        kind: "ordered".to_owned(),
        seat: None,
        act: serde_json::to_string(&act).unwrap(),
        known: "*".to_owned(),
        facts: NOTHING.to_owned(),
        draws: String::new(),
        nonce: [0; 16],
        hash: Hash([0; 32]),
    };
    log.push(Arc::new(event), act, Step(seq));
}

fn log(events: u64) -> Log {
    let mut log = Log::default();
    (1..=events).for_each(|seq| add(&mut log, seq));
    log
}

#[test]
fn events_are_found_by_number_across_blocks() {
    for length in [0, 1, 63, 64, 65, 200] {
        let log = log(length);
        let numbers = |after| log.after(Seq(after)).map(|e| e.event.seq).collect::<Vec<_>>();
        assert_eq!(log.len() as u64, length);
        assert_eq!(log.last().map_or(0, |entry| entry.event.seq.0), length);
        for after in [0, 1, 62, 63, 64, 65, 199, 200, 201] {
            assert_eq!(numbers(after), (after + 1..=length).collect::<Vec<_>>());
            assert_eq!(log.event(Seq(after)).is_some(), (1..=length).contains(&after), "{after}");
        }
    }
}

#[test]
fn numbers_may_have_gaps() {
    let mut log = log(3);
    add(&mut log, 9);
    assert_eq!(log.after(Seq(3)).map(|entry| entry.event.seq).collect::<Vec<_>>(), [9]);
    assert!(log.event(Seq(9)).is_some() && log.event(Seq(4)).is_none());
}

#[test]
fn clones_share_events_and_diverge_later() {
    let before = log(10_000);
    let mut after = before.clone();
    add(&mut after, 10_001);
    assert!(Arc::ptr_eq(&before.blocks, &after.blocks), "the list of blocks is not copied");
    assert_eq!((before.len(), after.len()), (10_000, 10_001));
    assert!(after.set_aside(Seq(9_999), Seq(10_002)));
    assert!(!after.set_aside(Seq(9_999), Seq(10_003)), "nothing stands there any more");
    let marks =
        |log: &Log| log.after(Seq(9_998)).map(|entry| entry.superseded_by).collect::<Vec<_>>();
    assert_eq!(marks(&before), [None, None]);
    assert_eq!(marks(&after), [None, Some(Seq(10_002)), Some(Seq(10_002))]);
}

/// A log in which every third event is private to the second seat and some are superseded.
fn varied(events: u64) -> Log {
    let mut log = Log::default();
    for seq in 1..=events {
        let own = seq % 3 == 0;
        let act = match seq % 5 {
            0 => Act::OutageCompensated {
                from: chrono::DateTime::UNIX_EPOCH,
                until: chrono::DateTime::UNIX_EPOCH,
                component: ravenpost_log::act::Outage::Relay,
            },
            _ => Act::Ordered { seat: Seat(2), order: format!("go \"{seq}\""), via: Via::Page },
        };
        let event = StoredEvent {
            position: seq + 7,
            game: GameId::parse("game").unwrap(),
            seq: Seq(seq),
            at: chrono::DateTime::from_timestamp_millis(seq as i64 * 1_001).unwrap(),
            kind: act.kind().word().to_owned(),
            seat: act.seat(),
            act: serde_json::to_string(&act).unwrap(),
            known: if own { "2".to_owned() } else { "*".to_owned() },
            facts: format!("[\"\u{e9}{seq}\"]"),
            draws: "[]".to_owned(),
            nonce: [seq as u8; 16],
            hash: Hash([seq as u8; 32]),
        };
        log.push(Arc::new(event), act, Step(seq - seq / 3));
    }
    log.set_aside(Seq(events / 2), Seq(events));
    log
}

#[test]
fn packed_log_equals_the_unpacked_one() {
    for (length, whole) in [0, 3, 4, 8, 9, 60].into_iter().flat_map(|l| [(l, false), (l, true)]) {
        let (loose, mut packed) = (varied(length), varied(length));
        if whole {
            packed.rest()
        } else {
            packed.tie_up()
        }
        assert!(!packed.is_loose());
        assert_eq!(packed.is_packed(), length >= if whole { 1 } else { 8 }, "{length}");
        assert_eq!(packed.rests(), whole && length > 0);
        assert_eq!(packed.metadata().collect::<Vec<_>>(), loose.metadata().collect::<Vec<_>>());
        for seq in 0..=length + 1 {
            let places = |log: &Log| {
                (log.end_of(Step(seq)), log.step_of(Seq(seq)), log.superseded_by(Seq(seq)))
            };
            assert_eq!(places(&packed), places(&loose), "{seq}");
            assert_eq!(
                (packed.hash(Seq(seq)), packed.paused_at(Seq(seq))),
                (loose.hash(Seq(seq)), loose.paused_at(Seq(seq)))
            );
        }
        assert_eq!(packed.unpacked(), 0, "all of that was to be had at a glance");
        let all = |log: &Log| {
            let one = |entry: Entry| {
                (Arc::clone(entry.event), entry.act.clone(), entry.step, entry.superseded_by)
            };
            log.iter().map(one).collect::<Vec<_>>()
        };
        assert_eq!(all(&packed), all(&loose));
        for viewer in [Viewer::Spectator, Viewer::Seat(Seat(2))] {
            let known: Vec<_> = loose.iter().filter(|entry| entry.is_known_by(viewer)).collect();
            let known: Vec<_> = known.iter().map(|entry| entry.event.seq).collect();
            let metadata = packed.metadata().filter(|one| one.is_known_by(viewer));
            assert_eq!(metadata.map(|one| one.seq).collect::<Vec<_>>(), known);
        }
        assert!(length < if whole { 1 } else { 8 } || packed.unpacked() > 0);
        assert_eq!(packed.clone().unpacked(), 0, "another copy unties for itself");
        let mut awake = packed.clone();
        awake.wake();
        assert!(!awake.rests() && !awake.is_loose());
        assert_eq!(all(&awake), all(&loose));
        let mut at_hand = loose.clone();
        at_hand.tie_up();
        assert_eq!(awake.weight(), at_hand.weight(), "{length}");
        assert_eq!(awake.weight_at_hand(), at_hand.weight_at_hand());
        for seq in 0..=length {
            let then = varied(seq);
            let cut = packed.up_to(Seq(seq), &then);
            assert_eq!(all(&cut), all(&then), "{seq} of {length}");
        }
    }
}

#[test]
fn packed_log_accepts_new_events() {
    let mut log = log(60);
    log.tie_up();
    for seq in 61..=75 {
        add(&mut log, seq);
    }
    assert_eq!(
        log.after(Seq(50)).map(|entry| entry.event.seq).collect::<Vec<_>>(),
        (51..=75).collect::<Vec<_>>()
    );
    let mut resting = log.clone();
    for seq in 76..=90 {
        resting.rest();
        add(&mut resting, seq);
        assert!(!resting.rests(), "adding to it wakes it");
        assert_eq!((resting.len() as u64, resting.event(Seq(seq)).is_some()), (seq, true));
    }
    let mut loose = log.clone();
    log.tie_up();
    assert_eq!(log.metadata().collect::<Vec<_>>(), loose.metadata().collect::<Vec<_>>());
    assert!(log.set_aside(Seq(70), Seq(76)) && loose.set_aside(Seq(70), Seq(76)));
    assert_eq!(log.superseded_by(Seq(71)), loose.superseded_by(Seq(71)));
}

#[test]
fn epoch_without_new_draws_does_not_change_the_game() {
    for (facts, changes) in [(NOTHING, false), ("[\"Redrawn\"]", true)] {
        let mut log = log(1);
        let before = Arc::clone(log.last().expect("there is one").event);
        let act = Act::EpochStarted { epoch: Epoch([7; 32]), cause: Renewal::Restored };
        let (seq, kind) = (Seq(2), act.kind().word().to_owned());
        let event = StoredEvent { seq, kind, facts: facts.to_owned(), ..(*before).clone() };
        log.push(Arc::new(event), act, Step(2));
        assert_eq!(log.last().expect("there is one").has_facts(), changes);
        assert_eq!(log.set_aside(Seq(1), Seq(3)), changes);
    }
}
