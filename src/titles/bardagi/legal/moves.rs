//! STUB
use super::super::names::{Area, Unit};
use super::super::orders::Order;
use super::super::state::State;
use crate::rules::{Legal, Refusal};
pub fn list(_state: &State, _at: usize, _legal: &mut Legal<Order>) {}
pub fn check(_state: &State, _at: usize, _unit: Unit, _area: Area) -> Result<(), Refusal> {
    Ok(())
}
