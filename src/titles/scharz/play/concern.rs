//! Whom a decision concerns: everybody, or those who have met enemies (R9.6).

use super::super::reckon::World;
use super::super::reckon::seats::{berthed, has_yard};
use super::super::state::facts::Fact;
use super::super::state::land::BERTHS;
use super::super::state::{Place, State, Step};
use super::super::things::{Field, Kind};
use super::march::step::{Phase, cost};
use super::run::Run;
use super::{dangers, victory};
use crate::rules::Seat;

/// Opens a decision for those whom it concerns.
pub fn ask(run: &mut Run<'_>, step: Step) {
    if run.state.over() {
        return;
    }
    let seats = run.state.all().filter(|seat| is_concerned(&run.state, *seat, step));
    let seats: Vec<Seat> = seats.collect();
    run.put(Fact::Asked(step, seats));
}

fn is_concerned(state: &State, seat: Seat, step: Step) -> bool {
    let player = state.player(seat);
    match step {
        Step::Homeland | Step::Settle => true,
        _ if !state.is_alive(seat) || player.resigned => false,
        Step::March => {
            let first = state.round == 1 || !state.options.brisk;
            let offered = state.all().any(|other| state.offer(other, seat).is_open());
            first && (offered || victory::is_on_board(state, seat))
        }
        Step::Clash => !state.options.standing && !player.stands && is_in_contact(state, seat),
        Step::Rear => true,
        Step::Blank | Step::Over => false,
    }
}

/// Whether a seat is asked for a clash (R9.6).
pub fn is_in_contact(state: &State, seat: Seat) -> bool {
    let world = World::of(state);
    let met = |at: Field| meets(state, &world, seat, at);
    state.fields().any(met) || refuge(state, &world, seat) || shelter(state, &world, seat)
}

/// Own and hostile things together on a field: (a).
fn meets(state: &State, world: &World, seat: Seat, at: Field) -> bool {
    if at.is_neutral() {
        return false;
    }
    let town = state.land(at).town;
    let own = town.is_some_and(|town| town.owner == seat);
    let foreign = town.is_some_and(|town| state.hostile(seat, town.owner));
    let here = world.is_out(at, seat);
    world.is_locked(seat, at) && (own || here) || here && foreign
}

/// A unit could go into a settlement where enemies are: (b).
fn refuge(state: &State, world: &World, seat: Seat) -> bool {
    state.player(seat).stacks.iter().any(|stack| {
        let able = stack.at.is_firm()
            && !stack.kind().is_naval()
            && !matches!(stack.kind(), Kind::Hi | Kind::Sm)
            && matches!(stack.place, Place::Open | Place::Works)
            && !world.is_locked(seat, stack.at)
            && cost(stack, Phase::Retreat).is_some();
        let near = || world.around(state, seat, stack.at).on(state.map());
        able && near()
            .any(|at| state.land(at).town_of(seat).is_some() && meets(state, world, seat, at))
    })
}

/// A ship could flee a storm: (c).
fn shelter(state: &State, world: &World, seat: Seat) -> bool {
    state.player(seat).stacks.iter().any(|stack| {
        let at_risk = stack.place == Place::Afloat
            && stack.kind().is_ship()
            && dangers::storm(state, seat, stack.at).is_some()
            && (stack.kind() == Kind::Ws || cost(stack, Phase::Retreat).is_some())
            && !world.is_locked(seat, stack.at);
        let near = || world.around(state, seat, stack.at).on(state.map());
        at_risk
            && near()
                .any(|at| has_yard(state, world, seat, at) && berthed(state, seat, at) < BERTHS)
    })
}
