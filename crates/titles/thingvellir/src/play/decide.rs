//! Judges and plays orders as facts, up to the next decision.

use super::super::orders::{Order, write};
use super::super::reckon::ask;
use super::super::state::facts::Fact;
use super::super::state::progress::End;
use super::run::Run;
use super::{flow, instruct, legal, perform};
use ravenpost_rules::{Refusal, RefusalCode, Seat};

pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    if !state.is_in(seat) || state.over() {
        let refusal = Refusal::new("you cannot give orders in this game").rule("R23.2");
        return Err(refusal.code(RefusalCode::NotYourTurn));
    }
    if matches!(order, Order::Standing(_) | Order::Later(..) | Order::Withdraw) {
        return instruct::decide(run, seat, order);
    }
    if !ask::is_asked(state, seat) {
        // `done` or `pass` for something already closed is not an error.
        if matches!(order, Order::Done | Order::Pass) {
            return Ok(());
        }
        let refusal = Refusal::new("it is not your turn").code(RefusalCode::NotYourTurn);
        let text = write::write(state, order);
        return Err(refusal.rule("R23.2").instead([format!("later {text}")]));
    }
    legal::check(state, seat, order)?;
    perform::play(run, seat, order);
    flow::go(run);
    Ok(())
}

/// Handles seats given up by their players: the only remaining seat wins (R17.9).
pub fn on_seats_left(run: &mut Run<'_>, gone: &[Seat]) {
    let mut left = run.state.players().filter(|seat| !gone.contains(seat));
    if let (Some(seat), None) = (left.next(), left.next()) {
        let who = run.state.who(seat);
        run.put(Fact::GameEnded(End::LastSeat(who)));
    }
}
