//! Candidate lines of setup, march and clash.

use crate::play::clash::looting;
use crate::play::march::free::ARMY;
use crate::play::march::ships::{ROOM, may_float};
use crate::play::setup::offered;
use crate::play::setup::settle::StartingSetup;
use crate::reckon::seats::has_port;
use crate::reckon::world::World;
use crate::state::State;
use crate::state::doctrine::{Escape, Flight, Sack, Siege, Spare};
use crate::state::line::slots::{Condition, Part, Parts, Pasturage, Ships, Wishes};
use crate::state::line::{self, SheetLine};
use crate::state::stack::{Place, Stack};
use crate::things::ids::Field;
use crate::things::kinds::{Good, Herd, Kind};
use ravenpost_rules::Seat;

pub fn homelands(state: &State, all: &mut Vec<SheetLine>) {
    for home in offered(state) {
        all.push(line::Pick { homelands: Wishes::of(&[home]) }.into());
    }
}

/// Everything that is still missing from the setup and may be placed now.
pub fn settling(state: &State, seat: Seat, all: &mut Vec<SheetLine>) {
    let player = state.player(seat);
    all.extend(others(state, seat).map(|seat| SheetLine::from(line::Rival { seat })));
    let Some(home) = player.home else { return };
    let plan = StartingSetup::of(state, seat, &state.drafts[seat.index()]);
    let fits = |line: &SheetLine| plan.clone().put(state, line).is_ok();
    let mut may: Vec<SheetLine> =
        home.factions().map(|faction| line::Faction { faction }.into()).collect();
    for at in home.data().fields.iter().copied() {
        may.push(line::Village { at }.into());
        may.push(line::City { at }.into());
        may.push(line::Port { at }.into());
        may.push(line::Dock { at }.into());
        may.push(line::Fort { at }.into());
        let li =
            |n: u8| SheetLine::from(line::Place { units: Part { n, ..Part::one(Kind::Li) }, at });
        may.extend((1..=plan.kit.li).rev().map(li).find(fits));
        let grain = |n: u8| SheetLine::from(line::PlaceGrain { n, at });
        may.extend((1..=plan.kit.grain).rev().map(grain).find(fits));
        for herd in Herd::ALL.iter().copied() {
            let pens = Pasturage::ALL.iter();
            may.extend(pens.map(|pen| SheetLine::from(line::PlaceHerd { herd, at, pen: *pen })));
        }
    }
    all.extend(may.into_iter().filter(fits));
}

fn others(state: &State, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
    state.all().filter(move |other| *other != seat)
}

pub fn march(state: &State, world: &World, seat: Seat, all: &mut Vec<SheetLine>) {
    marches(state, world, seat, all);
    for other in others(state, seat) {
        if state.offer(other, seat).is_open() {
            all.push(line::Accept { seat: other }.into());
            all.push(line::Reject { seat: other }.into());
        }
    }
}

/// Possible lines for units, herds and stores, without answers to offers.
pub fn marches(state: &State, world: &World, seat: Seat, all: &mut Vec<SheetLine>) {
    for stack in &state.player(seat).stacks {
        for to in (world.around(state, seat, stack.at) & state.field).on(state.map()) {
            steps(state, seat, stack, to, all);
        }
        if stack.place == Place::Works {
            all.push(line::Exit { units: whole(stack), at: stack.at }.into());
        }
        if stack.at.is_firm() && stack.place == Place::Open {
            let units = Part { n: 1, unit: stack.unit };
            let (again, quay) = (false, Ships::Quay);
            if state.player(seat).count(stack.at, Place::Quay, Kind::Ts) > 0 {
                all.push(line::Board { second: again, units, at: stack.at, ships: quay }.into());
            }
            all.extend(ferries(state, world, seat, stack));
        }
    }
    for at in state.fields().filter(|at| world.is_out(*at, seat)) {
        together(state, world, seat, at, all);
    }
    herds(state, world, seat, all);
}

fn whole(stack: &Stack) -> Part {
    Part { n: stack.n, unit: stack.unit }
}

/// From one of the seat's ports to the others, with one shipload.
fn ferries(state: &State, world: &World, seat: Seat, stack: &Stack) -> Vec<SheetLine> {
    let port = |at: Field| has_port(state, world, seat, at);
    if !port(stack.at) {
        return Vec::new();
    }
    let units = Part { n: stack.n.min(ROOM), unit: stack.unit };
    let others = world.cus[seat.index()].on(state.map()).filter(|at| *at != stack.at && port(*at));
    let ferry = |to| SheetLine::from(line::Ferry { second: false, units, at: stack.at, to });
    others.map(ferry).collect()
}

/// All units of a field moving as an army, or as a fleet with its cargo.
fn together(state: &State, world: &World, seat: Seat, at: Field, all: &mut Vec<SheetLine>) {
    let near = || (world.around(state, seat, at) & state.field).on(state.map());
    let here = |place: Place| {
        let mut parts = Parts::new();
        let goes = |stack: &&Stack| stack.place == place && !stack.kind().is_fixed();
        for stack in state.player(seat).at(at).filter(goes) {
            match parts.as_mut().iter_mut().find(|part| part.unit == stack.unit) {
                Some(part) => part.n += stack.n,
                None => parts.push(whole(stack)),
            }
        }
        parts
    };
    let count = |parts: &Parts| parts.iter().map(|part| part.n).sum::<u8>();
    if at.is_water() {
        let (ships, cargo) = (here(Place::Afloat), here(Place::Aboard));
        if count(&ships) >= state.powers(seat).fleet {
            let fleet = |to| SheetLine::from(line::Fleet { at, to, ships, cargo });
            all.extend(near().filter(|to| to.is_water()).map(fleet));
        }
        return;
    }
    let group = here(Place::Open);
    if count(&group) >= ARMY {
        let army = |to| SheetLine::from(line::Army { at, to, group });
        all.extend(near().filter(|to| to.is_firm()).map(army));
    }
}

/// Lines that move a stack to an adjacent field.
fn steps(state: &State, seat: Seat, stack: &Stack, to: Field, all: &mut Vec<SheetLine>) {
    let on_land = matches!(stack.place, Place::Open | Place::Works | Place::Inside);
    let (again, unit, at) = (false, stack.unit, stack.at);
    // Ships may be on waters, in their seat's shipyards, and on land for factions that allow it.
    let harbour = state.land(to).yard_of(seat).is_some() && at.is_water();
    let sails = to.is_water() || harbour || may_float(state, seat, to);
    let boards = state.player(seat).count(to, Place::Afloat, Kind::Ts) > 0;
    let one = |n: u8| -> Option<SheetLine> {
        let units = Part { n, unit };
        Some(match (stack.place, to.is_water()) {
            (Place::Aboard, false) => line::Land { second: again, units, at, to }.into(),
            (Place::Afloat | Place::Quay, _) if stack.kind().is_ship() && sails => {
                sail(stack, n, to).into()
            }
            (_, true) if on_land && boards => {
                line::Board { second: again, units, at, ships: Ships::On(to) }.into()
            }
            (_, false) if on_land => line::Move { second: again, units, at, to, then: None }.into(),
            _ => return None,
        })
    };
    let counts = [stack.n, stack.n.div_ceil(2)];
    let both = if counts[0] == counts[1] { 1 } else { 2 };
    all.extend(counts[..both].iter().filter_map(|n| one(*n)));
    if stack.kind() == Kind::Cav && on_land && to.is_firm() {
        all.push(line::Ride { n: stack.n, unit, at, to }.into());
    }
    if matches!(stack.place, Place::Afloat | Place::Quay) && stack.kind().is_ship() {
        let aboard = state.player(seat).on(at, Place::Aboard).next();
        if let Some(cargo) = aboard.filter(|_| sails) {
            let group = Parts::of(&[whole(cargo)]);
            all.push(line::Sail { cargo: group, ..sail(stack, stack.n, to) }.into());
        }
        if at.is_water() && to.is_land() {
            all.push(line::Beach { second: again, n: 1, ship: unit, at, to }.into());
        }
    }
}

fn sail(stack: &Stack, n: u8, to: Field) -> line::Sail {
    let (ship, at, cargo) = (stack.unit, stack.at, Parts::new());
    line::Sail { second: false, n, ship, at, to, cargo, afloat: false }
}

fn herds(state: &State, world: &World, seat: Seat, all: &mut Vec<SheetLine>) {
    for at in world.held[seat.index()].on(state.map()).filter(|at| at.is_land()) {
        let land = state.land(at);
        let around = || world.around(state, seat, at).on(state.map());
        if let Some((_, herd)) = land.pasture.filter(|(owner, _)| *owner == seat) {
            all.push(line::Stable { herd, at }.into());
            let drive = |to| SheetLine::from(line::Drive { herd, at, to, stable: false });
            all.extend(around().map(drive));
        }
        if land.town_of(seat).is_some() {
            all.extend(land.stable.iter().map(|herd| SheetLine::from(line::Pasture { herd, at })));
            let cart = |to| SheetLine::from(line::Cart { n: 1, good: Good::Grain, at, to });
            let own = |to: &Field| state.land(*to).town_of(seat).is_some();
            all.extend(around().filter(own).map(cart));
        }
    }
}

pub fn clash(state: &State, world: &World, seat: Seat, all: &mut Vec<SheetLine>) {
    for at in world.locked[seat.index()].on(state.map()).filter(|at| !at.is_neutral()) {
        let own = world.is_out(at, seat);
        for foe in others(state, seat).filter(|foe| own && world.is_out(at, *foe)) {
            let attack = |when| SheetLine::from(line::Attack { seat: foe, at, when, rounds: None });
            all.extend(Condition::ALL.iter().copied().map(attack));
        }
        if own {
            let half = Escape { when: Flight::Loss, amount: 50 };
            for escape in [Escape { when: Flight::Never, amount: 0 }, half] {
                all.push(line::Escape { at, escape, to: None }.into());
            }
            all.push(line::Spare { at, spare: Spare::Sword }.into());
        }
    }
    for at in state.fields().filter(|at| world.is_out(*at, seat)) {
        let theirs = state.land(at).town.is_some_and(|town| state.hostile(seat, town.owner));
        if theirs {
            for settlement in Sack::ALL.iter().copied() {
                all.push(line::Siege { at, siege: Siege { settlement, ..Siege::USUAL } }.into());
            }
        }
        let contested = theirs || world.is_locked(seat, at);
        if contested && looting::may_loot(state, world, seat, at).is_ok() {
            all.push(line::Loot { at }.into());
        }
    }
    for stack in &state.player(seat).stacks {
        let (units, at) = (whole(stack), stack.at);
        match stack.place {
            Place::Open | Place::Works => all.push(line::Withdraw { units, at }.into()),
            Place::Inside => all.push(line::Emerge { units, at }.into()),
            _ => {}
        }
        for to in world.around(state, seat, at).on(state.map()) {
            let (n, ship) = (stack.n, stack.unit);
            all.push(match stack.kind() {
                Kind::Ws if to.is_water() => line::Slip { n, ship, at, to }.into(),
                kind if kind.is_ship() => line::Harbour { n, ship, at, to }.into(),
                // To one of the seat's settlements, from where no enemy holds them (R11.1, R11.2).
                Kind::Hi | Kind::Sm => continue,
                _ if world.is_locked(seat, at) => continue,
                _ if state.land(to).town_of(seat).is_none() => continue,
                _ => line::Retreat { units, at, to }.into(),
            });
        }
    }
}
