//! Fleets, which sail one more sea for free (R10.15), and ferries between ports (R10.11).

use super::super::super::reckon::seats::has_port;
use super::super::super::reckon::world::World;
use super::super::super::state::options::Module;
use super::super::super::state::stack::{Place, Stack, mark};
use super::super::super::state::why::How;
use super::super::super::state::{State, line};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::Kind;
use super::super::run::{Run, RunExt};
use super::super::units::{UnitChoice, pick, pick_all, total};
use super::ships::ROOM;
use super::step::{arrive, cost, weather};
use ravenpost_rules::RefusalCode::{
    NotHeld, NotInGame, Occupied, OutOfRange, WrongAmount, WrongKind,
};
use ravenpost_rules::{Refusal, Seat};

/// `fleet`: a sufficient number of ships makes another step together, whatever capacity they have
/// left.
pub fn fleet(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Fleet,
) -> Result<(), Refusal> {
    let state = &run.state;
    NotInGame.unless(
        state.has(Module::SpecialMove),
        "R2.2",
        "there is no special movement in this mode",
    )?;
    Occupied.unless(
        !world.is_locked(seat, line.at),
        "R7.11",
        "an enemy on the same sea keeps them from moving",
    )?;
    let seas = line.at.is_water() && line.to.is_water();
    let neighbours = seas && world.borders(state, seat, line.at, line.to);
    OutOfRange.unless(neighbours, "R10.15", "a fleet sails from one sea to an adjacent one")?;
    let ships = line.ships.iter().all(|part| part.unit.kind.is_ship());
    let soldiers = line.cargo.iter().all(|part| !part.unit.kind.is_ship());
    WrongKind.unless(
        ships && soldiers,
        "R10.15",
        "a fleet consists of ships, and its cargo of the units aboard",
    )?;
    let choice = |places, tired_first| UnitChoice {
        at: line.at,
        places,
        tired_first,
        fit: &|stack| !stack.has(mark::STUCK | mark::CARRIED),
        rule: "R10.15",
        why: "no others are there",
    };
    let ships = pick_all(state.player(seat), &line.ships, &choice(&[Place::Afloat], true))?;
    let fleet = state.powers(seat).fleet;
    WrongAmount.unless(
        total(&ships) >= fleet,
        "R10.15",
        format!("a fleet needs at least {fleet} ships"),
    )?;
    let cargo = pick_all(state.player(seat), &line.cargo, &choice(&[Place::Aboard], false))?;
    carries(state, seat, line.at, &ships, &cargo)?;
    for stack in ships {
        run.went(seat, How::Fleet, stack, arrive(stack, line.to, Place::Afloat));
    }
    for stack in cargo {
        run.went(seat, How::Carried, stack, arrive(stack, line.to, Place::Aboard));
    }
    Ok(())
}

/// Whether the departing ships have room for their cargo, and those that stay for the rest.
fn carries(
    state: &State,
    seat: Seat,
    at: Field,
    ships: &[Stack],
    cargo: &[Stack],
) -> Result<(), Refusal> {
    let player = state.player(seat);
    let size = |one: &Stack| one.n * one.kind().size().unwrap_or(0);
    let load: u8 = cargo.iter().map(size).sum();
    let all: u8 = player.on(at, Place::Aboard).map(size).sum();
    let go: u8 = ships.iter().filter(|one| one.kind() == Kind::Ts).map(|one| one.n).sum();
    let stay = player.count(at, Place::Afloat, Kind::Ts) - go;
    Occupied.unless(load <= go * ROOM, "R10.8", "the ships do not have enough room")?;
    Occupied.unless(all - load <= stay * ROOM, "R10.8", "some cargo would be left without a ship")
}

/// `ferry`: moves units between two ports of a seat across one sea, with the ships nearby.
pub fn ferry(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Ferry,
) -> Result<(), Refusal> {
    let state = &run.state;
    let ports = has_port(state, world, seat, line.at) && has_port(state, world, seat, line.to);
    WrongKind.unless(
        ports && line.at != line.to,
        "R10.11",
        "a ferry runs between two of your ports",
    )?;
    weather(state, line.at, line.to)?;
    let size = line.units.unit.kind.size().unwrap_or(u8::MAX);
    let load = u16::from(line.units.n) * u16::from(size);
    let room = |sea: &Field| ferries(state, seat, line, *sea).iter().map(room).sum::<u16>();
    let sea = seas(state, world, seat, line).max_by_key(room).filter(|sea| load <= room(sea));
    let Some(sea) = sea else {
        return NotHeld
            .refuse("R10.11", "you have no transport ship with enough room near these ports");
    };
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Open, Place::Works, Place::Inside],
        tired_first: false,
        fit: &|stack| {
            let fresh = !stack.has(mark::SPENT | mark::RODE[0] | mark::ENTERED);
            fresh && cost(stack, super::step::Phase::First).is_some()
        },
        rule: "R10.11",
        why: "the others have already moved",
    };
    let taken = pick(state.player(seat), line.units, &choice)?;
    let ships = ferries(state, seat, line, sea);
    lade(run, seat, ships, load as u8);
    for stack in taken {
        let spent = mark::SPENT | mark::CARRIED | mark::RODE[0] | mark::RODE[1] | mark::RODE[2];
        run.went(seat, How::Ferry, stack, arrive(stack, line.to, Place::Open).mark(spent));
    }
    Ok(())
}

/// Capacity that ships can still ferry in this march: three sizes each in total, over all ports
/// (R10.11a).
fn room(ships: &Stack) -> u16 {
    u16::from(ships.n * (ROOM - ships.ferried()))
}

/// Distributes the load over the ships.
fn lade(run: &mut Run<'_>, seat: Seat, ships: Vec<Stack>, mut load: u8) {
    for stack in ships {
        for ship in std::iter::repeat_n(stack.of(1), usize::from(stack.n)) {
            let more = load.min(ROOM - ship.ferried());
            load -= more;
            run.went(seat, How::Ferry, ship, ship.ferry(more));
        }
    }
}

/// Seas adjacent to both ports, without enemies.
fn seas<'s>(
    state: &'s State,
    world: &'s World,
    seat: Seat,
    line: &line::Ferry,
) -> impl Iterator<Item = Field> + 's {
    let both = line.at.neighbours() & line.to.neighbours() & state.field;
    let seas = both.on(state.map()).filter(|field| field.is_water());
    seas.filter(move |sea| !world.foe_ships(seat, *sea))
}

/// Transport ships that can ferry over a sea: on it, or at the quay of one of the ports.
fn ferries(state: &State, seat: Seat, line: &line::Ferry, sea: Field) -> Vec<Stack> {
    let near = |one: &&Stack| match one.place {
        Place::Afloat => one.at == sea,
        Place::Quay => one.at == line.at || one.at == line.to,
        _ => false,
    };
    let all = state.player(seat).stacks.iter();
    all.filter(|one| one.kind() == Kind::Ts).filter(near).copied().collect()
}
