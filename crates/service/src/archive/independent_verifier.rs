//! Exported games are accepted both by this program and by an independent one in `contrib`, and
//! rejected by both after any change.

use std::io::{Read, Write};
use std::process::Command;

use chrono::DateTime;

use super::export::whole;
use super::verify::verify;
use crate::game::core::batch::{Batch, Salt};
use crate::game::core::folded::Game;
use crate::game::core::test_table::opening;
use crate::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::{Opening, Pace, Sitter};
use ravenpost_log::export::file::{self, Event, File, Line};
use ravenpost_log::table::status::Status;
use ravenpost_log::{GameId, NewEvent, chain};
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::{Dice, Seat, Table, Title};

fn number(name: &str, few: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// Returns a complete game between bots as a file.
fn game(title: &dyn Title, seed: u64) -> String {
    let secret = [seed as u8 + 3; 32];
    let (least, _) = title.about().seats;
    let table = Table::of(least.max(2));
    let opening = Opening {
        table: table.clone(),
        epoch: Epoch([seed as u8; 32]),
        ..opening(title, Pace::of(None), &secret)
    };
    let id = GameId::parse(&format!("twoprograms{seed}")).expect("an id");
    let entropy = Entropy::seeded(seed);
    let begun = Batch::open(&id, &opening, secret, &entropy, DateTime::UNIX_EPOCH);
    let mut batch = begun.expect("opened");
    for seat in Seat::all(table.seats) {
        let sitter = Sitter::Bot("random".to_owned());
        batch.join(seat, sitter, Salt::drawn(format!("salt {seat}")), false).expect("seated");
    }
    assert!(batch.start_if_full().expect("started"));
    while batch.game.status.state == Status::Running {
        batch.carry_on().expect("played on");
    }
    let game = Game::fold(&id, &batch.events).expect("it folds").with_secret(Some(secret));
    whole(&game, None).expect("written out")
}

/// Returns whether the program in `contrib` accepts a file, and its output. The check of
/// `ravenpost-verify`, which knows no titles, must agree.
fn python(text: &str) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, text).expect("written");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../contrib/verify_export.py");
    let done = Command::new("python3").arg(program).arg(&path).output().expect("there is Python");
    let said = [done.stdout, done.stderr].concat();
    let alone = ravenpost_log::export::check(text);
    assert_eq!(alone.is_ok(), done.status.success(), "{alone:?}, {said:?}");
    (done.status.success(), String::from_utf8_lossy(&said).into_owned())
}

/// Changes one value of one event and recomputes the end line.
fn changed(text: &str, dice: &mut Dice, round: u64) -> Option<(String, String)> {
    let mut draws = dice.stream(&format!("change {round}"));
    let File { header, mut lines, .. } = file::read(text).expect("a file");
    let at = draws.below(u32::try_from(lines.len()).expect("few")) as usize;
    let Line::Event(event) = &mut lines[at] else { panic!("no event") };
    let before = event.clone();
    let column = draws.below(9);
    match column {
        0 => event.number = event.number.next(),
        1 => event.at += i64::from(draws.below(3)) - 1,
        2 => event.kind = draws.pick(&["ordered", "timed-out", "left", ""])?.to_string(),
        3 => {
            event.seat =
                [None, Some(Seat(0)), Some(Seat(1)), Some(Seat(2))][draws.below(4) as usize]
        }
        4 => bent(&mut event.act, &mut draws),
        5 => bent(&mut event.visibility, &mut draws),
        6 => bent(&mut event.facts, &mut draws),
        7 => bent(&mut event.draws, &mut draws),
        _ => match draws.below(2) {
            0 => bent(&mut event.nonce, &mut draws),
            _ => event.nonce = "00".repeat(16),
        },
    }
    let what = format!("line {}, column {column}", at + 2);
    (*event != before).then(|| (file::write(header, lines), what))
}

/// Flips a bit, or inserts or removes a byte.
fn bent(text: &mut String, draws: &mut ravenpost_rules::Draws) {
    let mut bytes = std::mem::take(text).into_bytes();
    let at = draws.below(u32::try_from(bytes.len() + 1).expect("short")) as usize;
    match draws.below(4) {
        0 => bytes.insert(at, b"[]*-1"[draws.below(5) as usize]),
        1 if at < bytes.len() => {
            bytes.remove(at);
        }
        _ if at < bytes.len() => bytes[at] ^= 1 << draws.below(7),
        _ => bytes.push(b' '),
    }
    *text = String::from_utf8_lossy(&bytes).into_owned();
}

#[test]
fn exports_pass_both_programs() {
    for title in titles::all() {
        let (text, key) = (game(*title, 7), title.about().key);
        let inside = verify(&text).unwrap_or_else(|why| panic!("{key}: {why}")).whole;
        let inside = inside.expect("all of it");
        assert!(inside.audited.clean() && inside.dice.holds(), "{key}");
        let (holds, said) = python(&text);
        assert!(holds, "{key}: {said}");
    }
}

/// Returns the path of the stored game, in the folder RAVENPOST_KEEP if it is set.
fn stored() -> std::path::PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/exports");
    let folder = std::env::var_os("RAVENPOST_KEEP").unwrap_or_else(|| folder.into());
    std::path::Path::new(&folder).join("version-1.jsonl.gz")
}

/// With RAVENPOST_KEEP the file is written first.
#[test]
fn stored_exports_of_every_version_are_valid() {
    let path = stored();
    if std::env::var_os("RAVENPOST_KEEP").is_some() {
        let file = std::fs::File::create(&path).expect("a place");
        let mut out = flate2::write::GzEncoder::new(file, flate2::Compression::best());
        let game = game(titles::all()[0], 7);
        out.write_all(game.as_bytes()).and_then(|()| out.finish()).expect("written");
    }
    let mut text = String::new();
    let file = std::fs::File::open(&path).unwrap_or_else(|_| panic!("{}", path.display()));
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("packed");
    let verified = verify(&text).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!((verified.header.version, verified.header.chain), (file::FORMAT, chain::NEWEST));
    let inside = verified.whole.expect("all of it");
    assert!(inside.dice.holds() && inside.audited.sound());
    let (holds, said) = python(&text);
    assert!(holds, "{said}");
}

/// Tries `RAVENPOST_CHANGES` changes, every thirtieth with the other program too.
#[test]
fn every_change_in_a_file_is_detected() {
    let text = game(titles::all()[0], 3);
    let (mut dice, mut tried) = (Dice::seeded(3), 0);
    for round in 0..number("RAVENPOST_CHANGES", 450) {
        let Some((other, what)) = changed(&text, &mut dice, round) else { continue };
        assert!(verify(&other).is_err(), "round {round}: {what}");
        if round % 30 == 0 {
            assert!(!python(&other).0, "round {round}: {what}");
        }
        tried += 1;
    }
    println!("{tried} changes, all noticed");
}

fn events(text: &str) -> (file::Header, Vec<Event>) {
    let File { header, lines, .. } = file::read(text).expect("a file");
    let event = |line| match line {
        Line::Event(event) => event,
        _ => panic!("no event"),
    };
    (header, lines.into_iter().map(event).collect())
}

/// Asserts that both programs reject the file, and for which reason.
fn refused(header: file::Header, events: Vec<Event>, why: &str) {
    let text = file::write(header, events.into_iter().map(Line::Event));
    let fault = verify(&text).err().map(|wrong| wrong.to_string()).unwrap_or_default();
    assert!(fault.contains(why), "{why}: {fault}");
    assert!(!python(&text).0, "{why}");
}

#[test]
fn events_cannot_be_mixed_and_nonces_cannot_be_omitted() {
    let title = titles::all()[0];
    let (header, own) = events(&game(title, 5));
    let other = events(&game(title, 6)).1;
    let mut stripped = own.clone();
    stripped[3].nonce = String::new();
    refused(header.clone(), stripped, "a nonce must have 32 hexadecimal digits");
    let mut zeros = own.clone();
    zeros[3].nonce = "00".repeat(16);
    refused(header.clone(), zeros, "its hash does not follow");
    let mut mixed = own;
    mixed[4] = other[4].clone();
    refused(header.clone(), mixed, "its hash does not follow");
    refused(header, other, "event 1 of game");
}

#[test]
fn files_of_earlier_or_later_versions_are_rejected() {
    let text = game(titles::all()[0], 5);
    let current = format!(r#""version":{}"#, file::FORMAT);
    for (header, why) in [
        (r#""format":3"#, "exported by an earlier, unreleased build"),
        (r#""version":2"#, "the file has format version 2, but this program reads version 1"),
        (r#""kind":1"#, "this is not an exported game"),
    ] {
        let other = text.replacen(&current, header, 1);
        let fault = verify(&other).err().map(|wrong| wrong.to_string()).unwrap_or_default();
        assert!(fault.contains(why), "{why}: {fault}");
        assert!(!python(&other).0, "{why}");
    }
}

/// With the secret, a valid chain can be forged, but the draws reveal the change.
#[test]
fn epoch_cannot_be_removed_repeated_or_changed() {
    let title = titles::all()[0];
    let (header, events) = events(&game(title, 5));
    let own = format!(r#""epoch":"{}""#, "05".repeat(32));
    assert!(events[0].act.contains(&own), "{}", events[0].act);
    let other = format!(r#""epoch":"{}""#, "06".repeat(32));
    for (act, what) in [
        (events[0].act.replace(&format!(",{own}"), ""), "missing field `epoch`"),
        (events[0].act.replace(&own, &other), "does not follow from the secret and the salts"),
    ] {
        let (header, events) = rechained(&header, &events, |at, event| {
            if at == 0 { Event { act: act.clone(), ..event } } else { event }
        });
        refused(header, events, what);
    }
    let act = format!(r#"{{"EpochStarted":{{{own},"cause":"Restored"}}}}"#);
    let doubled: Vec<Event> = events
        .iter()
        .enumerate()
        .flat_map(|(at, event)| {
            let kind = "epoch-started".to_owned();
            let again = Event {
                act: act.clone(),
                kind,
                seat: None,
                visibility: "*".to_owned(),
                facts: "[]".to_owned(),
                draws: "[]".to_owned(),
                ..event.clone()
            };
            [event.clone()].into_iter().chain((at == 4).then_some(again))
        })
        .collect();
    let (header, doubled) = rechained(&header, &doubled, |_, event| event);
    refused(header, doubled, "the epoch was used before");
}

/// Returns the changed events with recomputed hashes.
fn rechained(
    header: &file::Header,
    events: &[Event],
    change: impl Fn(usize, Event) -> Event,
) -> (file::Header, Vec<Event>) {
    let game = GameId::parse(&header.game).expect("an id");
    let secret = data_encoding::HEXLOWER.decode(header.secret.as_ref().expect("told").as_bytes());
    let secret = secret.expect("digits").try_into().ok();
    let events = events.iter().enumerate().map(|(at, event)| change(at, event.clone()));
    let mut events: Vec<Event> = events.collect();
    let chain = ravenpost_log::chain::Chain::of(&game, events[0].act.as_bytes(), secret);
    let chain = chain.expect("a chain");
    let mut tip = chain.genesis();
    for event in &mut events {
        let Event { kind, seat, act, visibility: known, facts, draws, nonce, .. } = event.clone();
        let at = DateTime::from_timestamp_millis(event.at).expect("a moment");
        let nonce = data_encoding::HEXLOWER.decode(nonce.as_bytes()).expect("digits");
        let nonce = nonce.try_into().expect("sixteen");
        let new = NewEvent { at, kind, seat, act, known, facts, draws, nonce };
        let linked = new.linked(&chain, &tip);
        (event.number, event.hash) = (linked.seq, linked.hash);
        tip = tip.past(&linked);
    }
    (file::Header { step: tip.step, head: tip.shown, ..header.clone() }, events)
}
