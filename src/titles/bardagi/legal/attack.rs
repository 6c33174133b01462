//! STUB: attacks and where driven-out Godis go (chapters 9 and 10).
use super::super::names::Area;
use super::super::orders::{Action, Order};
use super::super::state::State;
use crate::rules::{Legal, Refusal};
pub fn list(_state: &State, _at: usize, _legal: &mut Legal<Order>) {}
pub fn check(_state: &State, _at: usize, _action: Action) -> Result<(), Refusal> {
    Ok(())
}
pub fn refuges(_state: &State, _at: usize) -> Vec<Order> {
    Vec::new()
}
pub fn refuge(_state: &State, _at: usize, _area: Area) -> Result<(), Refusal> {
    Ok(())
}
