//! Candidate lines of the rear.

use crate::play::rear::construction::{CREW, crew};
use crate::play::rear::trade::units::{CORSAIRS, ELEPHANTS};
use crate::reckon::seats::herds;
use crate::reckon::world::World;
use crate::state::State;
use crate::state::doctrine::Festival;
use crate::state::line::slots::MightGoal::{A, B, C, D};
use crate::state::line::slots::{Commanders, Part, Parts};
use crate::state::line::{self, SheetLine};
use crate::state::options::Module;
use crate::state::pact::Bond;
use crate::state::stack::Place;
use crate::things::ids::{Field, Fields};
use crate::things::kinds::{Building, Good, Herd, Kind, Season};
use crate::things::units::Unit;
use ravenpost_rules::Seat;

pub fn rear(state: &State, world: &World, seat: Seat, all: &mut Vec<SheetLine>) {
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
        let (units, at) = (Part { n: 1, unit: stack.unit }, stack.at);
        if stack.kind() == Kind::Li && stack.place == Place::Open {
            let into = [Kind::Hi, Kind::Cav, Kind::Ts, Kind::Ws, Kind::Sm];
            all.extend(into.map(|kind| SheetLine::from(line::Raise { units, kind, at })));
        }
        if stack.kind() == Kind::Merc {
            all.push(line::Dismiss { units, at }.into());
        } else if state.season().is_cold() {
            all.push(line::Disband { units, at }.into());
        }
    }
    for (herd, at, _) in herds(state, seat) {
        all.push(line::SellHerd { herd, at }.into());
        all.push(line::Slaughter { herd, at }.into());
    }
    pacts(state, seat, all);
    redemptions(state, world, seat, all);
    all.push(line::AnnounceDominance {}.into());
    for (goal, other) in [(A, B), (B, C), (A, C), (B, D)] {
        all.push(line::AnnounceMight { goal, other }.into());
    }
    let levels = Commanders::ALL[1..].iter();
    all.extend(levels.map(|level| SheetLine::from(line::Command { command: *level })));
}

/// Corsairs on the seas beside the seat's fields, and elephants where they are sold.
fn specials(state: &State, world: &World, seat: Seat, all: &mut Vec<SheetLine>) {
    let player = state.player(seat);
    if player.pp >= CORSAIRS {
        let held = world.held[seat.index()].on(state.map());
        let near = held.fold(Fields::NONE, |set, at| set | world.around(state, seat, at));
        let seas = near.on(state.map()).filter(|at| at.is_water());
        all.extend(seas.map(|at| SheetLine::from(line::BuyCors { at })));
    }
    if player.gold() >= ELEPHANTS {
        let elam = state.powers(seat).elephants;
        let own = |at: &Field| elam && world.is_cus(seat, *at);
        let desert = |at: &Field| at.is_neutral() && world.is_out(*at, seat);
        let sold = state.fields().filter(|at| own(at) || desert(at));
        all.extend(sold.map(|at| SheetLine::from(line::BuyEle { at })));
    }
}

/// Redemption between besieger and besieged, in both directions (R17.4).
fn redemptions(state: &State, world: &World, seat: Seat, all: &mut Vec<SheetLine>) {
    let bond = Bond::Redemption;
    for at in world.encircled.on(state.map()) {
        let Some(town) = state.land(at).town else { continue };
        for foe in state.alive().filter(|foe| *foe != town.owner && world.open(at, *foe) > 0) {
            if town.owner == seat {
                all.extend(
                    [4, 8]
                        .map(|n| SheetLine::from(line::Offer { bond, seat: foe, amount: Some(n) })),
                );
            } else if foe == seat {
                all.extend([4, 8].map(|n| {
                    SheetLine::from(line::Demand { bond, seat: town.owner, amount: Some(n) })
                }));
            }
        }
    }
}

fn settlement(at: Field, all: &mut Vec<SheetLine>) {
    all.push(line::BuyLi { n: 1, at }.into());
    all.push(line::BuyLi { n: 2, at }.into());
    all.push(line::Hire { n: 1, at, cheap: false }.into());
    all.push(line::Double { at }.into());
    for good in Good::ALL.iter().copied() {
        all.push(line::BuyGoods { n: 1, good, at }.into());
        all.push(line::SellGoods { n: 1, good, at }.into());
    }
    all.extend(Herd::ALL.iter().map(|herd| SheetLine::from(line::BuyHerd { herd: *herd, at })));
}

/// Buildings that the light infantry of a field could start.
fn buildings(state: &State, seat: Seat, at: Field, all: &mut Vec<SheetLine>) {
    let li = Unit::of(Kind::Li);
    let there = state.player(seat).count(at, Place::Open, Kind::Li);
    if state.land(at).site_of(seat).is_some() {
        all.push(line::Hasten { at }.into());
        all.push(line::AddBuilders { units: Part { n: 1, unit: li }, at }.into());
        all.push(line::Cancel { at }.into());
    }
    for what in Building::ALL {
        for n in crew(state, seat, *what)..=there.min(CREW) {
            let group = Parts::of(&[Part { n, unit: li }]);
            all.push(line::Build { building: *what, at, builders: group }.into());
        }
    }
}

fn season(state: &State, at: Field, all: &mut Vec<SheetLine>) {
    match state.season() {
        Season::Spring => all.push(line::Sow { at }.into()),
        Season::Autumn => {
            all.push(line::Recruit { at }.into());
            let sizes = Festival::ALL.iter();
            all.extend(sizes.map(|size| SheetLine::from(line::Festival { festival: *size })));
        }
        _ => {}
    }
}

fn pacts(state: &State, seat: Seat, all: &mut Vec<SheetLine>) {
    for seat in state.all().filter(|other| *other != seat) {
        for (bond, n) in [(Bond::Truce, 4), (Bond::Tribute, 2)] {
            all.push(line::Offer { bond, seat, amount: Some(n) }.into());
        }
        for (bond, amount) in [(Bond::Tribute, Some(4)), (Bond::Vassalage, None)] {
            all.push(line::Demand { bond, seat, amount }.into());
        }
        all.push(line::Recall { seat }.into());
        all.push(line::Release { seat }.into());
    }
    for other in state.all().filter(|other| state.offer(*other, seat).is_open()) {
        all.push(line::Accept { seat: other }.into());
        all.push(line::Reject { seat: other }.into());
    }
}
