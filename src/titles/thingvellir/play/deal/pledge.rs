//! Pledge (R13).

use super::super::super::state::Step;
use super::super::super::state::facts::{Fact, Swapped};
use super::super::super::things::names::Card;
use super::super::decide::Run;

/// Draws for the Pledge, unless it could change nothing (R13.6).
pub fn start(run: &mut Run<'_>, at: usize) {
    if run.state.may_pledge(at) {
        let (who, strength) = (run.state.who(at), run.state.deed.strength);
        run.draw(Some(who), strength, false);
    }
    run.ask(Step::Pledge, at);
}

pub fn swear(run: &mut Run<'_>, at: usize, number: u8) {
    let card = run.state.table[usize::from(number) - 1].card;
    let slot = run.state.free_slot(at);
    let who = run.state.who(at);
    run.put(Fact::Swore(who, slot, number, card));
    run.ask(Step::Pledge, at);
}

pub fn swap(run: &mut Run<'_>, at: usize, slot: u8, number: u8) {
    let card = run.state.table[usize::from(number) - 1].card;
    let old = run.state.bond(at, slot).unwrap_or(Card::NONE);
    let who = run.state.who(at);
    run.put(Fact::Swapped(Swapped { who, slot, number, card, old }));
    run.ask(Step::Pledge, at);
}
