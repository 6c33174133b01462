//! The state of a feud: open conflicts, leads, and farms that may be razed.

use super::super::state::State;
use super::super::state::deed::Laid;
use super::super::things::names::{Area, Card, Colour, Kind};
use ravenpost_rules::Seat;

/// The side whose turn it is, and its seat.
pub fn side(state: &State) -> (usize, Seat) {
    let side = usize::from(state.feud.turn);
    (side, state.feud.sides[side])
}

/// Whether a conflict is open: begun and not settled.
pub fn is_open(state: &State, colour: Colour) -> bool {
    state.feud.opened & !state.feud.settled & (1 << colour.0) != 0
}

/// The lead of a side in a colour; negative if it is behind.
pub fn lead(state: &State, side: usize, colour: Colour) -> i16 {
    let worth = &state.feud.worth;
    i16::from(worth[side][colour.index()]) - i16::from(worth[1 - side][colour.index()])
}

/// Open conflicts that a side may accept: R10.4, in the order of R10.9.
pub fn acceptable(state: &State, side: usize) -> impl Iterator<Item = Colour> + '_ {
    let open = move || Colour::all().filter(move |colour| is_open(state, *colour));
    let level = open().filter(move |colour| lead(state, side, *colour) == 0);
    level.chain(open().filter(move |colour| lead(state, side, *colour) < 0))
}

/// Whether the exchange is over (R10.7, R10.8).
pub fn is_over(state: &State) -> bool {
    let feud = &state.feud;
    if feud.opened == 0 { feud.holds >= 2 } else { feud.opened == feud.settled }
}

/// How many farms a side may still raze or spare (R10.13).
pub fn razes_left(state: &State, side: usize) -> u8 {
    let feud = &state.feud;
    feud.won[side].saturating_sub(feud.men[1 - side]).saturating_sub(feud.razed[side])
}

/// Areas where a side may raze: areas of the feud with farms of the other side.
pub fn in_reach(state: &State, side: usize) -> impl Iterator<Item = Area> + use<> {
    let feud = &state.feud;
    let areas = if feud.area == Area::NONE { feud.edge.both() } else { feud.area.bit() };
    Area::of(areas & state.lands[feud.sides[1 - side]])
}

pub fn may_raze(state: &State, side: usize) -> bool {
    razes_left(state, side) > 0 && in_reach(state, side).next().is_some()
}

/// The side of the awaited seat.
pub fn asked_side(state: &State) -> usize {
    usize::from(state.feud.sides[1] == state.turn)
}

/// The cards in a side's rows.
pub fn row(state: &State, side: usize) -> impl Iterator<Item = Laid> + '_ {
    let open = state.table.iter().filter(|laid| !laid.gone).copied();
    open.filter(move |laid| usize::from(laid.tag & 1) == side)
}

/// The Good of a kind that was tucked earliest (R3.5).
pub fn earliest(state: &State, seat: Seat, kind: Kind) -> Card {
    let mine = state.tucked.iter().find(|(card, owner)| *owner == seat && card.kind() == kind);
    mine.map_or(Card::NONE, |(card, _)| *card)
}

/// The farms of a District after one is removed.
pub fn without(state: &State, area: Area, colour: Colour) -> [u8; 4] {
    let mut left = state.steads[area.index()].farms;
    left[colour.index()] -= 1;
    left
}
