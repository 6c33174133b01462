//! Estimates the value of clash settings and announcements, whose effect is only known after the
//! dice are rolled.

use super::super::play::clash::combat::side::lives_out;
use super::super::play::clash::looting::{honour, may_burn, may_loot};
use super::super::play::diplomacy::is_scored;
use super::super::reckon::walls::level;
use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::line::slots::Condition;
use super::super::state::line::{Attack, Battle, Diplomacy, Looting, Offer, SheetLine, Victory};
use super::super::state::options::Module;
use super::super::state::pact::Bond;
use super::super::state::stack::Place;
use super::super::things::ids::Field;
use super::super::things::kinds::Kind;
use ravenpost_rules::Seat;

/// Value of saving a settlement from a storm by redemption.
const RELIEF: i64 = 1_600;
/// Cost of a redemption to its payer: points of Importance, and a victory point where it scores.
const PRICE: i64 = 600;
const POINT: i64 = 400;

pub fn promise(state: &State, seat: Seat, line: &SheetLine) -> i64 {
    match line {
        SheetLine::Battle(Battle::Attack(line)) => battle(state, seat, line),
        SheetLine::Looting(line) => looting(state, seat, line),
        SheetLine::Victory(Victory::AnnounceDominance(_) | Victory::AnnounceMight(_)) => 5_000,
        SheetLine::Diplomacy(Diplomacy::Offer(line)) if line.bond == Bond::Redemption => {
            relief(state, seat, line)
        }
        SheetLine::Diplomacy(Diplomacy::Offer(line)) => bond(line.bond, line.amount, -1),
        SheetLine::Diplomacy(Diplomacy::Demand(line)) if presses(state, seat, line.seat) => {
            bond(line.bond, line.amount, 1)
        }
        _ => 0,
    }
}

fn looting(state: &State, seat: Seat, line: &Looting) -> i64 {
    match line {
        Looting::Siege(line) => siege(state, seat, line.at),
        Looting::Loot(line) if may_loot(state, &World::of(state), seat, line.at).is_err() => 0,
        Looting::Loot(line) if state.has(Module::Prestige) => {
            10 * i64::from(honour(state, seat, line.at)) + 10
        }
        Looting::Loot(_) => 20,
        Looting::Burn(line) if may_burn(state, &World::of(state), seat, line.at).is_err() => 0,
        Looting::Burn(_) => 40,
        Looting::Herds(_) => 0,
    }
}

/// Whether a seat has units in front of another seat's settlements or beside its units. Bots only
/// accept pacts under such pressure.
fn presses(state: &State, seat: Seat, other: Seat) -> bool {
    let world = World::of(state);
    let meets = |at: Field| {
        let town = state.land(at).town_of(other).is_some();
        world.is_out(at, seat) && (town || world.is_out(at, other))
    };
    state.fields().any(meets)
}

/// Expected cost or gain of an offer for its sender. It is small because the offer may not be
/// accepted.
fn bond(bond: Bond, amount: Option<u8>, side: i64) -> i64 {
    match bond {
        Bond::None | Bond::Truce => 0,
        _ => side * (40 + i64::from(amount.unwrap_or_default())),
    }
}

/// Value of paying off a besieger: it saves settlements about to fall. The value is zero if none is
/// threatened.
fn relief(state: &State, seat: Seat, line: &Offer) -> i64 {
    let world = World::of(state);
    let own = world.encircled.on(state.map()).filter(|at| state.land(*at).town_of(seat).is_some());
    let falls = |at: &Field| world.open(*at, line.seat) > 0 && siege(state, line.seat, *at) > 0;
    let saved = own.filter(falls).count() as i64;
    let scored = is_scored(state, seat, line.seat, Bond::Redemption);
    let price = PRICE + if scored { POINT } else { 0 };
    saved * RELIEF - price - 20 * i64::from(line.amount.unwrap_or_default())
}

/// Value of a battle that is more likely to be won than lost.
fn battle(state: &State, seat: Seat, line: &Attack) -> i64 {
    let own = i64::from(lives_out(state, line.at, seat));
    let foe = i64::from(lives_out(state, line.at, line.seat));
    let held = match line.when {
        Condition::IfDouble => own >= foe * 2,
        Condition::IfEven => own >= foe,
        Condition::Always => true,
    };
    if held { (own * 10 - foe * 13).clamp(-60, 60) * 4 } else { 1 }
}

/// Value of a siege. Each die is expected to give half a sword per round, against the shields of
/// the walls and the units inside.
fn siege(state: &State, seat: Seat, at: Field) -> i64 {
    let Some(town) = state.land(at).town else { return 0 };
    let world = World::of(state);
    let player = state.player(seat);
    let machines = i64::from(player.count(at, Place::Open, Kind::Sm));
    let arms = i64::from(world.open(at, seat)) - machines;
    let walls = (5 * i64::from(level(state, at, town)) - 4 * machines).max(0);
    let inside: u8 = state.player(town.owner).on(at, Place::Inside).map(|one| one.n).sum();
    let odds = arms * 3 - walls * 4 - i64::from(inside) * 6;
    odds.clamp(-40, 40) * 10
}
