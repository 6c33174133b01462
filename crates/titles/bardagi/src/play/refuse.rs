//! The refusal of an order that does not fit the open decision.

use super::super::state::{State, Step};
use ravenpost_rules::{Refusal, RefusalCode};

pub fn not_asked<T>(state: &State) -> Result<T, Refusal> {
    let why = format!("that does not answer the current question: {}", topic(state));
    Err(Refusal::new(why).rule("R21.1").code(RefusalCode::OtherPrompt))
}

/// Describes the open decision without naming the seat.
fn topic(state: &State) -> &'static str {
    match state.step {
        Step::PickHome => "which colour to play",
        Step::Plan => "which cards to plan",
        Step::Act => "what to do on your turn",
        Step::GodiRetreat => "where your Godi retreats",
        Step::Bargain => "whether to accept the bargain",
        Step::Build => "what to build",
        Step::Claim => "what to claim",
        _ => "there is none right now",
    }
}
