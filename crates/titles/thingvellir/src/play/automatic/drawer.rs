//! R24 Play by email: pre-orders, tried in order when their decision opens.

use crate::orders::Order;
use crate::orders::parse::parse;
use crate::play::run::Run;
use crate::play::{legal, perform};
use crate::state::State;
use crate::state::facts::{DropCause, Fact};
use crate::state::progress::Step;
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// Plays the seat's first pre-order for the open decision, or drops its pre-orders.
pub fn answer(run: &mut Run<'_>, seat: Seat) -> bool {
    let step = run.state.step;
    let left: Vec<(Step, String)> =
        run.state.drawer[seat].iter().filter(|(known, _)| suits(*known, step)).cloned().collect();
    if left.is_empty() {
        return false;
    }
    // For sides, a list of preferences is stored: the first free side is taken (R23).
    let tried = if step == Step::Side { left.len() } else { 1 };
    let mut cause = DropCause::NotNeeded;
    for (known, text) in &left[..tried] {
        match judge(&run.state, seat, text) {
            Ok(order) => {
                let who = run.state.who(seat);
                run.put(Fact::PlanPlayed(who, *known, text.clone()));
                if step == Step::Side {
                    run.put(Fact::PlansDropped(who, step, DropCause::NotNeeded));
                }
                perform::play(run, seat, &order);
                return true;
            }
            Err(refusal) => {
                let code = refusal.or_code(RefusalCode::NotLegal).code;
                cause = DropCause::Refused(text.clone(), code);
            }
        }
    }
    let who = run.state.who(seat);
    run.put(Fact::PlansDropped(who, left[0].0, cause));
    false
}

/// Whether a pre-order for one decision applies to the open one.
fn suits(known: Step, open: Step) -> bool {
    let closes = matches!(
        open,
        Step::Settle | Step::Ride | Step::Raid | Step::Foster | Step::Feast | Step::Bondi
    );
    known == open || known == Step::Any && closes
}

fn judge(state: &State, seat: Seat, text: &str) -> Result<Order, Refusal> {
    let order = parse(state, seat, text).map_err(|mut wrong| wrong.remove(0))?;
    legal::check(state, seat, &order).map(|()| order)
}
