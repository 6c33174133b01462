//! Checks forks: the state survives a round trip through its document, and an imagined state
//! depends only on what its viewer knows.

use crate::about::Table;
use crate::dice::Dice;
use crate::erased::Position;
use crate::seat::{Seat, Viewer};
use serde_json::Value;

use super::chance::Chance;

/// Number of orders played after a public fork.
const ON: usize = 12;

/// Checks that a state read back from its document continues identically.
///
/// # Panics
///
/// Panics if it does not.
pub fn check_continues_identically(here: &str, table: &Table, position: &dyn Position) {
    let again = check_reads_back(here, table, position);
    for seat in Seat::all(table.seats) {
        let given = |position: &dyn Position| {
            let order = position.fallback(seat);
            position.attempt(seat, &order, &mut Dice::seeded(9)).map(|decided| decided.facts)
        };
        assert_eq!(given(&*again), given(position), "{here}: goes on otherwise");
    }
}

/// Checks that a state read back from its document is the same for every viewer.
///
/// # Panics
///
/// Panics if it is not, or if it cannot be read back.
pub fn check_reads_back(here: &str, table: &Table, position: &dyn Position) -> Box<dyn Position> {
    let document = position.document();
    let again = position.title().from_document(table, &document);
    let again = again.unwrap_or_else(|wrong| panic!("{here}: is not read again: {wrong}"));
    assert_eq!(again.document(), document, "{here}: reads otherwise");
    for viewer in Seat::all(table.seats).map(Viewer::Seat).chain([Viewer::Spectator]) {
        let looks = |position: &dyn Position| {
            let mut view: Value = serde_json::from_str(&position.show(viewer)).expect("JSON");
            // The last moves of pieces belong to the previous game.
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

/// Checks that a fork from public knowledge is playable: every awaited seat has a legal order
/// whatever was redrawn, and nothing is lost or duplicated on the way.
///
/// # Panics
///
/// Panics if it is not.
pub fn plays_on(here: &str, table: &Table, position: &dyn Position, chance: &mut Chance) {
    let mut dice = Dice::seeded(chance.word());
    let dream = position.imagine(Viewer::Spectator, &mut dice);
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

/// Checks that two states that a viewer cannot distinguish are imagined identically.
///
/// # Panics
///
/// Panics if they are not.
pub fn check_imagined_identically(
    here: &str,
    viewer: Viewer,
    one: &dyn Position,
    other: &dyn Position,
) {
    let imagined = |from: &dyn Position| from.imagine(viewer, &mut Dice::seeded(17)).document();
    assert_eq!(
        imagined(one),
        imagined(other),
        "{here}: what is imagined depends on what is hidden"
    );
}
