//! Recorded games as exports: their facts, with the visibility of each, in a chain, checked by the
//! independent program in `contrib`. Recorded games contain drawn numbers but no secret, so the
//! files contain no draws. `RAVENPOST_NIGHT` uses all games, `RAVENPOST_TITLE` those of one title.

use std::path::Path;
use std::process::Command;

use chrono::{DateTime, Duration, Utc};
use ravenpost::titles;
use ravenpost_log::act::{Consent, Opening, Pace, Sitter, Via};
use ravenpost_log::chain::{Chain, NEWEST, Tip, verify};
use ravenpost_log::export::file::{self, Event, ExportScope, Header, Line};
use ravenpost_log::table::status::CONDUCT;
use ravenpost_log::{Act, GameId, NewEvent, StoredEvent};
use ravenpost_rules::contract::recorded::Recorded;
use ravenpost_rules::dice::{DrawInputs, Epoch};
use ravenpost_rules::{Decided, Dice, Seat, Title, Visibility};

use super::recorded;
use crate::harness::at_night;

const SECRET: [u8; 32] = [0x5e; 32];
/// Games per title in the default test.
const FEW: usize = 2;

/// An act, its facts, and the visibility of each.
struct Done {
    act: Act,
    facts: String,
    known: String,
}

impl Done {
    fn plain(act: Act) -> Done {
        Done { act, facts: "[]".to_owned(), known: "*".to_owned() }
    }
}

fn opening(game: &Recorded) -> Act {
    Act::Opened(Box::new(Opening {
        title: game.title.clone(),
        name: "A recorded game".to_owned(),
        table: game.table.clone(),
        pace: Pace::of(None),
        public: true,
        commitment: DrawInputs::commitment(&SECRET),
        chain: NEWEST,
        rules: game.rules,
        conduct: CONDUCT,
        organiser: None,
        epoch: Epoch([3; 32]),
        fork: None,
        consent: Consent::All,
    }))
}

/// The visibility, in its stored form.
fn known(act: &Act, decided: &Decided) -> String {
    match act.seat().filter(|_| !decided.happened) {
        Some(seat) => Visibility::Seat(seat).code().to_string(),
        None if decided.known.iter().all(|known| *known == Visibility::Everybody) => "*".to_owned(),
        None => std::iter::once('*').chain(decided.known.iter().map(|one| one.code())).collect(),
    }
}

/// The acts of a game.
fn done(title: &dyn Title, game: &Recorded) -> Vec<Done> {
    let mut all = vec![Done::plain(opening(game))];
    for seat in Seat::all(game.table.seats) {
        let (sitter, salt) = (Sitter::Bot("random".to_owned()), format!("salt {seat}"));
        let act =
            Act::Joined { seat, occupant: sitter, salt, custom_salt: false, organiser: false };
        all.push(Done::plain(act));
    }
    let laid = |at: usize| Dice::laid(game.draws[at].clone(), 0);
    let opened = title.open(&game.table, &mut laid(0)).unwrap_or_else(|_| panic!("it opened"));
    let mut add = |act: Act, facts: &str, decided: &Decided| {
        let (known, facts) = (known(&act, decided), facts.to_owned());
        all.push(Done { act, facts, known });
    };
    add(Act::Started, &game.facts[0], &opened);
    let mut position = opened.next;
    for (at, (seat, order)) in (1..).zip(&game.orders) {
        let decided = position.decide(*seat, order, &mut laid(at));
        // The game is cut off at the first order that the current rules decide differently.
        let Some(decided) = decided.ok().filter(|decided| decided.facts == game.facts[at]) else {
            break;
        };
        add(ordered(*seat, order.clone()), &game.facts[at], &decided);
        position = decided.next;
    }
    all
}

fn ordered(seat: Seat, order: String) -> Act {
    Act::Ordered { seat, order, via: Via::Bot }
}

/// The events of a game, chained as a server does it.
fn chained(id: &GameId, done: Vec<Done>) -> Vec<StoredEvent> {
    let first = serde_json::to_string(&done[0].act).expect("plain data");
    let chain = Chain::of(id, first.as_bytes(), Some(SECRET)).expect("a chain");
    let (mut tip, mut at) = (chain.genesis(), DateTime::<Utc>::UNIX_EPOCH);
    let mut events = Vec::new();
    for (count, Done { act, facts, known }) in done.into_iter().enumerate() {
        at += Duration::minutes(7);
        let nonce = u128::try_from(count).expect("few").wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let new = NewEvent {
            at,
            kind: act.kind().word().to_owned(),
            seat: act.seat(),
            act: serde_json::to_string(&act).expect("plain data"),
            known,
            facts,
            draws: "[]".to_owned(),
            nonce: nonce.to_be_bytes(),
        };
        let event = new.linked(&chain, &tip);
        tip = tip.past(&event);
        events.push(event);
    }
    events
}

/// The same as a full export.
fn written(id: &GameId, game: &Recorded, events: &[StoredEvent]) -> String {
    let first = events[0].act.as_bytes();
    let chain = Chain::of(id, first, Some(SECRET)).expect("a chain");
    let tip = events.iter().fold(chain.genesis(), |tip: Tip, event| tip.past(event));
    let header = Header {
        version: file::FORMAT,
        game: id.to_string(),
        title: game.title.clone(),
        name: "A recorded game".to_owned(),
        view: ExportScope::Whole,
        step: tip.step,
        head: tip.shown,
        chain: NEWEST,
        running_until: None,
        secret: Some(data_encoding::HEXLOWER.encode(&SECRET)),
    };
    file::write(header, events.iter().map(|event| Line::Event(line(event))))
}

fn line(event: &StoredEvent) -> Event {
    let StoredEvent { seq, at, kind, seat, act, known, facts, draws, nonce, hash, .. } =
        event.clone();
    let nonce = data_encoding::HEXLOWER.encode(&nonce);
    let at = at.timestamp_millis();
    Event { number: seq, at, kind, seat, act, visibility: known, facts, draws, nonce, hash }
}

/// The output of the independent program for a file, and whether the file is valid.
/// `ravenpost-verify` would require the table's end, which recorded games do not have.
fn python(folder: &Path, text: &str) -> (bool, String) {
    let path = folder.join("game.jsonl");
    std::fs::write(&path, text).expect("written");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/contrib/verify_export.py");
    let done = Command::new("python3").arg(program).arg(&path).output().expect("there is Python");
    let said = [done.stdout, done.stderr].concat();
    (done.status.success(), String::from_utf8_lossy(&said).into_owned())
}

/// The text with one character of one fact changed, and a matching end.
fn bent(text: &str) -> String {
    let file::File { header, mut lines, .. } = file::read(text).expect("a file");
    let last = lines.iter_mut().rev().find_map(|line| match line {
        Line::Event(event) if event.facts.len() > 8 => Some(event),
        _ => None,
    });
    let facts = &mut last.expect("something happened").facts;
    let at = facts.find(|c: char| c.is_ascii_lowercase()).expect("a word");
    let other = if facts.as_bytes()[at] == b'x' { "y" } else { "x" };
    facts.replace_range(at..=at, other);
    file::write(header, lines)
}

#[test]
fn recorded_games_verify_as_exports() {
    let folder = tempfile::tempdir().expect("a folder");
    let most = if at_night() { usize::MAX } else { FEW };
    let only = std::env::var("RAVENPOST_TITLE").ok();
    let wanted = |key: &str| only.as_deref().is_none_or(|only| only == key);
    for title in titles::all().iter().filter(|title| wanted(title.about().key)) {
        let (mut tried, mut events_tried, mut hidden) = (0, 0, 0);
        let games = recorded(*title);
        for (at, game) in games.iter().take(most).enumerate() {
            let id = GameId::parse(&format!("recorded{at}")).expect("an id");
            let events = chained(&id, done(*title, game));
            let here = format!("{} seed {}", game.title, game.seed);
            verify(&id, &events, Some(SECRET)).unwrap_or_else(|why| panic!("{here}: {why}"));
            let text = written(&id, game, &events);
            let (holds, said) = python(folder.path(), &text);
            assert!(holds, "{here}: {said}");
            assert!(said.contains(&format!("{id} is valid")), "{here}: {said}");
            let (holds, said) = python(folder.path(), &bent(&text));
            assert!(!holds && said.contains("BROKEN"), "{here}: {said}");
            (tried, events_tried) = (tried + 1, events_tried + events.len());
            hidden += events.iter().filter(|event| event.known.len() > 1).count();
        }
        assert!(hidden > 0, "nothing was hidden");
        assert!(tried >= FEW && events_tried >= 100, "{tried} files of {events_tried} events");
        let key = title.about().key;
        println!("{key}: {tried} files of {events_tried} events hold, each changed one is noticed");
    }
}
