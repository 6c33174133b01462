//! Standing instructions and pre-orders (R24.3, R24.5): private and accepted at any time.

use super::super::orders::Order;
use super::super::state::facts::Fact;
use super::super::state::progress::Step;
use super::flow;
use super::run::Run;
use ravenpost_rules::RefusalCode::TooLong;
use ravenpost_rules::{Refusal, Seat};

/// Maximum number of pre-orders of a seat.
pub const DRAWER: usize = 24;

/// Records an instruction or pre-order, which also applies to the open decision.
pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    let who = state.who(seat);
    let fact = match order {
        Order::Standing(instruction) if state.standing[seat].has(*instruction) => return Ok(()),
        Order::Standing(instruction) => Fact::InstructionSet(who, *instruction),
        Order::Later(step, text) => {
            if state.drawer[seat].len() >= DRAWER {
                return TooLong
                    .refuse("R24.3", format!("you can give at most {DRAWER} orders in advance"));
            }
            // `done` and `pass` close the pre-order before them.
            let before = state.drawer[seat].last().map(|(step, _)| *step);
            let closes = *step == Step::Any;
            let step = if closes { before.unwrap_or(*step) } else { *step };
            Fact::OrderPlanned(who, step, text.clone())
        }
        _ if state.drawer[seat].is_empty() => return Ok(()),
        _ => Fact::PlansWithdrawn(who),
    };
    run.put(fact);
    run.ask_for(seat);
    flow::go(run);
    Ok(())
}
