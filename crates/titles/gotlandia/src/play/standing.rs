//! Orders for later: standing instructions, which answer for the seat (R24.8), and plans of future
//! turns (R24.3).

use super::super::orders::Order;
use super::super::reckon::ask::{self, Ask};
use super::super::state::facts::Fact;
use super::super::state::standing::InstructionChange;
use super::super::state::{Stage, State};
use super::super::things::ids::Rep;
use super::refuse::{refusal, require};
use super::run::Run;
use ravenpost_rules::RefusalCode::{Finished, NotHeld, TooLong};
use ravenpost_rules::{Refusal, Seat};

/// Maximum number of lines in a plan.
const LINES: usize = 20;

/// Checks whether an instruction or plan may be set or dropped; not in a finished game.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    require(state.stage != Stage::Over, || refusal("R20.1", "the game is over").code(Finished))?;
    match order {
        Order::Standing(InstructionChange::Trouble(_)) => {
            let makers = state.of(seat).is(Rep::TROUBLEMAKERS);
            require(makers, || {
                refusal("R15.11", "only the player with Troublemakers can place pirates here")
                    .code(NotHeld)
            })
        }
        Order::Plan(_) => require(lines(state, seat) < LINES, || {
            refusal("R24.3", "the plan is full").code(TooLong)
        }),
        _ => Ok(()),
    }
}

pub fn changes(state: &State, seat: Seat, change: &InstructionChange) -> bool {
    let standing = &state.of(seat).standing;
    standing.with(change) != *standing
}

pub fn play(run: &mut Run, seat: Seat, change: &InstructionChange) {
    let standing = run.state.of(seat).standing.with(change);
    run.put(Fact::InstructionSet { seat, standing, line: change.to_string() });
}

/// Returns whether there is a plan.
pub fn is_planned(state: &State, seat: Seat) -> bool {
    lines(state, seat) > 0
}

fn lines(state: &State, seat: Seat) -> usize {
    state.of(seat).plan.as_ref().map_or(0, |plan| plan.len())
}

pub fn plan(run: &mut Run, seat: Seat, line: &str) {
    let later = ask::ask(&run.state, seat) == Some(Ask::Turn);
    run.put(Fact::PlanAdded { seat, line: line.to_owned(), later });
}

pub fn drop_plan(run: &mut Run, seat: Seat) {
    run.put(Fact::PlanCleared { seat });
}
