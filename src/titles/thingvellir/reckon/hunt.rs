//! Which Bondi may act, and how strongly.

use super::super::state::State;
use super::super::things::names::{Action, Colour};

/// The strength of a seat's Bondi this round; 0 without a colour.
pub fn strength(state: &State, at: usize) -> u8 {
    state.colour_of_round(at).map_or(0, |colour: Colour| state.hunt_strength(at, colour))
}

pub fn may_harvest(state: &State, at: usize) -> bool {
    state.options.harvest && !state.acted && strength(state, at) > 0
}

/// The Bondi that may act: slot, 0 for the Home Bondi, and what each does.
pub fn ready(state: &State, at: usize) -> impl Iterator<Item = (u8, Action)> + '_ {
    let strong = strength(state, at) > 0;
    let slots = state.bondi_of(at).filter(|(slot, _)| state.bondi & (1 << slot) != 0);
    let slots = slots.map(|(slot, card)| (slot, card.action()));
    let home = state.home.then(|| (0, state.faction[at].bondi()));
    slots.chain(home).filter(move |_| strong)
}
