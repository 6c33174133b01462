//! What a fork of a game is made of: the state as a document, and an imagined state that hangs on
//! nothing but what its viewer knows.

use crate::about::Table;
use crate::dice::Dice;
use crate::erased::Position;
use crate::seat::{Seat, Viewer};
use serde_json::Value;

use super::chance::Chance;

/// Orders that are given after a fork with all.
const ON: usize = 12;

/// A state written down and read again goes on alike.
pub fn goes_on_alike(here: &str, table: &Table, position: &dyn Position) {
    let again = reads_again(here, table, position);
    for seat in Seat::all(table.seats) {
        let given = |position: &dyn Position| {
            let order = position.fallback(seat);
            position.attempt(seat, &order, &mut Dice::seeded(9)).map(|decided| decided.facts)
        };
        assert_eq!(given(&*again), given(position), "{here}: goes on otherwise");
    }
}

/// A state written down and read again is the same to everybody.
pub fn reads_again(here: &str, table: &Table, position: &dyn Position) -> Box<dyn Position> {
    let document = position.document();
    let again = position.title().from_document(table, &document);
    let again = again.unwrap_or_else(|wrong| panic!("{here}: is not read again: {wrong}"));
    assert_eq!(again.document(), document, "{here}: reads otherwise");
    for viewer in Seat::all(table.seats).map(Viewer::Seat).chain([Viewer::Watcher]) {
        let looks = |position: &dyn Position| {
            let mut view: Value = serde_json::from_str(&position.show(viewer)).expect("JSON");
            // The ways that pieces last went belong to the game before.
            view.as_object_mut().expect("an object").remove("moves");
            view
        };
        assert_eq!(looks(&*again), looks(position), "{here}: looks otherwise");
    }
    assert_eq!(again.awaited(), position.awaited(), "{here}: awaits others");
    for seat in Seat::all(table.seats) {
        assert_eq!(again.fallback(seat), position.fallback(seat), "{here}");
    }
    again
}

/// From what everybody knows a game goes on: each who is asked may order something, whatever was
/// drawn anew for it, and nothing is lost or doubled on the way.
pub fn plays_on(here: &str, table: &Table, position: &dyn Position, chance: &mut Chance) {
    let mut dice = Dice::seeded(chance.word());
    let dream = position.imagine(Viewer::Watcher, &mut dice);
    let mut next = dream.snapshot(table).expect("it reads again").next;
    for order in 0..ON {
        let here = format!("{here}, {order} orders after a fork with all");
        next.audit().unwrap_or_else(|wrong| panic!("{here}: {wrong}"));
        let awaited = next.awaited();
        let Some(seat) = chance.pick(&awaited).map(|one| one.seat) else { break };
        let fallback = next.fallback(seat);
        let given = chance.pick(&next.legal(seat).orders).cloned().unwrap_or(fallback);
        let decided = next.decide(seat, &given, &mut dice);
        next = decided.unwrap_or_else(|no| panic!("{here}: {given} refused: {no:?}")).next;
    }
}

/// Two states that are one to a viewer are imagined alike.
pub fn imagined_alike(here: &str, viewer: Viewer, one: &dyn Position, other: &dyn Position) {
    let imagined = |from: &dyn Position| from.imagine(viewer, &mut Dice::seeded(17)).document();
    assert_eq!(imagined(one), imagined(other), "{here}: what is imagined hangs on what is hidden");
}
