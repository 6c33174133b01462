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
        Step::Homeland => "Which homelands do you wish for?",
        Step::Settle => "Where do you settle, and as whom?",
        Step::March => "Where do your units march?",
        Step::Clash => "What do your units do where enemies meet?",
        Step::Rear if state.marches_ahead() => {
            "What do you build, trade and agree, and where do your units march next?"
        }
        Step::Rear => "What do you build, trade and agree?",
        Step::Blank | Step::Over => "Nothing",
    }
}
