//! Scores of pieces, Settings and cards (R19, R20), at any time.

use super::super::state::house::House;
use super::super::state::{FinalScore, State};
use super::super::things::data::data;
use super::super::things::ids::{Deco, Setting};
use super::super::things::kinds::Terrain;
use super::super::things::tables::{Suit, Worth};
use super::board::{count, settings};
use ravenpost_rules::Seat;

/// Returns the VP of one seat in a century's scoring.
pub fn century_points(state: &State, seat: Seat) -> u8 {
    let house = state.of(seat);
    let pieces = count(house.towers) + 3 * count(house.churches);
    pieces + Setting::all().map(|setting| influence(state, seat, setting)).sum::<u8>()
}

/// Returns the churches, towers and farmsteads in a Setting; influence compares them in this order.
pub fn weight(house: &House, setting: Setting) -> (u8, u8, u8) {
    let set = data().setting[setting.index()];
    let of = |pieces: u32| count(pieces & set);
    (of(house.churches), of(house.towers), of(house.farmsteads))
}

/// Returns the VP for influence in one Setting (R19.2-R19.5).
pub fn influence(state: &State, seat: Seat, setting: Setting) -> u8 {
    let mine = weight(state.of(seat), setting);
    let neutral = (0, 0, count(state.neutral & data().setting[setting.index()]));
    if mine == (0, 0, 0) || mine < neutral {
        return 0;
    }
    let rivals = state.seats().filter(|other| *other != seat);
    let best = rivals.map(|other| weight(state.of(other), setting)).max();
    match best {
        Some(best) if best > mine => 0,
        Some(best) if best == mine => 2,
        _ => 5,
    }
}

/// Returns the parts of the final scoring of one seat (R20.2-R20.6).
pub fn final_parts(house: &House) -> FinalScore {
    let cards = house.cards().filter(|card| matches!(card.suit(), Suit::Craft | Suit::Trading));
    let bought = Deco::all().filter(|deco| house.decorations & deco.bit() != 0);
    FinalScore {
        pirates: house.sunk,
        silver: house.buried_silver,
        storage: (house.storage.items() / 10) as u8,
        cards: cards.map(|card| worth(house, &card.data().end)).sum(),
        decorations: bought.map(Deco::vp).sum(),
    }
}

pub fn total(parts: &FinalScore) -> i16 {
    let FinalScore { pirates, silver, storage, cards, decorations } = *parts;
    [pirates, silver, storage, cards, decorations].into_iter().map(i16::from).sum()
}

/// Returns the VP of one craft or trading card at the end (R20.5).
pub fn worth(house: &House, worth: &Worth) -> u8 {
    let settled = house.settled();
    let lands: u8 =
        (0..Terrain::COUNT).map(|at| worth.terrain[at] * count(settled & data().terrain[at])).sum();
    worth.flat
        + lands
        + worth.setting * settings(house)
        + worth.ship * house.fleet()
        + worth.church * count(house.churches)
        + worth.two_pirates * (house.sunk / 2)
        + worth.two_silver * (house.buried_silver / 2)
}
