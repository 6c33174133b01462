//! Redundant answers: those that were forced and given automatically, and a closing `no` (R24.2).

use super::super::orders::Order;
use super::super::reckon::ask::{self, Ask};
use super::super::state::State;
use super::super::state::plays::{Forced, ForcedAnswer};
use ravenpost_rules::Seat;

/// Returns whether the order is an answer to this decision, right or wrong.
pub fn answers(order: &Order, ask: Ask) -> bool {
    match order {
        Order::Rep(..) => ask == Ask::Reputation,
        Order::Lose(_) => ask == Ask::Tribute || ask == Ask::RaidLoss,
        Order::Keep(_) => ask == Ask::Keep,
        Order::Trouble(_) => ask == Ask::Trouble,
        Order::Play(_) | Order::Rest | Order::Pass => ask == Ask::Turn,
        Order::Ship(_) | Order::AllSilver | Order::RaidDone => ask == Ask::RaidShip,
        Order::Pirate(_) => ask == Ask::Pirate,
        Order::Sink(_) => ask == Ask::Sink,
        Order::Steal(_) => ask == Ask::Steal,
        Order::Partner(_)
        | Order::Learn(_)
        | Order::Unbury(_)
        | Order::Church(..)
        | Order::Decorate(_)
        | Order::No => ask == Ask::Follow,
        Order::End { .. } => ask == Ask::End,
        Order::Standing(_) | Order::Plan(_) | Order::PlanClear => false,
    }
}

/// Returns whether the order repeats what is already settled and so has no effect.
pub fn repeats(state: &State, seat: Seat, order: &Order) -> bool {
    let asked = ask::ask(state, seat);
    if *order == Order::No && asked.is_none() {
        return true;
    }
    if asked.is_some_and(|asked| answers(order, asked)) {
        return false;
    }
    // A decision still open in the current turn cannot be declined.
    let declined = *order == Order::No && asked.is_some_and(Ask::goes_on);
    !declined
        && as_forced(order).is_some_and(|answer| state.forced.contains(&ForcedAnswer(seat, answer)))
}

/// Converts an order to the form in which forced answers are recorded.
fn as_forced(order: &Order) -> Option<Forced> {
    Some(match order {
        Order::Play(play) => Forced::Play(*play),
        Order::Lose(goods) => Forced::Lose(*goods),
        Order::Keep(district) => Forced::Keep(*district),
        Order::Pirate(dir) => Forced::Pirate(*dir),
        Order::Sink(dir) => Forced::Sink(*dir),
        Order::Steal(seat) => Forced::Steal(*seat),
        Order::RaidDone => Forced::RaidDone,
        Order::Trouble(None) => Forced::NoTrouble,
        Order::End { grow: false, bury } if bury.size() == 0 => Forced::End,
        Order::No => Forced::NoFollowUp,
        _ => return None,
    })
}
