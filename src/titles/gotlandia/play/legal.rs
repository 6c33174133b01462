//! What a seat may order now, and whether an order may be: each asked of its chapter.

use super::super::orders::Order;
use super::super::reckon::ask::{self, Ask};
use super::super::state::State;
use super::refuse::not_asked;
use super::{after, end, follow, forced, generation, pirates, reputation, standing, turns};
use crate::rules::{Legal, Refusal, Seat};

/// Everything a seat may order: listed, or, for large bundles, a choice of it and a form.
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

/// Whether the order may be given now.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    if !state.has(seat) {
        return Err(not_asked(state, seat, order));
    }
    match order {
        Order::Standing(change) => return standing::check(state, seat, change),
        Order::Plan(_) | Order::PlanClear => return standing::check_plan(state, seat, order),
        _ => {}
    }
    if forced::repeats(state, seat, order) {
        return Ok(());
    }
    if !ask::ask(state, seat).is_some_and(|asked| forced::answers(order, asked)) {
        return Err(not_asked(state, seat, order));
    }
    match order {
        Order::Rep(rep, param) => reputation::check(state, seat, (*rep, *param)),
        Order::Lose(goods) => pirates::check_loss(state, seat, goods),
        Order::Keep(district) => generation::check(state, seat, *district),
        Order::Trouble(dir) => dir.map_or(Ok(()), |dir| pirates::check_place(state, dir)),
        Order::Play(_) | Order::Rest | Order::Pass => turns::check(state, seat, order),
        Order::End { grow, bury } => end::check(state, seat, (*grow, bury)),
        Order::Partner(_)
        | Order::Learn(_)
        | Order::Unbury(_)
        | Order::Church(..)
        | Order::Decorate(_)
        | Order::No => follow::check(state, seat, order),
        _ => after::check(state, seat, order),
    }
}

/// Whether a legal order changes anything.
pub fn changes(state: &State, seat: Seat, order: &Order) -> bool {
    match order {
        Order::Standing(change) => standing::changes(state, seat, change),
        Order::Plan(_) => true,
        Order::PlanClear => standing::is_planned(state, seat),
        _ => !forced::repeats(state, seat, order),
    }
}
