//! Which Bondi may act, and their strength.

use super::super::state::State;
use super::super::things::names::{Action, Colour};
use ravenpost_rules::Seat;

/// The strength of a seat's Bondi this round; 0 without a colour.
pub fn strength(state: &State, seat: Seat) -> u8 {
    state.colour_of_round(seat).map_or(0, |colour: Colour| state.hunt_strength(seat, colour))
}

pub fn may_harvest(state: &State, seat: Seat) -> bool {
    state.options.harvest && !state.acted && strength(state, seat) > 0
}

/// The Bondi that may act: slot, or 0 for the Home Bondi, and action.
pub fn ready(state: &State, seat: Seat) -> impl Iterator<Item = (u8, Action)> + '_ {
    let strong = strength(state, seat) > 0;
    let slots = state.oaths[seat].bondi().filter(|(slot, _)| state.bondi & (1 << slot) != 0);
    let slots = slots.map(|(slot, card)| (slot, card.action()));
    let home = state.home.then(|| (0, state.faction[seat].bondi()));
    slots.chain(home).filter(move |_| strong)
}
