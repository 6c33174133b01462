//! What there is to choose in the Claim phase: room for recruits, tokens to buy, areas for them.

use super::super::state::State;
use super::super::things::{Area, Building, Good, Kind};
use super::income::{count, room};

/// Recruits that each building can still take (R14.10).
pub fn rooms(state: &State, at: usize) -> [u8; 3] {
    let player = &state.players[at];
    [Building::VIRKI, Building::HOF, Building::VERSLUN]
        .map(|building| player.limit(building).saturating_sub(player.disks[building.index()]))
}

/// Tokens that a seat can buy: one a camp, for one gold each, as the bank has them (R14.8).
pub fn tokens(state: &State, at: usize) -> u8 {
    let camps = count(state, at, Kind::Camp).min(state.axes);
    camps.min(u8::try_from(state.players[at].gold).unwrap_or(u8::MAX))
}

/// Whether a seat has anything to choose (R21.10), by what everybody can see: hidden gold must not
/// show in who is asked, so the owner of a camp is asked even if it cannot pay.
pub fn has_choice(state: &State, at: usize) -> bool {
    let player = &state.players[at];
    let fits = |goods: [Good; 2]| goods.iter().any(|good| room(player, *good) > 0);
    let buys = if state.options.open_gold {
        tokens(state, at)
    } else {
        count(state, at, Kind::Camp).min(state.axes)
    };
    player.flock > 0 && fits([Good::WOOL, Good::MEAT])
        || player.herd > 0 && fits([Good::HIDE, Good::MEAT])
        || player.town > 0 && rooms(state, at) != [0; 3]
        || player.axes > 0
        || buys > 0
}

/// Where Axe tokens may be placed: own areas, the own home (R14.12).
pub fn axe_areas(state: &State, at: usize) -> impl Iterator<Item = Area> {
    Area::of(state.own_land(at))
}

/// Recruits put onto buildings in that order, up to their limits.
pub fn fill(state: &State, at: usize, order: [Building; 3]) -> [u8; 3] {
    let rooms = rooms(state, at);
    let mut left = state.players[at].town;
    let mut recruits = [0; 3];
    for building in order {
        let count = rooms[building.index()].min(left);
        recruits[building.index()] = count;
        left -= count;
    }
    recruits
}
