//! R24 Decisions: performs a legal order, up to the next decision.

use super::super::orders::Order;
use super::super::reckon::ask;
use super::deal::deal;
use super::run::Run;
use super::{flow, legal};
use ravenpost_rules::{Refusal, Seat};

/// Decides an order.
///
/// # Errors
///
/// The reason why the order is not legal.
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
    // An instruction may answer the seat's current prompt; otherwise it has no effect yet.
    if !order.is_aside() || asked {
        flow::go_on(run);
    }
    Ok(())
}
