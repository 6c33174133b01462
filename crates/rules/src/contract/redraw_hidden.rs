//! Checks that redrawing hidden state after a rewind goes unnoticed by all viewers.

use crate::about::Table;
use crate::dice::Dice;
use crate::erased::Title;
use crate::seat::{Seat, Viewer, Visibility};

use super::Games;
use super::chance::Chance;

/// Number of orders in a game; the position is checked before one in `LOOKED_AT` of them.
const ORDERS: usize = 90;
const LOOKED_AT: usize = 6;

/// Number of positions checked, and how many of them changed.
#[derive(Default, Debug)]
pub struct Tally {
    /// Positions that were redrawn.
    pub looked: u64,
    /// Redrawn positions whose hidden state changed.
    pub otherwise: u64,
}

fn walk(title: &'static dyn Title, table: &Table, seed: u64) -> Tally {
    let mut dice = Dice::seeded(seed);
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    let mut position = title.open(table, &mut dice).expect("the table fits").next;
    for at in 0..ORDERS {
        let here = format!("{} {table:?} seed {seed} order {at}", title.about().key);
        if chance.one_in(LOOKED_AT) {
            let resealed = position.redraw_hidden(&mut Dice::seeded(chance.word()));
            let other = &resealed.next;
            for viewer in Seat::all(table.seats).map(Viewer::Seat).chain([Viewer::Spectator]) {
                assert_eq!(position.show(viewer), other.show(viewer), "{here}: {viewer:?}");
                let narration = title.narrate(&resealed.facts, viewer).expect("facts are readable");
                assert!(narration.is_empty(), "{here}: {viewer:?} is told {narration:?}");
            }
            for seat in Seat::all(table.seats) {
                assert_eq!(position.legal(seat).orders, other.legal(seat).orders, "{here}");
            }
            assert_eq!(position.awaited(), other.awaited(), "{here}");
            assert!(resealed.known.iter().all(|known| *known == Visibility::Nobody), "{here}");
            assert!(!title.reveals(&resealed.facts).expect("readable"), "{here}");
            other.audit().unwrap_or_else(|wrong| panic!("{here}: {wrong}"));
            let mut folded = position.copy();
            folded.fold(&resealed.facts).expect("facts are readable");
            assert_eq!(folded.document(), other.document(), "{here}: folded otherwise");
            tally.looked += 1;
            tally.otherwise += u64::from(other.document() != position.document());
            // The game continues from there.
            position = resealed.next;
        }
        let Some(awaited) = chance.pick(&position.awaited()).cloned() else { break };
        let legal = position.legal(awaited.seat).orders;
        let order = chance.pick(&legal).expect("an awaited seat has a legal order");
        position = position.decide(awaited.seat, order, &mut dice).expect("legal").next;
    }
    tally
}

/// Plays a title, redraws its hidden state, and checks that no viewer notices. Returns what was
/// checked.
///
/// # Panics
///
/// Panics if the title violates the contract.
pub fn is_not_noticed(title: &'static dyn Title, games: Games) -> Tally {
    let mut all = Tally::default();
    super::tables(title, games, |table, seed| {
        let one = walk(title, table, seed);
        all.looked += one.looked;
        all.otherwise += one.otherwise;
    });
    // Titles whose randomness comes only from dice have no predetermined hidden state.
    let most = all.otherwise * 10 >= all.looked * 8;
    let right = if has_hidden_state(title) { most } else { all.otherwise == 0 };
    assert!(right, "{}: {all:?}", title.about().key);
    all
}

/// Returns whether a new game contains anything that no viewer may know.
fn has_hidden_state(title: &dyn Title) -> bool {
    let begun = title.open(&Table::of(title.about().seats.1), &mut Dice::seeded(1));
    !begun.expect("a table").next.redraw_hidden(&mut Dice::seeded(2)).is_empty()
}
