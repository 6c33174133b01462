//! Why the cards of a unit cannot be used now: the unit is aboard or defeated.

use super::walk;
use crate::reckon::ask::is_asked;
use crate::state::{State, Step};
use crate::things::kinds::Unit;
use ravenpost_rules::Seat;

/// Returns the units with cards that cannot act, by slug, each with the reason.
pub fn unplayable(state: &State, seat: Seat) -> Vec<(String, String)> {
    if state.step != Step::Act || !is_asked(state, seat) {
        return Vec::new();
    }
    let reason = |unit: Unit| {
        let refusal = walk::on_board(state, seat, unit).err()?;
        Some((unit.slug().to_owned(), refusal.why))
    };
    let held = |unit: &Unit| state.players[seat].hand[unit.index()] > 0;
    Unit::LAND.into_iter().filter(held).filter_map(reason).collect()
}
