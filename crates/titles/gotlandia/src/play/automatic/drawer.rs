//! Execution of plans (R24.3): a seat's first line is used when the seat's turn begins.

use crate::orders::{Order, alternatives, parse, parts};
use crate::play::run::Run;
use crate::play::turns::after;
use crate::play::{deal, legal, turns};
use crate::reckon::ask::{self, Ask};
use crate::state::facts::{Cause, Fact};
use ravenpost_rules::Seat;

/// Performs the first legal alternative of the first line, or drops the plan. Returns whether a
/// turn resulted.
pub fn use_first(run: &mut Run, seat: Seat) -> bool {
    let own = run.state.of(seat);
    let first = own.plan.as_ref().filter(|_| !own.plan_later).and_then(|plan| plan.first());
    let Some(line) = first.cloned() else { return false };
    for alternative in alternatives(&line) {
        let mut parts = parts(alternative);
        let Some(order) = parts.next().and_then(|part| legal_turn(run, seat, part)) else {
            continue;
        };
        run.put(Fact::PlanUsed { seat, line: alternative.to_owned() });
        turns::play(run, seat, &order, Cause::Plan);
        for part in parts {
            after::take_all(run);
            if !further(run, seat, part) {
                run.put(Fact::PlanStopped { seat, part: part.to_owned() });
                break;
            }
        }
        return true;
    }
    run.put(Fact::PlanDropped { seat, line });
    false
}

fn legal_turn(run: &Run, seat: Seat, part: &str) -> Option<Order> {
    let order = parse::parse(&run.state, seat, part).ok()?;
    let turn = matches!(order, Order::Play(_) | Order::Rest | Order::Pass);
    let legal = turn && legal::check(&run.state, seat, &order).is_ok();
    (legal && legal::changes(&run.state, seat, &order)).then_some(order)
}

/// Performs a further part of the line by R24.2; returns false if it is not legal.
fn further(run: &mut Run, seat: Seat, part: &str) -> bool {
    let Ok(order) = parse::parse(&run.state, seat, part) else { return false };
    if legal::check(&run.state, seat, &order).is_err() {
        return false;
    }
    if !legal::changes(&run.state, seat, &order) {
        return true;
    }
    let goes_on = ask::ask(&run.state, seat).is_none_or(Ask::goes_on);
    if goes_on {
        deal::rest_of_turn(run, seat, &order);
    }
    goes_on
}
