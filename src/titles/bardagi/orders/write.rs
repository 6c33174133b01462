//! STUB
use super::super::state::State;
use super::Order;
pub fn write(_state: &State, _order: &Order) -> String {
    String::new()
}
