//! Salaries at the end of a year of FAST (R19.23).

use super::super::super::reckon::links::Links;
use super::super::super::reckon::world::World;
use super::super::super::state::State;
use super::super::super::state::facts::Phase;
use super::super::super::state::stack::{Place, Stack};
use super::super::super::state::why::{Cause, Lot, UnitReason};
use super::super::super::things::ids::{Field, Fields};
use super::super::super::things::kinds::Kind;
use super::super::clash::ruin;
use super::super::run::{Run, RunExt};
use super::tell;
use ravenpost_rules::Seat;

/// The order in which units remain unpaid.
const LAST_PAID: [Kind; 8] =
    [Kind::Ts, Kind::Li, Kind::Sm, Kind::Hi, Kind::Ws, Kind::Merc, Kind::Ele, Kind::Cav];

/// Removes all units without connection first. The encirclement after that determines the other
/// salaries.
pub fn pay(run: &mut Run<'_>) {
    tell(run, Phase::Salaries);
    strays(run);
    let shut = World::of(&run.state).encircled;
    for seat in run.state.in_order() {
        wages(run, seat, shut);
    }
}

/// Removes units without connection.
fn strays(run: &mut Run<'_>) {
    let world = World::of(&run.state);
    for seat in run.state.in_order() {
        let links = Links::of(&run.state, &world, seat);
        for stack in run.state.player(seat).stacks.iter().copied().collect::<Vec<_>>() {
            let shut = world.encircled.has(stack.at) && stack.place == Place::Inside;
            if !links.supplies(stack.at) && !shut && stack.kind() != Kind::Cors {
                run.fell(seat, stack, UnitReason::Hunger, None);
            }
        }
    }
}

/// Removes units, then villages, then cities, until the rest can be paid.
fn wages(run: &mut Run<'_>, seat: Seat, shut: Fields) {
    loop {
        let wages_due = wages_due(&run.state, seat, shut);
        if wages_due <= u32::from(run.state.player(seat).gold()) {
            run.gold(seat, -(wages_due as i32), Cause::Salaries);
            return;
        }
        let stacks = &run.state.player(seat).stacks;
        let next = LAST_PAID.iter().find_map(|kind| {
            let mut of: Vec<Stack> =
                stacks.iter().filter(|one| one.kind() == *kind).copied().collect();
            of.sort_by_key(|one| one.at);
            of.first().copied()
        });
        if let Some(stack) = next {
            run.fell(seat, stack.of(1), UnitReason::Unpaid, None);
            continue;
        }
        let towns: Vec<Field> =
            run.state.fields().filter(|at| run.state.land(*at).town_of(seat).is_some()).collect();
        let city = |at: &Field| run.state.land(*at).town.is_some_and(|town| town.city);
        let Some(at) = towns.into_iter().min_by_key(|at| (city(at), *at)) else { return };
        ruin::vanish(run, at, Lot::Abandoned);
    }
}

/// The total salaries of a seat's units and settlements.
pub fn wages_due(state: &State, seat: Seat, shut: Fields) -> u32 {
    let units = state.player(seat).stacks.iter().map(|stack| {
        let double = shut.has(stack.at) && stack.place == Place::Inside;
        let each = u32::from(stack.kind().data().salary) * if double { 2 } else { 1 };
        each * u32::from(stack.n)
    });
    let towns = state.fields().filter_map(|at| {
        let town = state.land(at).town_of(seat)?;
        let pay = if town.city { 2 } else { 1 };
        Some(if shut.has(at) { 2 * pay } else { pay })
    });
    units.sum::<u32>() + towns.sum::<u32>()
}
