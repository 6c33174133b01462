//! Which seats a decision concerns: all, or those in contact with enemies (R9.6).

use super::super::reckon::world::World;
use super::super::state::facts::Fact;
use super::super::state::stack::Place;
use super::super::state::{State, Step};
use super::super::things::ids::Field;
use super::super::things::kinds::Kind;
use super::clash::siege;
use super::march::step::{Phase, cost};
use super::run::Run;
use super::victory;
use ravenpost_rules::Seat;

/// Opens a decision for the seats concerned.
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
    let offered = || state.all().any(|other| state.offer(other, seat).is_open());
    match step {
        Step::Homeland | Step::Settle => true,
        _ if !state.is_alive(seat) || player.resigned => false,
        Step::March => {
            let first = state.round == 1 || !state.options.brisk_tempo;
            first && (offered() || victory::is_on_board(state, seat))
        }
        Step::Clash => {
            !state.options.clash_by_doctrine && !player.stands && is_in_contact(state, seat)
        }
        // A seat without holdings has nothing to write (R26.7).
        Step::Rear => player.gold() > 0 || offered() || victory::is_on_board(state, seat),
        Step::Blank | Step::Over => false,
    }
}

/// Whether a seat is awaited in a clash: only with units in contact and a choice to make (R9.6a).
/// It depends on public information only.
fn is_in_contact(state: &State, seat: Seat) -> bool {
    let world = World::of(state);
    let faces = |at: Field| !at.is_neutral() && faces(state, &world, seat, at);
    state.fields().any(faces) || may_relieve(state, &world, seat)
}

/// Whether the seat has units with hostile ones, or before a settlement that is manned or may be
/// stormed.
fn faces(state: &State, world: &World, seat: Seat, at: Field) -> bool {
    let here = state.player(seat).at(at).any(|stack| stack.place != Place::Quay);
    let manned = || {
        let town = state.land(at).town.filter(|town| state.hostile(seat, town.owner));
        town.is_some_and(|town| state.player(town.owner).on(at, Place::Inside).next().is_some())
    };
    here && (world.is_locked(seat, at) || manned() || siege::may_assault(state, at, seat).is_some())
}

/// Whether a unit could retreat into an encircled settlement of its own and relieve it.
fn may_relieve(state: &State, world: &World, seat: Seat) -> bool {
    state.player(seat).stacks.iter().any(|stack| {
        let able = stack.at.is_firm()
            && !stack.kind().is_naval()
            && !matches!(stack.kind(), Kind::Hi | Kind::Sm)
            && matches!(stack.place, Place::Open | Place::Works)
            && !world.is_locked(seat, stack.at)
            && cost(stack, Phase::Retreat).is_some();
        let shut = world.around(state, seat, stack.at) & world.encircled;
        able && shut.on(state.map()).any(|at| state.land(at).town_of(seat).is_some())
    })
}
