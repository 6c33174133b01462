//! The refusal of an order that does not fit the open decision.

use super::super::state::{State, Step};
use super::run::refuse;
use ravenpost_rules::Refusal;

pub fn not_asked<T>(state: &State) -> Result<T, Refusal> {
    refuse("R21.1", format!("that does not answer the current question: {}", topic(state)))
}

/// The open decision, without the seat.
fn topic(state: &State) -> &'static str {
    match state.step {
        Step::PickHome => "which colour to play",
        Step::Plan => "which cards to plan",
        Step::Act => "what to do in your turn",
        Step::GodiRetreat => "where your Godi retreats",
        Step::Bargain => "whether to accept the bargain",
        Step::Build => "what to build",
        Step::Claim => "what to claim",
        _ => "there is none right now",
    }
}
