//! Estimates a seat's position in hundredths of a glory: its holdings, and what they bring until
//! the end. Only bots use it.

mod land;
mod men;
mod sheet;

use super::super::state::player::Player;
use super::super::state::{State, Step};
use super::super::things::kinds::{Building, Good};
use super::super::things::tiles::Tile;
use ravenpost_rules::Seat;

/// Gold counts as glory at the end and is usually worth more before.
const GOLD: i64 = 112;
/// Value of each good, for sale, refills and tiles.
const GOODS: [i64; Good::COUNT] = [46, 44, 44, 46, 80, 84];
/// Value of a disk in town compared with one on a building, in hundredths.
const IDLE: i64 = 70;
/// Cost of each order, so that useless ones are avoided.
const EFFORT: i64 = 4;
/// Cost of trading something away and back, higher than any possible gain.
const UNDONE: i64 = 1_500;
/// Expected rounds of a game with a time limit.
const ROUNDS: u8 = 8;

pub fn estimate(state: &State, seat: Seat) -> i64 {
    let player = &state.players[seat];
    let glory = i64::from(player.glory) * 100 + i64::from(player.gold) * GOLD;
    if matches!(state.step, Step::Blank | Step::Over) {
        return glory;
    }
    let claims = claims(state);
    glory
        + goods(player)
        + disks(player, claims)
        + land::worth(state, seat, claims)
        + tiles(state, seat, claims)
        + held(player, claims)
        + men::worth(state, seat, claims)
        + sheet::worth(state, seat, claims)
        - effort(state, seat)
        - undone(state, seat)
}

/// Trading a thing away and back in one turn gains nothing.
fn undone(state: &State, seat: Seat) -> i64 {
    let [given, got] = &state.now.traded;
    let both: i64 = given.iter().zip(got).map(|(one, other)| i64::from(*one.min(other))).sum();
    if state.turn == seat { UNDONE * both } else { 0 }
}

fn effort(state: &State, seat: Seat) -> i64 {
    let claim = &state.players[seat].claim;
    // A seat that leaves its choices to default orders has no more effort.
    let left = if state.yielded.has(seat) { EFFORT } else { 0 };
    left + match state.step {
        Step::Act if state.turn == seat => EFFORT * i64::from(state.now.orders),
        Step::Claim if !claim.done => EFFORT * (i64::from(claim.orders) + 1),
        _ => 0,
    }
}

/// Claim phases still to come.
fn claims(state: &State) -> i64 {
    let last = if state.rounds > 0 { state.rounds } else { ROUNDS.max(state.round + 2) };
    let left = i64::from(last.saturating_sub(state.round)) + 1;
    if matches!(state.step, Step::Claim | Step::Close | Step::Scoring) { left - 1 } else { left }
}

fn goods(player: &Player) -> i64 {
    Good::all().map(|good| stock(good, player.goods[good.index()])).sum()
}

/// Value of a stock of one good. The last pieces before the storage limit are worth less.
fn stock(good: Good, held: u8) -> i64 {
    let (held, each) = (i64::from(held), GOODS[good.index()]);
    held * each - (held - 4).max(0) * each / 3
}

/// Value of a disk on a building: half an area, while there is time to take one.
fn disk(claims: i64) -> i64 {
    15 * (claims - 1).clamp(0, 5) + 4
}

/// The first disks of a building enable its unit; more are worth less.
fn building(count: u8, claims: i64) -> i64 {
    let count = i64::from(count);
    let soon = count.min(4);
    disk(claims) * (soon * 12 + (count - soon) * 8) / 10
}

fn disks(player: &Player, claims: i64) -> i64 {
    let built: i64 = player.disks.iter().map(|count| building(*count, claims)).sum();
    built + i64::from(player.town) * disk(claims) * IDLE / 100
}

/// Value of held Runes and Axe tokens.
fn held(player: &Player, claims: i64) -> i64 {
    let runes: i64 = player.runes.iter().map(|count| i64::from(*count)).sum();
    runes * (claims * 18).min(80) + i64::from(player.axes) * 8 + if player.sea { 10 } else { 0 }
}

/// Value of tiles, from Claim phases and from their use in turns.
fn tiles(state: &State, seat: Seat, claims: i64) -> i64 {
    let player = &state.players[seat];
    let own = land::Count::of(state, seat);
    let each = |tile: Tile| -> i64 {
        match tile {
            Tile::ALCHEMIST | Tile::MINT => 2 * GOLD * claims,
            Tile::OFFERING_HALL | Tile::COUNTING_HOUSE => 3 * GOLD * claims,
            Tile::HALL_OF_HEROES | Tile::HIGH_TEMPLE | Tile::GUILDHALL => 300 * claims,
            Tile::GREAT_MONUMENT => {
                if own.quarry > 0 {
                    300 * claims
                } else {
                    60 * claims
                }
            }
            Tile::IRON_ALTAR => (20 + 100 * own.iron) * claims,
            Tile::BULL_ALTAR => (20 + 100 * own.cattle) * claims,
            Tile::STONE_CIRCLE => (20 + 100 * own.quarry) * claims,
            Tile::MARKET_SQUARE => (20 + GOLD * own.village) * claims,
            Tile::WEAVER => (20 + GOLD * own.sheep) * claims,
            Tile::SAWMILL => (20 + GOLD * own.forest) * claims,
            Tile::SMITHY => (5 + disk(claims) * own.iron) * claims,
            Tile::RUNE_SCHOOL => 60 * own.village * claims,
            Tile::LOOT_STORE => 100 * (claims - 1) + GOLD * i64::from(player.attacked.count_ones()),
            Tile::TROPHY_HALL => 100 * (claims - 1) + 100 * i64::from(player.taken.max(1)),
            Tile::ORACLE | Tile::STEWARDS_HOUSE | Tile::WAR_COUNCIL => 90 * (claims - 1),
            Tile::TANNERY | Tile::STABLES => 60 * (claims - 1),
            _ => 25 * (claims - 1),
        }
    };
    let built = player.tiles.iter().flatten().filter(|tile| **tile != Tile::NONE);
    let room: u8 = Building::all().map(|building| player.limit(building)).sum();
    built.map(|tile| each(*tile)).sum::<i64>() + i64::from(room) * disk(claims) / 3
}
