//! Boarding, sailing, landing, beaching (R10.7-R10.10), and ships on land (R24.3).

use super::super::super::reckon::seats::{berthed, has_yard, room};
use super::super::super::reckon::world::World;
use super::super::super::state::land::BERTHS;
use super::super::super::state::line::slots::{Part, Ships};
use super::super::super::state::stack::{Place, Stack, mark};
use super::super::super::state::why::{Cause, How, UnitReason};
use super::super::super::state::{State, line};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::{Kind, Terrain};
use super::super::run::{Run, RunExt};
use super::super::units::{UnitChoice, pick, pick_all, total};
use super::step::{Phase, arrive, cost, may_enter, may_start, weather, welcome};
use ravenpost_rules::RefusalCode::{NotHeld, Occupied, OutOfRange, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// Capacity of a transport ship, in sizes.
pub const ROOM: u8 = 3;

/// `board`: moves units from the shore to ships at sea, or to ships at the quay of the field.
pub fn board(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Board,
) -> Result<(), Refusal> {
    let (state, phase) = (&run.state, Phase::of(line.second));
    may_start(state, world, seat, line.at, phase)?;
    weather(state, line.at, line.at)?;
    let quay = line.ships == Ships::Quay;
    let (to, ships) = match line.ships {
        Ships::Quay => (line.at, Place::Quay),
        Ships::On(water) => (water, Place::Afloat),
    };
    if !quay {
        let neighbours = world.borders(state, seat, line.at, to) && to.is_water();
        OutOfRange.unless(neighbours, "R10.7", "that is not a sea next to the field")?;
    }
    let size = line.units.unit.kind.size();
    let Some(size) = size else {
        return WrongKind.refuse("R10.7", "ships cannot carry units of this type");
    };
    let free = room(state.player(seat), to, ships);
    let fits = u16::from(line.units.n) * u16::from(size) <= u16::from(free);
    Occupied.unless(fits, "R10.7", "your transport ships there do not have enough room")?;
    let taken = pick(
        state.player(seat),
        line.units,
        &on_foot(world, line.at, phase, &|stack| cost(stack, phase).is_some()),
    )?;
    for stack in taken {
        let used = cost(&stack, phase).unwrap_or_default();
        let waits = if quay { mark::WAITING } else { 0 };
        let to = stack.to(to, Place::Aboard).mark(used | waits);
        run.went(seat, How::Board, stack, to);
    }
    Ok(())
}

fn on_foot<'c>(
    world: &World,
    at: Field,
    _phase: Phase,
    fit: &'c dyn Fn(&Stack) -> bool,
) -> UnitChoice<'c> {
    let shut = world.encircled.has(at);
    let all: &[Place] = &[Place::Open, Place::Works, Place::Inside];
    let places = if shut { &all[..2] } else { all };
    UnitChoice {
        at,
        places,
        tired_first: false,
        fit,
        rule: "R10.1",
        why: "the others have already marched",
    }
}

/// `sail`: one step of ships with cargo.
pub fn sail(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Sail,
) -> Result<(), Refusal> {
    let (state, phase) = (&run.state, Phase::of(line.second));
    may_start(state, world, seat, line.at, phase)?;
    WrongKind.unless(line.ship.kind.is_ship(), "R10.2", "only ships can sail")?;
    let berth = moor(state, world, seat, line)?;
    let from =
        if line.at.is_water() { Place::Afloat } else { leave_from(state, world, seat, line)? };
    let choice = UnitChoice {
        at: line.at,
        places: &[from],
        tired_first: false,
        fit: &|stack| cost(stack, phase).is_some(),
        rule: "R10.1",
        why: "the others have already sailed",
    };
    let fleet = Part { n: line.n, unit: line.ship };
    let ships = pick(state.player(seat), fleet, &choice)?;
    let cargo = cargo(state, seat, fleet, line.at, from, &line.cargo)?;
    for stack in ships {
        let used = cost(&stack, phase).unwrap_or_default();
        run.went(seat, How::Sail, stack, arrive(stack, line.to, berth).mark(used));
    }
    let aboard = if berth == Place::Quay { Place::Open } else { Place::Aboard };
    for stack in cargo {
        let to = arrive(stack, line.to, aboard);
        run.went(seat, How::Carried, stack, to);
    }
    Ok(())
}

/// The place of arriving ships: at a quay with free berths, or afloat.
fn moor(state: &State, world: &World, seat: Seat, line: &line::Sail) -> Result<Place, Refusal> {
    let (from, to) = (line.at, line.to);
    if to.is_water() {
        let river = from.is_firm() && along_river(from, to);
        let neighbours = river || world.borders(state, seat, from, to);
        OutOfRange.unless(
            neighbours,
            "R10.2",
            "that field cannot be reached over water in one step",
        )?;
        return Ok(Place::Afloat);
    }
    WrongKind.unless(to.is_land() && state.field.has(to), "R10.2", "ships cannot sail there")?;
    let own = has_yard(state, world, seat, to) && !line.afloat;
    let berths = BERTHS.saturating_sub(berthed(state, seat, to));
    let near = from.is_water() && world.borders(state, seat, from, to) || along_river(from, to);
    OutOfRange.unless(near, "R24.3", "that field cannot be reached over water in one step")?;
    if own && berths >= line.n {
        return Ok(Place::Quay);
    }
    if own && !may_float(state, seat, to) {
        return Occupied.refuse("R11.4", "that shipyard has no free berth");
    }
    WrongKind.unless(
        may_float(state, seat, to),
        "R10.10",
        "ships cannot stay afloat there, but you can beach them",
    )?;
    welcome(state, world, seat, to)?;
    Ok(Place::Afloat)
}

fn may_float(state: &State, seat: Seat, field: Field) -> bool {
    let data = field.data();
    let coast = state.coast.has(field);
    let vikings = state.powers(seat).ships_on_land && data.terrain != Terrain::Brown;
    let on_river = field.map().data().rivers.iter().any(|river| river.contains(&field));
    coast && data.terrain == Terrain::Turquoise || vikings && (coast || on_river)
}

/// Whether two fields are consecutive on a river for ships.
fn along_river(from: Field, to: Field) -> bool {
    let rivers = &from.map().data().rivers;
    rivers.iter().any(|river| river.windows(2).any(|pair| pair == [from, to] || pair == [to, from]))
}

/// The place of departing ships on land: at the quay, or afloat where this is allowed.
fn leave_from(
    state: &State,
    world: &World,
    seat: Seat,
    line: &line::Sail,
) -> Result<Place, Refusal> {
    let ships = |place| state.player(seat).of(line.at, line.ship).any(|one| one.place == place);
    if ships(Place::Quay) {
        let shut = world.encircled.has(line.at);
        Occupied.unless(
            !shut,
            "R10.3",
            "ships cannot leave the quay of an encircled settlement",
        )?;
        return Ok(Place::Quay);
    }
    NotHeld.unless(ships(Place::Afloat), "R10.2", "you have no ship of this type there")?;
    Ok(Place::Afloat)
}

/// The cargo named in a line, if the departing ships have room for it and the others for the rest.
fn cargo(
    state: &State,
    seat: Seat,
    fleet: Part,
    at: Field,
    from: Place,
    load: &[Part],
) -> Result<Vec<Stack>, Refusal> {
    let player = state.player(seat);
    let waits = from == Place::Quay;
    let choice = UnitChoice {
        at,
        places: &[Place::Aboard],
        tired_first: true,
        fit: &|stack| stack.has(mark::WAITING) == waits,
        rule: "R10.8",
        why: "no others are aboard",
    };
    let cargo = pick_all(player, load, &choice)?;
    let size = |stacks: &[Stack]| -> u8 {
        stacks.iter().map(|one| one.n * one.kind().size().unwrap_or(0)).sum()
    };
    let ships = if fleet.unit.kind == Kind::Ts { fleet.n } else { 0 };
    let taken = size(&cargo);
    Occupied.unless(taken <= ships * ROOM, "R10.8", "the ships do not have enough room")?;
    let here: Vec<Stack> = player.on(at, Place::Aboard).copied().collect();
    let stay = size(&here).saturating_sub(taken);
    let left: u8 = player.count(at, from, Kind::Ts).saturating_sub(ships) * ROOM;
    Occupied.unless(waits || stay <= left, "R10.8", "some cargo would be left without a ship")?;
    Ok(cargo)
}

/// `land`: cargo goes ashore.
pub fn land(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Land,
) -> Result<(), Refusal> {
    let (state, phase, kind) = (&run.state, Phase::of(line.second), line.units.unit.kind);
    may_start(state, world, seat, line.at, phase)?;
    if line.at == line.to {
        WrongKind.unless(line.at.is_land(), "R10.9", "there is no shore to land on")?;
    } else {
        may_enter(state, world, seat, kind, line.at, line.to)?;
    }
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Aboard],
        tired_first: false,
        fit: &|stack| cost(stack, phase).is_some() && !stack.has(mark::WAITING),
        rule: "R10.9",
        why: "the others have already moved",
    };
    for stack in pick(state.player(seat), line.units, &choice)? {
        let used = cost(&stack, phase).unwrap_or_default();
        run.went(seat, How::Land, stack, arrive(stack, line.to, Place::Open).mark(used));
    }
    Ok(())
}

/// `beach`: ships become light infantry on the shore, and their wood is sold (R10.10).
pub fn beach(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Beach,
) -> Result<(), Refusal> {
    let (state, phase) = (&run.state, Phase::of(line.second));
    may_start(state, world, seat, line.at, phase)?;
    let kind = line.ship.kind;
    WrongKind.unless(
        kind.is_ship() && line.at.is_water(),
        "R10.10",
        "only ships at sea can be beached",
    )?;
    let shore = line.to.is_land() && world.borders(state, seat, line.at, line.to);
    OutOfRange.unless(shore, "R10.10", "that field is not on the shore of that sea")?;
    weather(state, line.to, line.to)?;
    welcome(state, world, seat, line.to)?;
    let fleet = Part { n: line.n, unit: line.ship };
    cargo(state, seat, fleet, line.at, Place::Afloat, &[])?;
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Afloat],
        tired_first: false,
        fit: &|stack| cost(stack, phase).is_some(),
        rule: "R10.1",
        why: "the others have already sailed",
    };
    let ships = pick(state.player(seat), fleet, &choice)?;
    let price = i32::from(kind.data().refund[1]) * i32::from(total(&ships));
    for stack in ships {
        let used = cost(&stack, phase).unwrap_or_default();
        let mut to = arrive(stack, line.to, Place::Open).mark(used);
        to.unit = super::super::super::things::units::Unit::of(Kind::Li);
        run.went(seat, How::Beach, stack, to);
    }
    run.gold(seat, price, Cause::Beached);
    Ok(())
}

/// Units that boarded at a quay go ashore again if no ship left (R10.8).
pub fn step_ashore(run: &mut Run<'_>) {
    for seat in run.state.all() {
        let stacks = run.state.player(seat).stacks;
        for stack in &stacks {
            if stack.place == Place::Aboard && stack.has(mark::WAITING) {
                run.went(
                    seat,
                    How::Disembark,
                    *stack,
                    stack.to(stack.at, Place::Open).unmark(mark::WAITING),
                );
            }
        }
    }
}

/// Drowns cargo on all fields where ships were lost outside a fight.
pub fn drown_all(run: &mut Run<'_>) {
    for seat in run.state.all() {
        let carries = |run: &Run<'_>| {
            run.state.player(seat).stacks.iter().any(|one| one.place == Place::Aboard)
        };
        for at in run.state.fields() {
            if !carries(run) {
                break;
            }
            drown(run, seat, at, None);
        }
    }
}

/// Drowns cargo beyond the remaining capacity, the cheapest first (R11.7, R12.14).
pub fn drown(run: &mut Run<'_>, seat: Seat, at: Field, by: Option<Seat>) -> Vec<Stack> {
    let mode = run.state.options.mode;
    let mut lost = Vec::new();
    loop {
        let player = run.state.player(seat);
        let room = player.count(at, Place::Afloat, Kind::Ts) * ROOM;
        let cargo: Vec<Stack> = player.on(at, Place::Aboard).copied().collect();
        let size = |one: &Stack| one.kind().size().unwrap_or(0);
        let load: u8 = cargo.iter().map(|one| one.n * size(one)).sum();
        if load <= room {
            return lost;
        }
        let cheapest = cargo.iter().min_by_key(|one| {
            (one.kind().value(mode), std::cmp::Reverse(one.unit.order()), one.marks)
        });
        let Some(first) = cheapest else { return lost };
        let n = (load - room).div_ceil(size(first).max(1)).min(first.n);
        let drowned = first.of(n);
        run.fell(seat, drowned, UnitReason::Drowned, by);
        lost.push(drowned);
    }
}
