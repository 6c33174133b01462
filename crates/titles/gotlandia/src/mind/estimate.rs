//! Estimates for bots how well a seat is doing, in hundredths of a VP: points scored, points the
//! coming scorings would give now, and the value of pieces, goods and cards until then.

use super::super::reckon::{board, growth, score};
use super::super::state::house::House;
use super::super::state::{Stage, State};
use super::super::things::data::data;
use super::super::things::ids::{Card, Rep};
use super::super::things::kinds::{Dir, Kind};
use super::super::things::tables::Suit;
use ravenpost_rules::Seat;

pub fn estimate(state: &State, seat: Seat) -> i64 {
    let house = state.of(seat);
    let mut worth = 100 * i64::from(house.vp);
    if state.stage == Stage::Over {
        return worth;
    }
    let scorings = 3 - i64::from(state.century);
    // Generations still to come; goods and workers lose value with fewer of them.
    let ahead = 1 + state.left() as i64 + 4 * (scorings - 1);
    // A scoring in the near future is more certain than a distant one.
    let near = 100 - 4 * state.left() as i64;
    let points = i64::from(score::century_points(state, seat));
    worth += points * (near + 70 * (scorings - 1));
    worth += 100 * i64::from(score::total(&score::final_parts(house)));
    worth += growth(house, ahead) + holdings(state, seat, ahead) + cards(house, ahead);
    worth + danger(state, house)
}

/// Value of Settings for cards, and of workers for turns.
fn growth(house: &House, ahead: i64) -> i64 {
    let draws = i64::from(growth::draws(house));
    let workers = i64::from(house.workers);
    let open = i64::from(board::count(house.settled()));
    draws * 14 * ahead + workers * 30 * ahead + open * 7 * ahead
}

fn holdings(state: &State, seat: Seat, ahead: i64) -> i64 {
    const EACH: [i64; Kind::COUNT] = [22, 44, 30, 42, 56, 52, 52];
    let house = state.of(seat);
    let mut worth = 0;
    for (kind, count) in house.storage.kinds() {
        let each = EACH[kind.index()];
        // Further goods of one kind are worth less.
        let full = i64::from(count.min(4));
        worth += full * each + i64::from(count.saturating_sub(4)) * each / 2;
    }
    worth = worth * ahead.min(5) / 6;
    let rep = i64::from(house.is(Rep::TROUBLEMAKERS));
    worth + i64::from(house.fleet()) * (40 + 6 * ahead) + rep
}

/// Value of cards bought and cards in hand.
fn cards(house: &House, ahead: i64) -> i64 {
    let merchants =
        house.cards().filter(|card| *card == Card::LUBECK || *card == Card::LINKOPING).count();
    let bought = house.cards().filter(|card| matches!(card.suit(), Suit::Craft | Suit::Trading));
    let bought = bought.count() as i64;
    let hand = house.hand.len() as i64;
    let turns = i64::from(house.free);
    let reach = merchants.min(2) as i64 * 60 * ahead.min(8) / 4;
    reach + bought.min(6) * 8 * ahead + hand.min(turns + 2) * 16 + turns * 5
}

/// Penalty for farmsteads that a second pirate would raid.
fn danger(state: &State, house: &House) -> i64 {
    let open = Dir::all().filter(|dir| state.pirate(*dir) && state.ships(*dir) == 0);
    let met = open.map(|dir| i64::from(board::count(house.farmsteads & data().shore[dir.index()])));
    met.sum::<i64>() * -35
}
