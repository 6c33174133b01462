//! The hand at both ends of a generation: cards drawn (R7.1), Food and burying (R18).

use super::super::state::State;
use super::super::state::house::House;
use super::super::things::data::data;
use super::super::things::ids::Rep;
use super::super::things::kinds::{Dir, Kind, Terrain};
use super::board::{count, open, settings, settings_of, threatened};
use ravenpost_rules::Seat;

/// Returns the number of cards drawn at the start of a generation (R7.1, Wise).
pub fn draws(house: &House) -> u8 {
    match settings(house) {
        0 | 1 if house.is(Rep::WISE) => 6,
        0 | 1 => 5,
        2 | 3 => 6,
        4 | 5 => 7,
        _ => 8,
    }
}

/// Returns the Food needed to grow (R18.2).
pub fn need(house: &House) -> u8 {
    let hill = data().terrain[Terrain::HILL.index()];
    let free = house.is(Rep::HILLFOLK) && house.settled() & hill != 0;
    count(house.settled()) - u8::from(free)
}

/// Returns the Food of the hand (R18.3).
pub fn food(state: &State, seat: Seat) -> u8 {
    let house = state.of(seat);
    if house.hand.is_empty() {
        return 0;
    }
    let open = open(house, threatened(state));
    let safe_ships: u8 =
        Dir::all().filter(|dir| !state.pirate(*dir)).map(|dir| house.ships[dir.index()]).sum();
    let settings = settings_of(open);
    let home = house.home.map_or(0, |home| count(open & data().setting[home.index()]));
    let all = house.hand.iter().map(|card| {
        let food = &card.data().food;
        let lands: u8 = (0..Terrain::COUNT)
            .filter(|at| food.terrain[*at] > 0)
            .map(|at| food.terrain[at] * count(open & data().terrain[at]))
            .sum();
        food.flat + lands + food.ship * safe_ships + food.setting * settings + food.home * home
    });
    all.sum()
}

/// Returns the bury symbols of the hand, plus the Misers' own (R18.7).
pub fn symbols(house: &House) -> u8 {
    let hand: u8 = house.hand.iter().map(|card| card.data().bury).sum();
    hand + u8::from(house.is(Rep::MISERS))
}

/// Returns the Food missing for growth, if Grain can pay for it (R18.5).
pub fn payable(state: &State, seat: Seat) -> Option<u8> {
    let house = state.of(seat);
    let short = need(house).saturating_sub(food(state, seat));
    let pays = house.workers < 5 && short > 0 && house.storage.of(Kind::GRAIN) >= short;
    pays.then_some(short)
}

/// Returns whether anything can be buried.
pub fn buries(house: &House) -> bool {
    let cards = house.hand.len() + house.played.len() + house.discard.len();
    symbols(house) > 0 && (house.silver() > 0 || cards > 0)
}
