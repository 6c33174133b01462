//! Applies a turn's cards, sessions and end.

use super::super::super::things::ids::Node;
use super::super::super::things::kinds::Unit;
use super::super::super::things::who::Who;
use super::super::State;
use super::super::facts::Payment;
use super::super::turn::{Chance, Session, Turn};

pub fn order(state: &mut State, chance: Chance) {
    state.now.orders += 1;
    state.now.chance = chance;
    state.last = 0;
}

/// An unsent offer does not outlive its visit.
pub fn open(state: &mut State, session: Session) {
    state.now = Turn { session, give: [0; 7], want: [0; 7], ..state.now };
}

/// Swaps two cards for one.
pub fn swap(state: &mut State, who: Who, [first, second]: [Unit; 2], gained: Unit) {
    let player = &mut state.players[who.seat];
    player.hand[first.index()] -= 1;
    player.hand[second.index()] -= 1;
    player.hand[gained.index()] += 1;
    player.dealt[gained.index()] += 1;
}

pub fn pay(state: &mut State, who: Who, payment: Payment) {
    let player = &mut state.players[who.seat];
    match payment {
        Payment::Card(unit) => lay(state, who, unit),
        Payment::Council(unit) => {
            player.council = true;
            lay(state, who, unit);
        }
        Payment::Oracle => player.oracle = true,
        Payment::Steward => player.steward = true,
        Payment::Charge => {}
    }
}

/// Turns a card face down.
pub fn lay(state: &mut State, who: Who, unit: Unit) {
    let player = &mut state.players[who.seat];
    player.hand[unit.index()] = player.hand[unit.index()].saturating_sub(1);
    player.used[unit.index()] += 1;
    state.now.laid = true;
}

pub fn end(state: &mut State, who: Who) {
    let player = &mut state.players[who.seat];
    // Unused cards return to the deck (R7.5), an empty ship to its dock (R7.12).
    player.hand = [0; 4];
    if player.aboard() == 0 {
        player.ship = Node::DOCK;
    }
    state.now = Turn::default();
}
