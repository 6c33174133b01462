//! Where units go that leave a battle, and what happens to those that cannot (R12.15).

use crate::play::march::ships::ROOM;
use crate::play::march::step::welcome;
use crate::play::run::{Run, RunExt};
use crate::reckon::seats::{berthed, has_yard};
use crate::reckon::world::World;
use crate::state::State;
use crate::state::land::BERTHS;
use crate::state::stack::{Place, Stack};
use crate::state::why::{How, UnitReason};
use crate::things::ids::Field;
use crate::things::kinds::Kind;
use ravenpost_rules::{Dice, Seat};

/// The way out of a field, for land units and for ships.
pub struct Way {
    pub land: Option<Field>,
    pub sea: Option<(Field, Place)>,
    /// Behind the walls of the field itself, if there is no other way.
    pub inside: bool,
}

/// Finds the way out; `None` if the side must fight on.
pub fn way(state: &State, at: Field, seat: Seat, named: Field) -> Option<Way> {
    let world = World::of(state);
    let player = state.player(seat);
    let walks = player.at(at).any(|one| on_foot(at, one));
    let sails = player.at(at).any(|one| one.place == Place::Afloat && one.kind().is_ship());
    let land = if walks { by_land(state, &world, at, seat, named) } else { None };
    let sea = if sails { by_sea(state, &world, at, seat, named) } else { None };
    let home = state.land(at).town_of(seat).is_some() && beds(state, seat, at) > 0;
    let inside = walks && land.is_none() && home;
    (land.is_some() || sea.is_some() || inside).then_some(Way { land, sea, inside })
}

/// Whether a unit leaves over land.
fn on_foot(at: Field, stack: &Stack) -> bool {
    let stands = matches!(stack.place, Place::Open | Place::Works);
    let lands = stack.place == Place::Aboard && at.is_land();
    (stands || lands) && !stack.kind().is_fixed()
}

fn beds(state: &State, seat: Seat, at: Field) -> u8 {
    let inside = state.player(seat).on(at, Place::Inside).map(|one| one.n).sum();
    state.land(at).unit_room().saturating_sub(inside)
}

fn by_land(state: &State, world: &World, at: Field, seat: Seat, named: Field) -> Option<Field> {
    let around = world.around(state, seat, at);
    let alien = |field: Field| {
        let foreign = state.all().any(|other| other != seat && world.is_out(field, other));
        foreign || state.land(field).town.is_some_and(|town| town.owner != seat)
    };
    let firm = around.has(named) && named.is_firm();
    if firm && welcome(state, world, seat, named).is_ok() {
        return Some(named);
    }
    let near = || around.on(state.map()).filter(|field| field.is_land());
    near()
        .find(|field| world.is_cus(seat, *field))
        .or_else(|| near().find(|field| world.holds(seat, *field)))
        .or_else(|| near().find(|field| !alien(*field)))
}

fn by_sea(
    state: &State,
    world: &World,
    at: Field,
    seat: Seat,
    named: Field,
) -> Option<(Field, Place)> {
    let around = world.around(state, seat, at);
    let clear = |field: &Field| field.is_water() && !world.foe_ships(seat, *field);
    let berth = |field: &Field| {
        has_yard(state, world, seat, *field) && berthed(state, seat, *field) < BERTHS
    };
    if around.has(named) && clear(&named) {
        return Some((named, Place::Afloat));
    }
    if around.has(named) && berth(&named) {
        return Some((named, Place::Quay));
    }
    let near = || around.on(state.map());
    let sea = near().find(clear).map(|field| (field, Place::Afloat));
    sea.or_else(|| near().find(berth).map(|field| (field, Place::Quay)))
}

/// The units that would leave by a way, in their current state; only these can be caught (R12.16).
pub fn leavers(state: &State, at: Field, seat: Seat, way: &Way) -> Vec<Stack> {
    let mut dice = Dice::seeded(0);
    let mut run = Run::new(state.clone(), &mut dice);
    let gone = go(&mut run, at, seat, way);
    gone.into_iter().map(|(from, _)| from).collect()
}

/// Outcome for the units that tried to leave.
pub struct Left {
    /// Units that got away, in their new state.
    pub gone: Vec<Stack>,
    /// Machines and corsairs that stayed behind and were destroyed.
    pub caught: Vec<Stack>,
}

/// All units that can leave do so.
pub fn leave(run: &mut Run<'_>, at: Field, seat: Seat, foe: Seat, way: &Way) -> Left {
    let gone = go(run, at, seat, way).into_iter().map(|(_, to)| to).collect();
    let rest: Vec<Stack> =
        run.state.player(seat).at(at).filter(|one| one.place.is_out()).copied().collect();
    if !rest.iter().all(|one| one.kind().is_fixed()) {
        return Left { gone, caught: Vec::new() };
    }
    for stack in &rest {
        run.fell(seat, *stack, UnitReason::LeftBehind, Some(foe));
    }
    Left { gone, caught: rest }
}

/// Moves ships with their cargo, then land units. Returns each unit before and after.
fn go(run: &mut Run<'_>, at: Field, seat: Seat, way: &Way) -> Vec<(Stack, Stack)> {
    let mut gone = Vec::new();
    let mut go = |run: &mut Run<'_>, from: Stack, to: Stack| {
        run.went(seat, How::Escape, from, to);
        gone.extend((from.n > 0).then_some((from, to)));
    };
    if let Some((to, berth)) = way.sea {
        sail_off(run, at, seat, to, berth, &mut go);
    }
    let stacks: Vec<Stack> = run.state.player(seat).at(at).copied().collect();
    for stack in stacks.into_iter().filter(|one| on_foot(at, one)) {
        if let Some(to) = way.land {
            go(run, stack, stack.to(to, Place::Open));
        } else if way.inside {
            let from = stack.of(stack.n.min(beds(&run.state, seat, at)));
            go(run, from, from.to(at, Place::Inside));
        }
    }
    gone
}

/// Moves ships, with as much cargo as they have room for.
fn sail_off(
    run: &mut Run<'_>,
    at: Field,
    seat: Seat,
    to: Field,
    berth: Place,
    go: &mut dyn FnMut(&mut Run<'_>, Stack, Stack),
) {
    let mut berths = match berth {
        Place::Quay => BERTHS.saturating_sub(berthed(&run.state, seat, to)),
        _ => u8::MAX,
    };
    let afloat: Vec<Stack> = run
        .state
        .player(seat)
        .on(at, Place::Afloat)
        .filter(|one| one.kind().is_ship())
        .copied()
        .collect();
    let mut room = 0;
    for stack in afloat {
        let from = stack.of(stack.n.min(berths));
        berths -= from.n;
        room += if from.kind() == Kind::Ts { from.n * ROOM } else { 0 };
        go(run, from, from.to(to, berth));
    }
    let cargo: Vec<Stack> = run.state.player(seat).on(at, Place::Aboard).copied().collect();
    for stack in cargo {
        let size = stack.kind().size().unwrap_or(1);
        let from = stack.of(stack.n.min(room / size));
        room -= from.n * size;
        let place = if berth == Place::Quay { Place::Open } else { Place::Aboard };
        go(run, from, from.to(to, place));
    }
}
