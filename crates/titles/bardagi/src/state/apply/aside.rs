//! Applies standing instructions and pre-orders (R22).

use super::super::super::things::who::Who;
use super::super::facts::{Instruction, PreOrder};
use super::super::{State, Step};

pub fn instruct(state: &mut State, who: Who, instruction: &Instruction) {
    let standing = &mut state.players[who.seat].standing;
    match instruction {
        Instruction::Retreat(retreat) => standing.retreat = *retreat,
        Instruction::Claim(auto) => standing.claim = *auto,
        Instruction::DeclineBargains(decline) => standing.decline = *decline,
        Instruction::RepeatPlan(repeat) => standing.repeat = *repeat,
    }
}

/// Pre-orders that could not be played are not tried again.
pub fn stop(state: &mut State, who: Who) {
    if state.step == Step::Plan {
        state.players[who.seat].next = [0; 4];
        return;
    }
    let drawer = &mut state.drawer[who.seat];
    drawer.script.clear();
    drawer.else_done = false;
}

/// Replaces an earlier pre-order for the same decision.
pub fn leave(state: &mut State, who: Who, advance: &PreOrder) {
    let drawer = &mut state.drawer[who.seat];
    match advance {
        PreOrder::Script { orders, else_done } => {
            drawer.script.clone_from(orders);
            drawer.else_done = *else_done && !orders.is_empty();
        }
        PreOrder::Build(wishes) => drawer.build.clone_from(wishes),
        PreOrder::Homes(colours) => drawer.homes.clone_from(colours),
        PreOrder::Plan(mix) => state.players[who.seat].next = *mix,
    }
}

/// Removes an order that is played now. A completed script is cleared.
pub fn take(state: &mut State, who: Who, text: &str) {
    let building = state.step == Step::Build;
    let drawer = &mut state.drawer[who.seat];
    let list = if building { &mut drawer.build } else { &mut drawer.script };
    if let Some(at) = list.iter().position(|known| known == text) {
        list.remove(at);
    }
    drawer.else_done &= !drawer.script.is_empty();
}
