//! Default orders for seats that time out (R21, column of defaults).

use super::quiet_turn;
use crate::orders::Order;
use crate::reckon::ask::is_asked;
use crate::reckon::plan::{homes, usual};
use crate::state::{State, Step};
use ravenpost_rules::Seat;

/// The default order of the open decision; `done` otherwise. It ends a Claim sheet, with defaults
/// for everything not ordered (R21.9).
pub fn fallback(state: &State, seat: Seat) -> Order {
    if !is_asked(state, seat) {
        return Order::Done;
    }
    match state.step {
        Step::PickHome => homes(state).next().map_or(Order::Done, Order::Home),
        Step::Plan => Order::Plan(usual(state, seat)),
        Step::Act => quiet_turn::next(state, seat),
        Step::GodiRetreat | Step::Bargain => Order::Yield,
        Step::Build => Order::Pass,
        _ => Order::Done,
    }
}

/// The answers of a seat that has yielded, until its next turn (R21.15).
pub fn to_others(state: &State, seat: Seat) -> Option<Order> {
    match state.step {
        Step::GodiRetreat => state.nearest_refuge(seat).map(Order::Retire),
        Step::Bargain => Some(Order::Decline),
        Step::Build => Some(Order::Pass),
        _ => None,
    }
}
