//! Applies changes of farms, Steads and Wordfame, and updates their cached counts.

use super::super::super::things::data;
use super::super::super::things::names::{Area, Colour};
use super::super::{State, Stead};
use ravenpost_rules::Seat;

/// Adds a farm from the supply; an empty District gets its Stead.
pub fn add_farm(state: &mut State, seat: Seat, area: Area, colour: Colour) {
    let stead = &mut state.steads[area.index()];
    stead.owner = Some(seat);
    stead.farms[colour.index()] += 1;
    state.lands[seat] |= area.bit();
    state.farms[seat][colour.index()] += 1;
    state.supply[colour.index()] -= 1;
    state.last |= area.bit();
}

/// Removes a farm from the game. A District without farms has no Stead either.
pub fn lose_farm(state: &mut State, area: Area, colour: Colour) {
    let stead = &mut state.steads[area.index()];
    let Some(seat) = stead.owner else { return };
    stead.farms[colour.index()] -= 1;
    if stead.farms == [0; 4] {
        *stead = Stead::default();
        state.lands[seat] &= !area.bit();
    }
    state.farms[seat][colour.index()] -= 1;
    state.lost[colour.index()] += 1;
    state.last |= area.bit();
}

/// Transfers a District with its farms.
pub fn hand_over(state: &mut State, area: Area, to: Seat) {
    let stead = &mut state.steads[area.index()];
    let Some(from) = stead.owner.replace(to) else { return };
    for (colour, farms) in stead.farms.iter().enumerate() {
        state.farms[from][colour] -= farms;
        state.farms[to][colour] += farms;
    }
    state.lands[from] &= !area.bit();
    state.lands[to] |= area.bit();
    state.last |= area.bit();
}

/// Wordfame stops at 22 (R17.3).
pub fn gain(state: &mut State, seat: Seat, fame: u8) {
    state.fame[seat] = (state.fame[seat] + fame).min(data().win);
    state.stirred = state.round;
}
