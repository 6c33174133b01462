//! R21 Decisions: the legal orders of a seat, as a list and as a check of single orders.
//!
//! Every listed order passes the check. Every order that passes the check is in the list or, where
//! the list was shortened, can be made with one of its forms.

use super::super::orders::Order;
use super::super::reckon::ask::is_asked;
use super::super::reckon::plan;
use super::super::state::{State, Step};
use super::phases::{build, claim};
use super::refuse::not_asked;
use super::turn::{berserkur, visit};
use super::{forms, open, turn};
use ravenpost_rules::{Legal, Refusal, Seat};

pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    if !is_asked(state, seat) {
        return Legal::none();
    }
    match state.step {
        Step::PickHome => Legal::listed(plan::homes(state).map(Order::Home).collect()),
        Step::Plan => {
            let form = forms::plan("plan", "Choose cards", plan::due(state, state.round));
            let orders = plan::plans(state).map(Order::Plan).collect();
            Legal { forms: vec![form], ..Legal::listed(orders) }
        }
        Step::Act => turn::list(state, seat),
        Step::GodiRetreat => Legal::listed(berserkur::refuges(state, seat)),
        Step::Bargain => Legal::listed(vec![Order::Accept, Order::Decline, Order::Yield]),
        Step::Build => Legal::listed(build::list(state, seat)),
        Step::Claim => claim::list(state, seat),
        _ => Legal::none(),
    }
}

/// Whether an awaited seat may give this order. Each chapter judges the orders of its decision.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match state.step {
        Step::PickHome => open::check(state, seat, order),
        Step::Plan => super::phases::plan::check(state, seat, order),
        Step::Act => turn::check(state, seat, order),
        Step::GodiRetreat => berserkur::check_refuge(state, seat, order),
        Step::Bargain => visit::check_answer(state, seat, order),
        Step::Build => build::check(state, seat, order),
        Step::Claim => claim::check(state, seat, order),
        Step::Blank | Step::Turn | Step::Yard | Step::Close | Step::Scoring | Step::Over => {
            not_asked(state)
        }
    }
}
