//! Judges and plays orders, followed by all automatic steps.

use super::super::orders::Order;
use super::super::reckon::ask::is_asked;
use super::automatic::standing;
use super::run::{Run, not_your_turn};
use super::{deal, flow, legal};
use ravenpost_rules::{Refusal, Seat};

/// Judges and plays an order, up to the next decision.
pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    if !state.has(seat) || state.over() {
        return not_your_turn("this seat has nothing to decide");
    }
    if matches!(order, Order::Standing(_) | Order::Later(_)) {
        if standing::note(run, seat, order)? {
            run.ask_for(seat);
            flow::go(run);
        }
        return Ok(());
    }
    if !is_asked(state, seat) {
        // `done` or `pass` for something already closed is not an error.
        if matches!(order, Order::Done | Order::Pass) {
            return Ok(());
        }
        return not_your_turn("you have no decision to make now");
    }
    legal::check(state, seat, order)?;
    deal::play(run, seat, order);
    flow::go(run);
    Ok(())
}
