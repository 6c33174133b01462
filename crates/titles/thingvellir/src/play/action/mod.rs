//! R7 Strength: begins an action with its strength. The other files are the actions, with the
//! feuds and outlaws that interrupt them.

pub mod feast;
pub mod foster;
pub mod outlaw;
pub mod pledge;
pub mod raid;
pub mod ride;
pub mod settle;

use super::super::state::State;
use super::super::state::progress::Step;
use super::super::things::names::Action;
use super::run::{Run, RunExt};
use ravenpost_rules::Seat;

/// Starts the current action.
pub fn start(run: &mut Run<'_>) {
    let seat = run.state.deed.seat;
    match run.state.deed.action {
        Action::SETTLE => run.ask(Step::Settle, seat),
        Action::RIDE => run.ask(Step::Ride, seat),
        Action::RAID => run.ask(Step::Raid, seat),
        Action::FOSTER => foster::next(run),
        Action::PLEDGE => pledge::start(run, seat),
        _ => run.ask(Step::Feast, seat),
    }
}

/// Whether an action at that strength would offer the seat anything but `done` (R15.9).
pub fn is_useful(state: &State, seat: Seat, action: Action, strength: u8) -> bool {
    match action {
        _ if strength == 0 => false,
        Action::SETTLE => settle::would_do(state, seat, strength),
        Action::RIDE => ride::may_do(state, seat, strength, 0),
        Action::RAID => state.longhall[seat] > 0 || state.sea[seat] > 0,
        Action::FOSTER => true,
        Action::PLEDGE => state.may_pledge(seat),
        _ => feast::would_do(state, seat, strength),
    }
}
