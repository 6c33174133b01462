//! Lines of the rear that may be worth trying.

use super::super::super::reckon::World;
use super::super::super::reckon::seats::herds;
use super::super::super::state::line::Part;
use super::super::super::state::{Bond, Line, Module, Place, State, Verb};
use super::super::super::things::{Building, Field, Fields, Kind, Season, Unit};
use super::super::construction::{CREW, crew};
use super::super::trade::units::{CORSAIRS, ELEPHANTS};
use crate::rules::Seat;

pub fn rear(state: &State, world: &World, seat: Seat, all: &mut Vec<Line>) {
    let own: Vec<Field> = world.cus[seat.index()].on(state.map()).collect();
    for at in &own {
        settlement(*at, all);
    }
    if state.has(Module::Specials) {
        specials(state, world, seat, all);
    }
    for at in world.held[seat.index()].on(state.map()).filter(|at| at.is_land()) {
        buildings(state, seat, at, all);
        season(state, at, all);
    }
    for stack in &state.player(seat).stacks {
        let one = |verb: Verb| Line::units(verb, 1, stack.unit, stack.at);
        if stack.kind() == Kind::Li && stack.place == Place::Open {
            for into in [Kind::Hi, Kind::Cav, Kind::Ts, Kind::Ws, Kind::Sm] {
                all.push(one(Verb::Raise).word(into.index()));
            }
        }
        if stack.kind() == Kind::Merc {
            all.push(one(Verb::Dismiss));
        } else if state.season().is_cold() {
            all.push(one(Verb::Disband));
        }
    }
    for (herd, at, _) in herds(state, seat) {
        for verb in [Verb::SellHerd, Verb::Slaughter] {
            all.push(Line::at(verb, at).word(herd.index()));
        }
    }
    pacts(state, seat, all);
    redemptions(state, world, seat, all);
    all.push(Line::of(Verb::Dominance));
    for (n, m) in [(0, 1), (1, 2), (0, 2), (1, 3)] {
        all.push(Line { n, m, ..Line::of(Verb::Might) });
    }
    all.extend([1, 2, 3, 4].map(|level| Line::of(Verb::Command).word(level)));
}

/// Corsairs on the seas beside what the seat holds, and elephants where they are sold.
fn specials(state: &State, world: &World, seat: Seat, all: &mut Vec<Line>) {
    let player = state.player(seat);
    if player.pp >= CORSAIRS {
        let held = world.held[seat.index()].on(state.map());
        let near = held.fold(Fields::NONE, |set, at| set | world.around(state, seat, at));
        let seas = near.on(state.map()).filter(|at| at.is_water());
        all.extend(seas.map(|at| Line::at(Verb::BuyCors, at)));
    }
    if player.gold() >= ELEPHANTS {
        let elam = state.powers(seat).elephants;
        let own = |at: &Field| elam && world.is_cus(seat, *at);
        let desert = |at: &Field| at.is_neutral() && world.is_out(*at, seat);
        let sold = state.fields().filter(|at| own(at) || desert(at));
        all.extend(sold.map(|at| Line::at(Verb::BuyEle, at)));
    }
}

/// Between who besieges and who is besieged: to be paid off, and to pay (R17.4).
fn redemptions(state: &State, world: &World, seat: Seat, all: &mut Vec<Line>) {
    let line = |verb: Verb, n: u8| Line::of(verb).word(Bond::Redemption.index()).number(n);
    for at in world.encircled.on(state.map()) {
        let Some(town) = state.land(at).town else { continue };
        for foe in state.alive().filter(|foe| *foe != town.owner && world.open(at, *foe) > 0) {
            if town.owner == seat {
                all.extend([4, 8].map(|n| line(Verb::Offer, n).seat(foe)));
            } else if foe == seat {
                all.extend([4, 8].map(|n| line(Verb::Demand, n).seat(town.owner)));
            }
        }
    }
}

/// Trade at a settlement.
fn settlement(at: Field, all: &mut Vec<Line>) {
    all.push(Line::at(Verb::BuyLi, at).number(1));
    all.push(Line::at(Verb::BuyLi, at).number(2));
    all.push(Line::at(Verb::Hire, at).number(1));
    all.push(Line::at(Verb::Double, at));
    for word in 0..2 {
        all.push(Line::at(Verb::BuyGoods, at).number(1).word(word));
        all.push(Line::at(Verb::SellGoods, at).number(1).word(word));
    }
    all.extend((0..4).map(|herd| Line::at(Verb::BuyHerd, at).word(herd)));
}

/// What could be built with the light infantry of a field.
fn buildings(state: &State, seat: Seat, at: Field, all: &mut Vec<Line>) {
    let li = Unit::of(Kind::Li);
    let there = state.player(seat).count(at, Place::Open, Kind::Li);
    if state.land(at).site_of(seat).is_some() {
        all.push(Line::at(Verb::Hasten, at));
        all.push(Line::units(Verb::Join, 1, li, at));
        all.push(Line::at(Verb::Cancel, at));
    }
    for what in Building::ALL {
        for n in crew(state, seat, *what)..=there.min(CREW) {
            let mut line = Line::at(Verb::Build, at).word(what.index());
            line.parts.push(Part { n, unit: li });
            all.push(line);
        }
    }
}

/// Lines of the season.
fn season(state: &State, at: Field, all: &mut Vec<Line>) {
    match state.season() {
        Season::Spring => all.push(Line::at(Verb::Sow, at)),
        Season::Autumn => {
            all.push(Line::at(Verb::Recruit, at));
            all.extend([0, 1, 2].map(|size| Line::of(Verb::Festival).word(size)));
        }
        _ => {}
    }
}

fn pacts(state: &State, seat: Seat, all: &mut Vec<Line>) {
    for other in state.all().filter(|other| *other != seat) {
        let offer =
            |verb: Verb, bond: usize, n: u8| Line::of(verb).word(bond).number(n).seat(other);
        all.push(offer(Verb::Offer, 1, 4));
        all.push(offer(Verb::Offer, 2, 2));
        all.push(offer(Verb::Demand, 2, 4));
        all.push(offer(Verb::Demand, 4, 0));
        if state.offer(other, seat).is_open() {
            all.push(Line::of(Verb::Accept).seat(other));
            all.push(Line::of(Verb::Refuse).seat(other));
        }
        all.push(Line::of(Verb::Recall).seat(other));
        all.push(Line::of(Verb::Release).seat(other));
    }
}
