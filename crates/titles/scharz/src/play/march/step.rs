//! Steps of units over land: their cost, permitted destinations, and where they end all movement.

use super::super::super::reckon::world::World;
use super::super::super::state::options::Module;
use super::super::super::state::stack::{Place, Stack, hazard_bit, mark};
use super::super::super::state::why::How;
use super::super::super::state::{State, Weather, line};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::{Kind, Season, Terrain};
use super::super::super::things::units::Unit;
use super::super::run::{Run, RunExt};
use super::super::units::{UnitChoice, pick};
use ravenpost_rules::RefusalCode::{CannotPay, NotNow, Occupied, OutOfRange, WrongKind};
use ravenpost_rules::{Refusal, Seat};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    First,
    /// Uses the second capacity, from 14 PP or brilliant commanders.
    Again,
    /// A retreat after contact (MOVE-3).
    Retreat,
}

impl Phase {
    pub fn of(again: bool) -> Phase {
        if again { Phase::Again } else { Phase::First }
    }

    /// Cavalry has a free step in each sub-phase; the second is only for `ride`.
    fn ride(self) -> Option<u16> {
        match self {
            Phase::First => Some(mark::RODE[0]),
            Phase::Again => None,
            Phase::Retreat => Some(mark::RODE[2]),
        }
    }

    fn capacity(self) -> u16 {
        if self == Phase::Again { mark::AGAIN } else { mark::SPENT }
    }
}

/// The mark that a step uses; `None` if the unit has no step left.
pub fn cost(stack: &Stack, phase: Phase) -> Option<u16> {
    if stack.has(mark::STUCK | mark::CARRIED) {
        return None;
    }
    let ride = phase.ride().filter(|ride| stack.kind() == Kind::Cav && !stack.has(*ride));
    ride.or(Some(phase.capacity()).filter(|capacity| !stack.has(*capacity)))
}

/// Judges whether units of a seat may be ordered to step. A second march needs 14 PP or brilliant
/// commanders, and never leaves a field that is locked then (R10.13).
pub fn may_start(
    state: &State,
    world: &World,
    seat: Seat,
    at: Field,
    phase: Phase,
) -> Result<(), Refusal> {
    if phase == Phase::First {
        return Ok(());
    }
    let player = state.player(seat);
    let brilliant =
        state.has(Module::Command) && player.command == line::slots::Commanders::Brilliant;
    if phase == Phase::Again && !player.marches && !brilliant {
        return CannotPay.refuse("R10.17", "write `spend special-move` before a second march");
    }
    Occupied.unless(
        !world.is_locked(seat, at),
        "R7.11",
        "an enemy on the same field keeps them from moving",
    )
}

pub fn may_enter(
    state: &State,
    world: &World,
    seat: Seat,
    kind: Kind,
    from: Field,
    to: Field,
) -> Result<(), Refusal> {
    WrongKind.unless(
        to.is_firm() && state.field.has(to),
        "R10.2",
        "that is not a land field in play",
    )?;
    let step = world.passes(state, seat, kind, from, to);
    OutOfRange.unless(step, "R6.8", "no border between these fields can be crossed")?;
    weather(state, from, to)?;
    welcome(state, world, seat, to)
}

/// Bad winter weather closes a region (R19.15).
pub fn weather(state: &State, from: Field, to: Field) -> Result<(), Refusal> {
    let bad = |field: Field| field.is_firm() && state.winter[field.data().region] == Weather::Bad;
    let closed = state.season() == Season::Winter && (bad(from) || bad(to));
    NotNow.unless(!closed, "R19.15", "the bad winter there stops all movement by land")
}

/// Units may not enter a field controlled by a pact partner, except between lords and vassals
/// (R17.5).
pub fn welcome(state: &State, world: &World, seat: Seat, to: Field) -> Result<(), Refusal> {
    let Some(holder) = world.holder(state, to).filter(|holder| *holder != seat) else {
        return Ok(());
    };
    let open = state.hostile(seat, holder) || state.pact(seat, holder).is_lordship();
    WrongKind.unless(open, "R17.5", "a pact partner of yours controls it")
}

/// The stack after it enters a field, with its marks (R10.5) and the neutral fields it passed
/// (R11.6).
pub fn arrive(stack: Stack, to: Field, place: Place) -> Stack {
    let terrain = to.data().terrain;
    let exempt = stack.kind() == Kind::Li
        || stack.kind().is_naval() && terrain == Terrain::Turquoise
        || place == Place::Afloat;
    let stuck = to.is_land() && terrain.is_rough() && !exempt;
    let through =
        if stack.at.is_neutral() && stack.has(mark::ENTERED) { hazard_bit(stack.at) } else { 0 };
    let marks = mark::ENTERED | if stuck { mark::STUCK } else { 0 };
    let came = Stack { via: stack.via | through, ..stack.to(to, place).mark(marks) };
    came.unmark(mark::WAITING)
}

/// Places from which units can step: inside walls only if not encircled (R10.3).
fn places(world: &World, at: Field) -> &'static [Place] {
    if world.encircled.has(at) {
        &[Place::Open, Place::Works]
    } else {
        &[Place::Open, Place::Works, Place::Inside]
    }
}

/// `move`: one step, or the first of two for cavalry.
pub fn walk(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Move,
) -> Result<(), Refusal> {
    let (state, phase, kind) = (&run.state, Phase::of(line.second), line.units.unit.kind);
    may_start(state, world, seat, line.at, phase)?;
    let walks = !kind.is_naval() && !line.at.is_water();
    WrongKind.unless(walks, "R10.2", "only land units on land can march; for ships, use sail")?;
    let steps = if kind == Kind::Sm { Kind::Li } else { kind };
    may_enter(state, world, seat, steps, line.at, line.to)?;
    if let Some(then) = line.then {
        let stops = line.to.is_land() && line.to.data().terrain.is_rough();
        WrongKind.unless(
            kind == Kind::Cav && !line.second,
            "R10.6",
            "only cavalry can march two steps",
        )?;
        OutOfRange.unless(!stops, "R10.5", "mountains and wetlands stop their movement")?;
        may_enter(state, world, seat, kind, line.to, then)?;
    }
    let two = line.then.is_some();
    let free = |stack: &Stack| {
        let fresh = !stack.has(mark::RODE[0] | mark::SPENT);
        cost(stack, phase).is_some() && (!two || fresh)
    };
    let choice = UnitChoice {
        at: line.at,
        places: places(world, line.at),
        tired_first: false,
        fit: &free,
        rule: "R10.1",
        why: "the others have already marched",
    };
    let taken = pick(state.player(seat), line.units, &choice)?;
    for stack in taken {
        let used = cost(&stack, phase).unwrap_or_default();
        let mut to = arrive(stack, line.to, Place::Open).mark(used);
        if kind == Kind::Sm {
            to.unit = Unit { kind: Kind::Li, ..to.unit };
        }
        run.went(seat, How::March, stack, to);
    }
    Ok(())
}

/// The second step of cavalry.
pub fn go_on(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Move,
) -> Result<(), Refusal> {
    let (here, Some(on)) = (line.to, line.then) else { return Ok(()) };
    let free = !world.is_locked(seat, here);
    Occupied.unless(free, "R10.6", "an enemy on the field in between stopped the cavalry")?;
    may_enter(&run.state, world, seat, Kind::Cav, here, on)?;
    let choice = UnitChoice {
        at: here,
        places: &[Place::Open],
        tired_first: true,
        fit: &|stack| stack.has(mark::RODE[0]) && cost(stack, Phase::First).is_some(),
        rule: "R10.6",
        why: "the others did not get that far",
    };
    for stack in pick(run.state.player(seat), line.units, &choice)? {
        let used = cost(&stack, Phase::First).unwrap_or_default();
        run.went(seat, How::March, stack, arrive(stack, on, Place::Open).mark(used));
    }
    Ok(())
}

pub fn exit(run: &mut Run<'_>, seat: Seat, line: &line::Exit) -> Result<(), Refusal> {
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Works],
        tired_first: false,
        fit: &|_| true,
        rule: "R15.6",
        why: "no others are at work there",
    };
    for stack in pick(run.state.player(seat), line.units, &choice)? {
        run.went(seat, How::Exit, stack, stack.to(line.at, Place::Open));
    }
    Ok(())
}
