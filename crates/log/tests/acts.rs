//! Acts that were not allowed, in chains with correct hashes: what an outsider can detect from the
//! acts alone.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it runs the program")]

mod common;

use std::process::Command;

use chrono::{DateTime, Duration};
use ravenpost_log::Act;
use ravenpost_log::act::{By, Motion, Outage, Rejection, Renewal, Sitter, Via};
use ravenpost_log::export::check;
use ravenpost_log::export::file::{self, Event, File, Header, Line};
use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::{Seq, Step};

use common::{rehashed as hashed, stored, taken_apart};

fn fixture() -> (Header, Vec<Event>) {
    taken_apart(&stored())
}

/// Returns a file with that act inserted after the first event of the given kind.
fn with(act: &Act, after: &str) -> String {
    let (_, events) = fixture();
    let place = events.iter().position(|event| event.kind == after).expect("there is one") + 1;
    at(act, place)
}

/// Returns a file with that act inserted at that index.
fn at(act: &Act, place: usize) -> String {
    let (header, mut events) = fixture();
    let inserted = Event {
        number: Seq::NONE,
        kind: act.kind().word().to_owned(),
        seat: act.seat(),
        act: serde_json::to_string(act).expect("plain data"),
        visibility: "*".to_owned(),
        facts: "[]".to_owned(),
        draws: "[]".to_owned(),
        ..events[place - 1].clone()
    };
    events.insert(place, inserted);
    hashed(header, events)
}

fn why(text: &str) -> String {
    check(text).map_or_else(|wrong| wrong.to_string(), |_| String::new())
}

/// Returns the stored game as a newer version would have continued it: its second-to-last act is
/// unknown.
fn danced() -> String {
    let (header, mut events) = fixture();
    let last = events.len() - 1;
    let (kind, act) = ("danced".to_owned(), "{\"Danced\":{\"twice\":true}}".to_owned());
    let (facts, draws) = ("[]".to_owned(), "[]".to_owned());
    let visibility = "*".to_owned();
    let danced = Event { kind, act, visibility, facts, draws, seat: None, ..events[last].clone() };
    events.insert(last, danced);
    hashed(header, events)
}

/// Acts of a newer version are not faults, and damaged acts are not taken for newer ones.
#[test]
fn unknown_act_requires_a_newer_version() {
    let text = danced();
    let wrong = check(&text).expect_err("it cannot be judged here");
    assert!(wrong.newer && wrong.what.contains("\u{201c}Danced\u{201d}"), "{wrong}");
    assert!(
        wrong.what.contains("All hashes are valid; check the rest with that version"),
        "{wrong}"
    );

    let File { header, mut lines, .. } = file::read(&text).expect("a file");
    if let Line::Event(event) = &mut lines[3] {
        event.at += 1;
    }
    let wrong = check(&file::write(header, lines)).expect_err("no program wrote that");
    assert!(!wrong.newer && wrong.what.contains("does not follow"), "{wrong}");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, text).expect("written");
    let done = Command::new(env!("CARGO_BIN_EXE_ravenpost-verify")).arg(&path).output();
    let done = done.expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.starts_with("UNREAD  ") && said.contains("check the rest with that"), "{said}");
    assert!(said.contains("One file could not be read") && !said.contains("BROKEN"), "{said}");
}

const RED: Seat = Seat(1);

#[test]
fn forbidden_acts_are_named_without_secrets() {
    let (now, hour) = (DateTime::UNIX_EPOCH, Duration::hours(1));
    let (reason, person) = ("because".to_owned(), Sitter::Person);
    let joined = Act::Joined {
        seat: RED,
        occupant: person,
        salt: "salt".to_owned(),
        custom_salt: false,
        organiser: false,
    };
    let proposed = |by| Act::Proposed {
        by,
        motion: Motion::Rewind { to: Step(4) },
        reason: reason.clone(),
        until: now + hour,
    };
    let frozen =
        Act::Paused { reason: reason.clone(), until: now + hour, by: By::Organiser(Some(RED)) };
    let replaced =
        |by| Act::Replaced { seat: RED, bot: None, open: true, reason: reason.clone(), by };
    let extended =
        Act::Extended { seat: RED, seconds: 7200, reason: Some(reason.clone()), by: By::Table };
    let outage = Act::OutageCompensated { from: now + hour, until: now, component: Outage::Server };
    let lapsed = Act::TimedOut {
        seat: RED,
        decision: "turn".to_owned(),
        order: "pass".to_owned(),
        deadline: Some(now + hour),
        asked_at: None,
        cause: None,
    };
    let tried = [
        (joined, "this table is no longer open"),
        (Act::Started, "the game has already started"),
        (Act::Cancelled, "only a game that has not started can be closed"),
        (Act::Left { seat: RED }, "that seat has no player"),
        (Act::TakenOver { seat: RED, organiser: false, returning: false }, "this seat is taken"),
        (Act::Ordered { seat: RED, order: "x".into(), via: Via::Page }, "from the seat's player"),
        (Act::Voted { seat: Some(RED), agrees: true, via: Via::Page }, "this vote is over"),
        (Act::Rewound { to: Step(4) }, "the table has not agreed"),
        (Act::ProposalFailed { cause: Rejection::Rejected }, "no vote is open"),
        (proposed(Some(RED)), "the proposer has no vote"),
        (frozen, "the author of the act is missing or wrong"),
        (Act::Resumed { expired: true, by: None }, "the game is not paused"),
        (extended, "the author of the act"),
        (Act::Nudged { seat: RED, by: By::Organiser(Some(RED)) }, "the author of the act"),
        (replaced(By::Table), "the table has not agreed to this"),
        (replaced(By::Organiser(None)), "that seat is not played by a person"),
        (outage, "an outage is compensated when it ends"),
        (lapsed, "its time was not up"),
        (Act::Transferred { unknown: vec![RED] }, "a seat without a player"),
        (Act::Ended { secret: String::new(), agreed: None }, "its secret differs"),
    ];
    for (act, expected) in tried {
        let wrong = why(&with(&act, "started"));
        assert!(wrong.contains(expected) && wrong.starts_with("line "), "{act:?}: {wrong}");
    }
    let last = fixture().1.len() - 1;
    let ruled = Act::RulesChanged { rules: 7 };
    assert_eq!(why(&at(&ruled, last)), "", "a later program went on with it");
    assert!(why(&at(&ruled, last + 1)).contains("the game is over"));
    let epoch = Act::EpochStarted { epoch: Epoch([3; 32]), cause: Renewal::Requested };
    let twice = why(&with(&epoch, "ended"));
    assert!(twice.contains("the game is over"), "{twice}");
}

#[test]
fn first_line_says_whether_the_game_is_running() {
    let (header, events) = fixture();
    let text = hashed(Header { running_until: Some(7), ..header.clone() }, events.clone());
    assert!(why(&text).contains("the first line says that it is running"), "{}", why(&text));
    let cut = events[..events.len() - 1].to_vec();
    let text = hashed(header.clone(), cut.clone());
    assert!(why(&text).contains("the first line does not say so"));
    assert_eq!(why(&hashed(Header { running_until: Some(7), ..header }, cut)), "");
}
