//! Choices in the Claim phase: room for recruits, tokens to buy, areas for them.

use super::super::state::State;
use super::super::things::areas::Area;
use super::super::things::kinds::{Building, Good, Kind};
use super::income::{count, room};
use ravenpost_rules::Seat;

/// Recruits that each building can still take (R14.10).
pub fn rooms(state: &State, seat: Seat) -> [u8; 3] {
    let player = &state.players[seat];
    [Building::VIRKI, Building::HOF, Building::VERSLUN]
        .map(|building| player.limit(building).saturating_sub(player.disks[building.index()]))
}

/// Tokens that a seat can buy: one per camp for one gold each, within the bank's supply (R14.8).
pub fn tokens(state: &State, seat: Seat) -> u8 {
    let camps = count(state, seat, Kind::Camp).min(state.axes);
    camps.min(u8::try_from(state.players[seat].gold).unwrap_or(u8::MAX))
}

/// Whether a seat has a choice (R21.10), according to public information. Hidden gold must not
/// influence which seats are asked, so the owner of a camp is asked even if it cannot pay.
pub fn has_choice(state: &State, seat: Seat) -> bool {
    let player = &state.players[seat];
    let fits = |goods: [Good; 2]| goods.iter().any(|good| room(player, *good) > 0);
    let buys = if state.options.open_gold {
        tokens(state, seat)
    } else {
        count(state, seat, Kind::Camp).min(state.axes)
    };
    player.flock > 0 && fits([Good::WOOL, Good::MEAT])
        || player.herd > 0 && fits([Good::HIDE, Good::MEAT])
        || player.town > 0 && rooms(state, seat) != [0; 3]
        || player.axes > 0
        || buys > 0
}

/// Where Axe tokens may be placed: the seat's areas and its home (R14.12).
pub fn axe_areas(state: &State, seat: Seat) -> impl Iterator<Item = Area> {
    Area::of(state.own_land(seat))
}

/// Places recruits on buildings in that order, up to their limits.
pub fn fill(state: &State, seat: Seat, order: [Building; 3]) -> [u8; 3] {
    let rooms = rooms(state, seat);
    let mut left = state.players[seat].town;
    let mut recruits = [0; 3];
    for building in order {
        let count = rooms[building.index()].min(left);
        recruits[building.index()] = count;
        left -= count;
    }
    recruits
}
