//! Helpers for judging orders.

use super::super::reckon::ask;
use super::super::state::State;
use ravenpost_rules::{Refusal, RefusalCode};

/// Longest list that is given in full.
pub const LONGEST: usize = 400;

/// Refuses an order that belongs to another decision.
pub fn other(state: &State) -> Result<(), Refusal> {
    let why = format!("that does not answer the current question: {}", ask::topic(state));
    Err(Refusal::new(why).rule("R23.2").code(RefusalCode::OtherPrompt))
}
