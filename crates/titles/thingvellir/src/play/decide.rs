//! What an order leads to: the rules themselves, written as facts, up to the next decision.

use super::super::orders::{Order, write};
use super::super::reckon::ask;
use super::super::state::course::End;
use super::super::state::facts::Fact;
use super::judge::refuse;
use super::run::Run;
use super::{flow, instruct, legal, perform};
use ravenpost_rules::{Refusal, Seat};

/// Judges and plays an order.
pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    if !state.is_in(seat) || state.over() {
        return refuse("R23.2", "nothing is asked of this seat");
    }
    if matches!(order, Order::Standing(_) | Order::Later(..) | Order::Withdraw) {
        return instruct::decide(run, seat, order);
    }
    if !ask::is_asked(state, seat) {
        // A closing word for what has closed by itself is no mistake.
        if matches!(order, Order::Done | Order::Pass) {
            return Ok(());
        }
        let refusal = Refusal::new("you are not asked for an order now");
        let text = write::write(state, order);
        return Err(refusal.rule("R23.2").instead([format!("later {text}")]));
    }
    legal::check(state, seat, order)?;
    perform::play(run, seat, order);
    flow::go(run);
    Ok(())
}

/// Seats were given up: who alone has not resigned wins (R17.9).
pub fn on_seats_left(run: &mut Run<'_>, gone: &[Seat]) {
    let mut left = run.state.players().filter(|seat| !gone.contains(seat));
    if let (Some(seat), None) = (left.next(), left.next()) {
        let who = run.state.who(seat);
        run.put(Fact::GameEnded(End::LastSeat(who)));
    }
}
