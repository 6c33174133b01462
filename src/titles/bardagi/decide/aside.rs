//! STUB
use super::super::facts::Fact;
use super::super::orders::Order;
use super::super::state::State;
use crate::rules::{Dice, Refusal};
pub fn decide(
    _state: &State,
    _at: usize,
    _order: &Order,
    _dice: &mut Dice,
) -> Result<Vec<Fact>, Refusal> {
    Ok(Vec::new())
}
