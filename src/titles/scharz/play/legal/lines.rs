//! Lines of setup, march and clash that may be worth trying.

use super::super::super::reckon::World;
use super::super::super::reckon::seats::has_port;
use super::super::super::state::line::Part;
use super::super::super::state::{Line, Place, Stack, State, Verb};
use super::super::super::things::{Faction, Field, Herd, Kind, Unit};
use super::super::march::free::ARMY;
use super::super::march::ships::ROOM;
use super::super::setup::offered;
use crate::rules::Seat;
use crate::rules::list::List;

pub fn homelands(state: &State, all: &mut Vec<Line>) {
    for home in offered(state) {
        let mut line = Line::of(Verb::Pick);
        line.parts.push(Part { n: home.local(), unit: Unit::default() });
        all.push(line);
    }
}

pub fn settling(state: &State, seat: Seat, all: &mut Vec<Line>) {
    let player = state.player(seat);
    all.extend(others(state, seat).map(|other| Line::of(Verb::Rival).seat(other)));
    let Some(home) = player.home else { return };
    let factions: Vec<Faction> = Faction::all(state.map()).collect();
    for faction in home.factions() {
        let at = factions.iter().position(|one| *one == faction).unwrap_or_default();
        all.push(Line::of(Verb::Faction).word(at));
    }
    for at in &home.data().fields {
        for verb in [Verb::Village, Verb::City, Verb::Port, Verb::Dock, Verb::Fort] {
            all.push(Line::at(verb, *at));
        }
        all.push(Line::units(Verb::Place, 1, Unit::of(Kind::Li), *at));
        all.push(Line::at(Verb::Stock, *at).number(2));
        for herd in Herd::ALL {
            let line = Line::at(Verb::Flock, *at).word(herd.index());
            all.push(line);
            all.push(Line { m: 1, ..line });
        }
    }
}

fn others(state: &State, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
    state.all().filter(move |other| *other != seat)
}

pub fn march(state: &State, world: &World, seat: Seat, all: &mut Vec<Line>) {
    marches(state, world, seat, all);
    for other in others(state, seat) {
        if state.offer(other, seat).is_open() {
            all.push(Line::of(Verb::Accept).seat(other));
            all.push(Line::of(Verb::Refuse).seat(other));
        }
    }
}

/// What units, herds and stores could do, answers to offers aside.
pub fn marches(state: &State, world: &World, seat: Seat, all: &mut Vec<Line>) {
    for stack in &state.player(seat).stacks {
        for to in (world.around(state, seat, stack.at) & state.field).on(state.map()) {
            steps(state, seat, stack, to, all);
        }
        if stack.place == Place::Works {
            all.push(Line::units(Verb::Exit, stack.n, stack.unit, stack.at));
        }
        if stack.at.is_firm() && stack.place == Place::Open {
            all.push(Line::units(Verb::Board, 1, stack.unit, stack.at));
            all.extend(ferries(state, world, seat, stack));
        }
    }
    for at in state.fields().filter(|at| world.is_out(*at, seat)) {
        together(state, world, seat, at, all);
    }
    herds(state, world, seat, all);
}

/// From an own port to the others, as many as one ship carries.
fn ferries(state: &State, world: &World, seat: Seat, stack: &Stack) -> Vec<Line> {
    let port = |at: Field| has_port(state, world, seat, at);
    if !port(stack.at) {
        return Vec::new();
    }
    let line = Line::units(Verb::Ferry, stack.n.min(ROOM), stack.unit, stack.at);
    let others = world.cus[seat.index()].on(state.map()).filter(|at| *at != stack.at && port(*at));
    others.map(|at| line.to(at)).collect()
}

/// All of a field that go on as an army, or as a fleet with its cargo.
fn together(state: &State, world: &World, seat: Seat, at: Field, all: &mut Vec<Line>) {
    let (verb, places): (Verb, &[Place]) = match at.is_water() {
        true => (Verb::Fleet, &[Place::Afloat, Place::Aboard]),
        false => (Verb::Army, &[Place::Open]),
    };
    let goes = |stack: &&Stack| places.contains(&stack.place) && !stack.kind().is_fixed();
    let mut parts: Vec<Part> = Vec::new();
    for stack in state.player(seat).at(at).filter(goes) {
        match parts.iter_mut().find(|part| part.unit == stack.unit) {
            Some(part) => part.n += stack.n,
            None => parts.push(Part { n: stack.n, unit: stack.unit }),
        }
    }
    let ships = parts.iter().filter(|part| part.unit.kind.is_ship()).map(|part| part.n).sum::<u8>();
    let enough = match verb {
        Verb::Fleet => ships >= state.powers(seat).fleet,
        _ => parts.iter().map(|part| part.n).sum::<u8>() >= ARMY,
    };
    if enough {
        let near = world.around(state, seat, at).on(state.map());
        let line = Line { parts: List::of(&parts), ..Line::at(verb, at) };
        all.extend(near.filter(|to| to.is_water() == at.is_water()).map(|to| line.to(to)));
    }
}

/// A stack and a field beside it.
fn steps(state: &State, seat: Seat, stack: &Stack, to: Field, all: &mut Vec<Line>) {
    let line = |verb: Verb, n: u8| Line::units(verb, n, stack.unit, stack.at).to(to);
    let on_land = matches!(stack.place, Place::Open | Place::Works | Place::Inside);
    let counts = [stack.n, stack.n.div_ceil(2)];
    let verb = match (stack.place, to.is_water()) {
        (Place::Aboard, false) => Verb::Land,
        (Place::Afloat | Place::Quay, _) if stack.kind().is_ship() => Verb::Sail,
        (_, true) if on_land => Verb::Board,
        (_, false) if on_land => Verb::Move,
        _ => return,
    };
    let both = if counts[0] == counts[1] { 1 } else { 2 };
    all.extend(counts[..both].iter().map(|n| line(verb, *n)));
    if stack.kind() == Kind::Cav && on_land && to.is_firm() {
        all.push(line(Verb::Ride, stack.n));
    }
    if verb == Verb::Sail {
        let aboard = state.player(seat).on(stack.at, Place::Aboard).next();
        if let Some(cargo) = aboard {
            let mut with = line(Verb::Sail, stack.n);
            with.parts.push(Part { n: cargo.n, unit: cargo.unit });
            all.push(with);
        }
        if stack.at.is_water() && to.is_land() {
            all.push(line(Verb::Beach, 1));
        }
    }
}

fn herds(state: &State, world: &World, seat: Seat, all: &mut Vec<Line>) {
    for at in world.held[seat.index()].on(state.map()).filter(|at| at.is_land()) {
        let land = state.land(at);
        if let Some((_, herd)) = land.pasture.filter(|(owner, _)| *owner == seat) {
            all.push(Line::at(Verb::Stable, at).word(herd.index()));
            for to in world.around(state, seat, at).on(state.map()) {
                all.push(Line::at(Verb::Drive, at).to(to).word(herd.index()));
            }
        }
        if land.town_of(seat).is_some() {
            all.extend(
                land.stable.iter().map(|herd| Line::at(Verb::Pasture, at).word(herd.index())),
            );
            for to in world.around(state, seat, at).on(state.map()) {
                all.push(Line::at(Verb::Cart, at).to(to).number(1));
            }
        }
    }
}

pub fn clash(state: &State, world: &World, seat: Seat, all: &mut Vec<Line>) {
    for at in world.locked[seat.index()].on(state.map()).filter(|at| !at.is_neutral()) {
        let own = world.is_out(at, seat);
        for foe in others(state, seat).filter(|foe| own && world.is_out(at, *foe)) {
            all.extend([1, 2, 3].map(|word| Line::at(Verb::Attack, at).word(word).seat(foe)));
        }
        if own {
            all.push(Line::at(Verb::Escape, at).word(1));
            all.push(Line { n: 50, ..Line::at(Verb::Escape, at).word(3) });
            all.push(Line::at(Verb::Spare, at).word(1));
        }
        if at.is_land() {
            all.push(Line::at(Verb::Loot, at));
        }
    }
    for at in state.fields().filter(|at| world.is_out(*at, seat)) {
        if state.land(at).town.is_some_and(|town| state.hostile(seat, town.owner)) {
            for word in 0..2 {
                all.push(Line { n: 3, m: 50, ..Line::at(Verb::Siege, at).word(word) });
            }
            all.push(Line::at(Verb::Loot, at));
        }
    }
    for stack in &state.player(seat).stacks {
        let line = |verb: Verb| Line::units(verb, stack.n, stack.unit, stack.at);
        match stack.place {
            Place::Open | Place::Works => all.push(line(Verb::Withdraw)),
            Place::Inside => all.push(line(Verb::Emerge)),
            _ => {}
        }
        for to in world.around(state, seat, stack.at).on(state.map()) {
            let verb = match stack.kind() {
                Kind::Ws if to.is_water() => Verb::Slip,
                kind if kind.is_ship() => Verb::Harbour,
                _ => Verb::Retreat,
            };
            all.push(line(verb).to(to));
        }
    }
}
