//! STUB
use super::super::orders::{Action, Order};
use super::super::state::State;
use crate::rules::{Legal, Refusal};
pub fn list(_state: &State, _at: usize, _legal: &mut Legal<Order>) {}
pub fn check(_state: &State, _at: usize, _action: Action) -> Result<(), Refusal> {
    Ok(())
}
