//! Plans (R24.3): the first line of a seat's plan, used when the seat comes on turn.

use super::super::orders::{Order, parse};
use super::super::reckon::ask;
use super::super::state::facts::{Fact, How};
use super::decide;
use super::flow::Run;
use crate::rules::Seat;

/// The alternatives of a turn line.
pub fn alternatives(line: &str) -> impl Iterator<Item = &str> {
    line.split(" or ").map(str::trim).filter(|alternative| !alternative.is_empty())
}

/// The parts of one alternative.
pub fn parts(alternative: &str) -> impl Iterator<Item = &str> {
    alternative.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// Carries out the first legal alternative of the first line, or drops the plan.
/// Whether a turn came of it.
pub fn use_first(run: &mut Run, seat: Seat) -> bool {
    let Some(line) = run.state.of(seat).plan.as_ref().and_then(|plan| plan.first().cloned()) else {
        return false;
    };
    for alternative in alternatives(&line) {
        let mut parts = parts(alternative);
        let Some(order) = parts.next().and_then(|part| legal_turn(run, seat, part)) else {
            continue;
        };
        run.put(Fact::PlanUsed { seat, line: alternative.to_owned() });
        decide::take_turn(run, seat, &order, How::Plan);
        for part in parts {
            run.finish_turn();
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
    (turn && decide::check(&run.state, seat, &order) == Ok(true)).then_some(order)
}

/// A further part of the line, by R24.2; false if it is not legal.
fn further(run: &mut Run, seat: Seat, part: &str) -> bool {
    let Ok(order) = parse::parse(&run.state, seat, part) else { return false };
    let goes_on = ask::ask(&run.state, seat).is_none_or(|ask| ask.goes_on());
    match decide::check(&run.state, seat, &order) {
        Ok(true) if goes_on => {
            run.sub(seat, &order);
            true
        }
        Ok(changes) => !changes,
        Err(_) => false,
    }
}

impl Run<'_> {
    /// The automatic steps of the running turn and no more.
    pub fn finish_turn(&mut self) {
        while self.state.acted
            && let Some(step) = self.state.steps.first()
        {
            let seat = self.state.turn;
            if !self.turn_step(seat, step) {
                return;
            }
        }
    }
}
