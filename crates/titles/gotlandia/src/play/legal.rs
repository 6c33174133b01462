//! Lists and checks legal orders, by asking the relevant chapter.

use super::super::orders::Order;
use super::super::reckon::ask::{self, Ask};
use super::super::state::State;
use super::refuse::not_asked;
use super::turns::{after, follow};
use super::{end, forced, generation, pirates, reputation, standing, turns};
use ravenpost_rules::{Legal, Refusal, Seat};

/// Returns everything a seat may order: a complete list or, for large bundles, a selection and a
/// form.
pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    let Some(asked) = ask::ask(state, seat) else { return Legal::none() };
    match asked {
        Ask::Reputation => reputation::list(state, seat),
        Ask::Tribute | Ask::RaidLoss => pirates::list_losses(state, seat),
        Ask::Keep => generation::list(state, seat),
        Ask::Trouble => pirates::list_trouble(state),
        Ask::Turn => turns::list(state, seat),
        Ask::RaidShip | Ask::Pirate | Ask::Sink | Ask::Steal => after::list(state, seat, asked),
        Ask::Follow => follow::list(state, seat),
        Ask::End => end::list(state, seat),
    }
}

/// Checks whether the order may be given now.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    if !state.has(seat) {
        return Err(not_asked(state, seat, order));
    }
    if order.is_aside() {
        return standing::check(state, seat, order);
    }
    if forced::repeats(state, seat, order) {
        return Ok(());
    }
    if !ask::ask(state, seat).is_some_and(|asked| forced::answers(order, asked)) {
        return Err(not_asked(state, seat, order));
    }
    let check = match order {
        Order::Rep(..) => reputation::check,
        Order::Lose(_) | Order::Trouble(_) => pirates::check,
        Order::Keep(_) => generation::check,
        Order::Play(_) | Order::Rest | Order::Pass => turns::check,
        Order::End { .. } => end::check,
        Order::Partner(_)
        | Order::Learn(_)
        | Order::Unbury(_)
        | Order::Church(..)
        | Order::Decorate(_)
        | Order::No => follow::check,
        _ => after::check,
    };
    check(state, seat, order)
}

pub fn changes(state: &State, seat: Seat, order: &Order) -> bool {
    match order {
        Order::Standing(change) => standing::changes(state, seat, change),
        Order::Plan(_) => true,
        Order::PlanClear => standing::is_planned(state, seat),
        _ => !forced::repeats(state, seat, order),
    }
}
