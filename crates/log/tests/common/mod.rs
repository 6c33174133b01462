//! The stored game between two bots, taken apart and hashed again after a change.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::io::Read;
use std::path::Path;

use chrono::DateTime;
use ravenpost_log::chain::Chain;
use ravenpost_log::export::file::{self, Event, File, Header, Line};
use ravenpost_log::{GameId, NewEvent};

/// Returns the text of the stored game.
pub fn stored() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/exports/version-1.jsonl.gz");
    let packed = std::fs::File::open(path).expect("it is stored");
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("packed");
    text
}

/// Returns the first line and the events of a file.
pub fn taken_apart(text: &str) -> (Header, Vec<Event>) {
    let File { header, lines, .. } = file::read(text).expect("a file");
    let event = |line| match line {
        Line::Event(event) => event,
        _ => panic!("no event"),
    };
    (header, lines.into_iter().map(event).collect())
}

/// Returns a file with that first line and those events.
pub fn joined(header: Header, events: Vec<Event>) -> String {
    file::write(header, events.into_iter().map(Line::Event))
}

/// Returns a file with matching numbers, hashes and first line, as a holder of the secret could
/// forge it.
pub fn rehashed(header: Header, mut events: Vec<Event>) -> String {
    let game = GameId::parse(&header.game).expect("an id");
    let secret = header.secret.as_ref().expect("the file tells it");
    let secret = data_encoding::HEXLOWER.decode(secret.as_bytes()).expect("digits");
    let secret = Some(secret.try_into().expect("32 bytes"));
    let chain = Chain::of(&game, events[0].act.as_bytes(), secret).expect("a chain");
    let mut tip = chain.genesis();
    for event in &mut events {
        let nonce = data_encoding::HEXLOWER.decode(event.nonce.as_bytes()).expect("digits");
        let new = NewEvent {
            at: DateTime::from_timestamp_millis(event.at).expect("a moment"),
            kind: event.kind.clone(),
            seat: event.seat,
            act: event.act.clone(),
            known: event.visibility.clone(),
            facts: event.facts.clone(),
            draws: event.draws.clone(),
            nonce: nonce.try_into().expect("16 bytes"),
        };
        let linked = new.linked(&chain, &tip);
        (event.number, event.hash) = (linked.seq, linked.hash);
        tip = tip.past(&linked);
    }
    joined(Header { step: tip.step, head: tip.shown, ..header }, events)
}
