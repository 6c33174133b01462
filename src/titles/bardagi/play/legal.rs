//! R21 Decisions: what a seat may order now, as a list, and the same judged one by one.
//!
//! Every order in a list passes the check, and what passes the check is in the list or, where the
//! list was cut for its length, is made by one of its forms.

use super::super::orders::Order;
use super::super::reckon::ask::is_asked;
use super::super::reckon::plan;
use super::super::state::{State, Step};
use super::run::no;
use super::{berserkur, build, claim, forms, open, turn};
use crate::rules::{Legal, Refusal, Seat};

/// All a seat may order.
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
        Step::Bargain => Legal::listed(vec![Order::Accept, Order::Decline]),
        Step::Build => Legal::listed(build::list(state, seat)),
        Step::Claim => claim::list(state, seat),
        _ => Legal::none(),
    }
}

/// Whether a seat that is asked may order this.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match (state.step, order) {
        (Step::PickHome, Order::Home(colour)) => open::check(state, *colour),
        (Step::Plan, Order::Plan(mix)) => super::plan::check(state, *mix),
        (Step::Act, Order::Act(action, pay)) => turn::check(state, seat, *action, *pay),
        (Step::Act | Step::Claim, Order::Done) => Ok(()),
        (Step::GodiRetreat, Order::Retire(area)) => berserkur::refuge(state, seat, *area),
        (Step::Bargain, Order::Accept | Order::Decline) => Ok(()),
        (Step::Build, Order::Build(tile, old)) => build::check(state, seat, *tile, *old),
        (Step::Build, Order::Pass) => Ok(()),
        (Step::Claim, order) => claim::check(state, seat, order),
        _ => no("R21.1", format!("that is not what is asked; the question is {}", topic(state))),
    }
}

/// What is asked, without the seat: for refusals and headings.
pub fn topic(state: &State) -> &'static str {
    match state.step {
        Step::PickHome => "which colour you play",
        Step::Plan => "which cards you plan",
        Step::Act => "the turn",
        Step::GodiRetreat => "where the Godi goes",
        Step::Bargain => "whether the bargain is accepted",
        Step::Build => "what is built",
        Step::Claim => "the Claim sheet",
        _ => "nothing now",
    }
}
