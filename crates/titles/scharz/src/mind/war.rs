//! Estimates the strength of a seat against enemies: lives and swords in the open, encirclement at
//! walls.

use super::super::play::clash::combat::side::{Fight, Side};
use super::super::reckon::walls::level;
use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::stack::Place;
use super::super::things::ids::Field;
use super::super::things::kinds::Kind;
use ravenpost_rules::Seat;

/// Values of a certain win in the open and of an encircled enemy settlement.
const FIELD: i64 = 160;
const SIEGE: i64 = 220;

pub fn war(state: &State, world: &World, seat: Seat) -> i64 {
    let fields = world.locked[seat.index()].on(state.map());
    let open: i64 = fields.filter(|at| !at.is_neutral()).map(|at| field(state, seat, at)).sum();
    let walls: i64 = state.fields().map(|at| siege(state, world, seat, at)).sum();
    open + walls
}

/// Ranges from loss to win as the strength of all enemies on the field falls from double to half.
fn field(state: &State, seat: Seat, at: Field) -> i64 {
    let own = strength(state, seat, at);
    let foes = state.all().filter(|foe| state.hostile(seat, *foe));
    let foes: i64 = foes.map(|foe| strength(state, foe, at)).sum();
    if own == 0 || foes == 0 {
        return 0;
    }
    let odds = (own - foes) * 3 * FIELD / (own + foes);
    odds.clamp(-FIELD, FIELD)
}

/// Value of an enemy settlement with enough besiegers and few defenders.
fn siege(state: &State, world: &World, seat: Seat, at: Field) -> i64 {
    let Some(town) = state.land(at).town.filter(|town| state.hostile(seat, town.owner)) else {
        return 0;
    };
    let before = i64::from(world.open(at, seat));
    let walls = i64::from(level(state, at, town));
    if before < walls || world.stands(at, town.owner) {
        return 0;
    }
    let within: u8 = state.player(town.owner).on(at, Place::Inside).map(|one| one.n).sum();
    let machines = i64::from(state.player(seat).count(at, Place::Open, Kind::Sm));
    let odds = (before - walls - 2 * i64::from(within) + 2 * machines).clamp(-2, 3);
    SIEGE + odds * SIEGE / 4
}

/// Lives times swords, divided by a hundred, so that twice the units are four times as strong.
fn strength(state: &State, seat: Seat, at: Field) -> i64 {
    let fight = Fight { at, siege: false };
    let side = Side::of(state, at, seat, seat, Place::is_out);
    let swords: i64 = side.units.iter().map(|one| i64::from(one.n) * swords(one.kind())).sum();
    i64::from(side.lives(state, fight)) * swords
}

/// Swords in a hundred rolls of one unit (R5.1).
fn swords(kind: Kind) -> i64 {
    match kind {
        Kind::Li | Kind::Ts | Kind::Cors => 33,
        Kind::Hi | Kind::Ws => 50,
        Kind::Cav | Kind::Merc => 100,
        Kind::Ele => 200,
        Kind::Sm => 0,
    }
}
