//! R24 Decisions: an order that may be given is carried out, up to the next decision.

use super::super::orders::Order;
use super::super::reckon::ask;
use super::deal::deal;
use super::run::Run;
use super::{flow, legal};
use ravenpost_rules::{Refusal, Seat};

/// What an order leads to, or why it may not be.
pub fn decide(run: &mut Run, seat: Seat, order: &Order) -> Result<(), Refusal> {
    legal::check(&run.state, seat, order)?;
    if !legal::changes(&run.state, seat, order) {
        return Ok(());
    }
    let asked = ask::ask(&run.state, seat).is_some();
    deal(run, seat, order);
    if order.is_aside() {
        run.ask_for(seat);
    }
    // An instruction may answer what the seat is asked; otherwise nothing comes of it yet.
    if !order.is_aside() || asked {
        flow::go_on(run);
    }
    Ok(())
}
