//! What is played for a silent seat (R21, the column of defaults).

use super::super::orders::Order;
use super::super::reckon::ask::is_asked;
use super::super::reckon::plan::{homes, usual};
use super::super::state::{State, Step};
use super::quiet_turn;
use ravenpost_rules::Seat;

/// The default of the open decision; `done` where nothing is asked. It ends a Claim sheet, where
/// whatever was not ordered goes by default (R21.9).
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

/// What a seat that has yielded answers until its next turn (R21.15).
pub fn to_others(state: &State, seat: Seat) -> Option<Order> {
    match state.step {
        Step::GodiRetreat => state.nearest_refuge(seat).map(Order::Retire),
        Step::Bargain => Some(Order::Decline),
        Step::Build => Some(Order::Pass),
        _ => None,
    }
}
