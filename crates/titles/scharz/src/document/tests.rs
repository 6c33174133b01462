//! Tests that reading a document and writing it again gives the same document.

use serde_json::json;

use super::super::Scharz;
use super::super::state::State;
use super::{read, write};
use ravenpost_rules::Table;
use ravenpost_rules::contract::walk::Walk;

fn again(table: &Table, state: &State) {
    let document = write::write(state);
    let read = read::read(table, &document).expect("what was written can be read");
    assert_eq!(write::write(&read), document);
}

#[test]
fn every_position_round_trips_completely() {
    for (seats, map) in [(2, "italia"), (5, "huns"), (9, "taifas")] {
        let table = Table::of(seats).with("map", map);
        let mut walk = Walk::<Scharz>::open(&table, u64::from(seats));
        let mut seen = 0;
        walk.play_at_random(160, |state, _, _| {
            again(&table, state);
            seen += 1;
        });
        assert!(seen > 100);
    }
}

#[test]
fn document_errors_are_reported() {
    let table = Table::of(2);
    for wrong in [
        json!({ "colour": 1 }),
        json!({ "fields": { "atlantis": {} } }),
        json!({ "seats": { "red": { "units": ["3 li nowhere"] } } }),
        json!({ "drafts": { "red": ["fly 3 li roma"] } }),
    ] {
        assert!(read::read(&table, &wrong).is_err(), "{wrong}");
    }
}
