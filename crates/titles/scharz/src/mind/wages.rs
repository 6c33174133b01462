//! Pay due at the end of a year in FAST, compared with what will be available (R19.23).

use super::super::play::seasons::income::income;
use super::super::play::seasons::salaries::wages_due;
use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::options::Module;
use ravenpost_rules::Seat;

/// Losses for each unpaid amount: units are lost first, then settlements.
const UNIT: i64 = 70;
const TOWN: i64 = 400;

/// Expected losses at the next pay if nothing more is bought.
pub fn unpaid(state: &State, world: &World, seat: Seat) -> i64 {
    if !state.has(Module::FastCycle) {
        return 0;
    }
    // Taxes are collected three times a year, the last time before winter.
    let harvests = 3 - (i64::from(state.round.max(1)) - 1) % 4;
    let taxes = i64::from(income(state, world, seat) + state.powers(seat).taxes);
    let purse = i64::from(state.player(seat).gold()) + taxes * harvests;
    let wages_due = i64::from(wages_due(state, seat, world.encircled)) + reserve(state, seat);
    let stacks = state.player(seat).stacks.iter();
    let arms: i64 = stacks.map(|one| i64::from(one.kind().data().salary) * i64::from(one.n)).sum();
    let short = (wages_due - purse).max(0);
    short.min(arms) * UNIT + (short - arms).max(0) * TOWN
}

/// Gold that the winner needs to feed its settlements after the last pay (R22.2).
fn reserve(state: &State, seat: Seat) -> i64 {
    if state.year() < state.options.years {
        return 0;
    }
    let towns = state.fields().filter_map(|at| state.land(at).town_of(seat));
    towns.map(|town| if town.city { 2 } else { 1 }).sum()
}
