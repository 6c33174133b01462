//! The refusal of an order that does not fit the open decision.

use super::super::state::{State, Step};
use super::run::refuse;
use ravenpost_rules::Refusal;

pub fn not_asked<T>(state: &State) -> Result<T, Refusal> {
    refuse("R21.1", format!("that is not what is asked; the question is {}", topic(state)))
}

/// The open decision, without the seat.
fn topic(state: &State) -> &'static str {
    match state.step {
        Step::PickHome => "which colour you play",
        Step::Plan => "which cards you plan",
        Step::Act => "the turn",
        Step::GodiRetreat => "where the Godi goes",
        Step::Bargain => "whether the bargain is accepted",
        Step::Build => "what is built",
        Step::Claim => "the Claim sheet",
        _ => "nothing now",
    }
}
