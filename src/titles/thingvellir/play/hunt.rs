//! Hunting for Sheep: which Bondi may act (R15).

use super::super::orders::Order;
use super::super::state::State;
use super::super::things::names::{Action, Colour};
use super::legal::{no, other};
use crate::rules::Refusal;

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

pub fn list(state: &State, at: usize, orders: &mut Vec<Order>) {
    orders.extend(ready(state, at).map(|(slot, _)| Order::Act(slot)));
    if may_harvest(state, at) {
        orders.push(Order::Harvest);
    }
    orders.push(Order::Done);
}

pub fn check(state: &State, at: usize, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Done => Ok(()),
        Order::Harvest if may_harvest(state, at) => Ok(()),
        Order::Harvest if !state.options.harvest => {
            no("R21.6", "this table plays without the harvest")
        }
        Order::Harvest if state.acted => no("R21.6", "a Bondi has acted, so there is no harvest"),
        Order::Harvest => no("R21.6", "your Bondi have no strength this round"),
        Order::Act(slot) => act(state, at, *slot),
        _ => other(state),
    }
}

fn act(state: &State, at: usize, slot: u8) -> Result<(), Refusal> {
    if ready(state, at).any(|(known, _)| known == slot) {
        return Ok(());
    }
    if strength(state, at) == 0 {
        return no("R7.6", "without a farm in the colour of your statute, nobody acts");
    }
    if slot == 0 {
        return no("R15.4", "the Home Bondi has acted");
    }
    match state.bond(at, slot) {
        None => no("R15.3", format!("you have no Bondi in slot {slot}")),
        Some(card) if Some(card.colour()) != state.colour_of_round(at) => {
            let why = format!(
                "the Bondi in slot {slot} is {}, not of your statute's colour",
                card.colour().slug()
            );
            no("R15.3", why)
        }
        Some(_) => no("R15.6", format!("the Bondi in slot {slot} has acted or is new this turn")),
    }
}

/// Whether an action at that strength would offer the seat anything but `done` (R15.9).
pub fn is_useful(state: &State, at: usize, action: Action, strength: u8) -> bool {
    match action {
        _ if strength == 0 => false,
        Action::SETTLE => super::settle::would_do(state, at, strength),
        Action::RIDE => super::ride::may_do(state, at, strength, 0),
        Action::RAID => state.longhall[at] > 0 || state.sea[at] > 0,
        Action::FOSTER => true,
        Action::PLEDGE => state.may_pledge(at),
        _ => super::feast::would_do(state, at, strength),
    }
}

/// Whether anything is left for the seat to do in its turn of phase II.
pub fn has_use(state: &State, at: usize) -> bool {
    let strength = strength(state, at);
    may_harvest(state, at)
        || ready(state, at).any(|(_, action)| is_useful(state, at, action, strength))
}

/// Whether a turn of phase II would bring the seat anything: the slots of its colour, the Home
/// Bondi, or the harvest.
pub fn would_use(state: &State, at: usize, slots: &[u8]) -> bool {
    let strength = strength(state, at);
    let slots = slots.iter().filter_map(|slot| state.bond(at, *slot));
    let actions = slots.map(|card| card.action()).chain([state.faction[at].bondi()]);
    strength > 0
        && (state.options.harvest
            || actions.into_iter().any(|action| is_useful(state, at, action, strength)))
}
