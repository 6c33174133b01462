//! R26 Decision table: awaited seats and their prompts.

use super::super::state::{State, Step};
use ravenpost_rules::{Ask, Awaited};

/// The awaited seats, in seat order.
pub fn awaited(state: &State) -> Vec<Awaited> {
    let asked = state.all().filter(|seat| state.awaits(*seat));
    asked
        .map(|seat| Awaited {
            seat,
            decision: state.step.slug(),
            ask: Ask::question(seat, question(state)),
            goes_on: false,
            // Every sheet is secret until revealed.
            private: true,
        })
        .collect()
}

/// The prompt of a step, for players.
pub fn question(state: &State) -> &'static str {
    match state.step {
        Step::Homeland => "Which homelands would you like?",
        Step::Settle => "Which faction do you play, and where do you settle?",
        Step::March => "Where do your units march?",
        Step::Clash => "What do your units do where enemies meet?",
        Step::Rear if state.marches_ahead() => {
            "What do you build, trade and agree on, and where do your units march next?"
        }
        Step::Rear => "What do you build, trade and agree on?",
        Step::Blank | Step::Over => "Nothing",
    }
}
