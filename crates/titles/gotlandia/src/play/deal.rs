//! Dispatches a legal order to the chapter that performs it.

use super::super::orders::Order;
use super::super::state::facts::Cause;
use super::super::state::plays::SealedOrder;
use super::run::{Run, RunExt};
use super::turns::{after, follow};
use super::{pirates, standing, turns};
use ravenpost_rules::Seat;

pub fn deal(run: &mut Run, seat: Seat, order: &Order) {
    match order {
        Order::Rep(reputation, choice) => {
            let (reputation, choice) = (*reputation, *choice);
            seal(run, seat, SealedOrder::Reputation { reputation, choice });
        }
        Order::Lose(goods) => seal(run, seat, SealedOrder::Lose { goods: *goods }),
        Order::Keep(district) => seal(run, seat, SealedOrder::Keep { district: *district }),
        Order::End { grow, bury } => seal(run, seat, SealedOrder::End { grow: *grow, bury: *bury }),
        Order::Trouble(dir) => pirates::trouble(run, seat, *dir),
        Order::Play(_) | Order::Rest | Order::Pass => turns::play(run, seat, order, Cause::Order),
        Order::Standing(change) => standing::play(run, seat, change),
        Order::Plan(line) => standing::plan(run, seat, line),
        Order::PlanClear => standing::drop_plan(run, seat),
        _ => rest_of_turn(run, seat, order),
    }
}

/// Dispatches orders within a turn that has begun.
pub fn rest_of_turn(run: &mut Run, seat: Seat, order: &Order) {
    match order {
        Order::Partner(_)
        | Order::Learn(_)
        | Order::Unbury(_)
        | Order::Church(..)
        | Order::Decorate(_)
        | Order::No => follow::play(run, seat, order),
        _ => after::play(run, seat, order),
    }
}

fn seal(run: &mut Run, seat: Seat, order: SealedOrder) {
    run.moved(seat);
    run.seal(seat, order);
}
