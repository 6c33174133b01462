//! The discard rule: two unused cards for one of the deck (R7.6).

use super::super::names::Unit;
use super::super::orders::words::some;
use super::super::orders::{Action, Order, Pay};
use super::super::state::State;
use super::no;
use crate::rules::{Legal, Refusal};

/// Cards of each unit that a player has (R1.2).
pub const CARDS: u8 = 6;

pub fn list(state: &State, at: usize, legal: &mut Legal<Order>) {
    for first in Unit::all() {
        for second in Unit::all().skip(first.index()) {
            for gained in Unit::all() {
                let swap = Action::Swap(first, second, gained);
                if check(state, at, swap).is_ok() {
                    legal.orders.push(Order::Act(swap, Pay::Card));
                }
            }
        }
    }
}

pub fn check(state: &State, at: usize, action: Action) -> Result<(), Refusal> {
    let Action::Swap(first, second, gained) = action else { return Ok(()) };
    let player = &state.players[at];
    for unit in [first, second] {
        let wanted = if first == second { 2 } else { 1 };
        let has = player.hand[unit.index()];
        if has < wanted {
            let cards = some(has, &format!("{} card", unit.name()));
            return no("R7.6", format!("your hand has {cards}"));
        }
    }
    // What was dealt this round, discarded cards included, is no longer in the deck.
    if player.dealt[gained.index()] >= CARDS {
        return no("R7.6", format!("no {} card is left in your deck", gained.name()));
    }
    Ok(())
}
