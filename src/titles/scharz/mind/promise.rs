//! What a setting of a clash or an announcement may come to: no trial shows it before the dice
//! fall.

use super::super::play::combat::side::lives_out;
use super::super::play::looting::{honour, may_burn, may_loot};
use super::super::reckon::World;
use super::super::reckon::walls::level;
use super::super::state::doctrine::Stance;
use super::super::state::{Bond, Line, Module, Place, State, Verb};
use super::super::things::Kind;
use crate::rules::Seat;

/// What a settlement is worth that a redemption frees, and the points that it costs.
const RELIEF: i64 = 900;
const PRICE: i64 = 600;

pub fn promise(state: &State, seat: Seat, line: &Line) -> i64 {
    match line.verb {
        Verb::Attack => battle(state, seat, line),
        Verb::Siege => siege(state, seat, line),
        Verb::Loot if may_loot(state, &World::of(state), seat, line.at).is_err() => 0,
        Verb::Loot if state.has(Module::Prestige) => {
            10 * i64::from(honour(state, seat, line.at)) + 10
        }
        Verb::Loot => 20,
        Verb::Burn => {
            let able = may_burn(state, &World::of(state), seat, line.at).is_ok();
            if able { 40 } else { 0 }
        }
        Verb::Dominance | Verb::Might => 5_000,
        Verb::Offer if line.bond() == Bond::Redemption => relief(state, seat, line),
        Verb::Offer => bond(line, -1),
        Verb::Demand => bond(line, 1),
        _ => 0,
    }
}

/// What an offer costs its sender if it is taken, or brings; it may well not be.
fn bond(line: &Line, side: i64) -> i64 {
    match Bond::ALL[usize::from(line.word).min(4)] {
        Bond::None | Bond::Truce => 0,
        _ => side * (40 + i64::from(line.n)),
    }
}

/// Who pays a besieger off keeps what is shut in, and a neighbour that comes back.
fn relief(state: &State, seat: Seat, line: &Line) -> i64 {
    let world = World::of(state);
    let own = world.encircled.on(state.map()).filter(|at| state.land(*at).town_of(seat).is_some());
    let shut = own.filter(|at| world.open(*at, line.other()) > 0).count() as i64;
    shut * RELIEF - PRICE - 20 * i64::from(line.n)
}

/// A battle that is more likely won than lost.
fn battle(state: &State, seat: Seat, line: &Line) -> i64 {
    let own = i64::from(lives_out(state, line.at, seat));
    let foe = i64::from(lives_out(state, line.at, line.other()));
    let held = match Stance::ALL[usize::from(line.word).min(3)] {
        Stance::IfDouble => own >= foe * 2,
        Stance::IfEven => own >= foe,
        _ => true,
    };
    if held { (own * 10 - foe * 13).clamp(-60, 60) * 4 } else { 1 }
}

/// Half a sword a die and a round, against the shields of the walls; those inside hold longer.
fn siege(state: &State, seat: Seat, line: &Line) -> i64 {
    let Some(town) = state.land(line.at).town else { return 0 };
    let world = World::of(state);
    let player = state.player(seat);
    let machines = i64::from(player.count(line.at, Place::Open, Kind::Sm));
    let arms = i64::from(world.open(line.at, seat)) - machines;
    let walls = (5 * i64::from(level(state, line.at, town)) - 4 * machines).max(0);
    let inside: u8 = state.player(town.owner).on(line.at, Place::Inside).map(|one| one.n).sum();
    let odds = arms * 3 - walls * 4 - i64::from(inside) * 6;
    odds.clamp(-40, 40) * 10
}
