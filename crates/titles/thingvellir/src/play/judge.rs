//! What every judgement of an order needs.

use super::super::reckon::ask;
use super::super::state::State;
use ravenpost_rules::Refusal;

/// Longest list that is written out whole.
pub const LONGEST: usize = 400;

/// A reason against an order, with its rule point.
pub fn refuse<T>(rule: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why).rule(rule))
}

/// The order belongs to another decision.
pub fn other(state: &State) -> Result<(), Refusal> {
    refuse("R23.2", format!("that is not what is asked; the question is {}", ask::topic(state)))
}
