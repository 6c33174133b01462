//! STUB
use super::super::names::Tile;
use super::super::orders::Order;
use super::super::state::State;
use crate::rules::Refusal;
pub fn list(_state: &State, _at: usize) -> Vec<Order> {
    vec![Order::Pass]
}
pub fn check(_state: &State, _at: usize, _tile: Tile, _old: Option<Tile>) -> Result<(), Refusal> {
    Ok(())
}
