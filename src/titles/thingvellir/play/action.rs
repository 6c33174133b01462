//! R7 Strength: an action with its strength begins, whoever takes it.

use super::super::state::State;
use super::super::state::course::Step;
use super::super::things::names::Action;
use super::run::Run;
use super::{feast, foster, pledge, ride, settle};

/// Opens the action that has just begun.
pub fn start(run: &mut Run<'_>) {
    let at = run.state.doer();
    match run.state.deed.action {
        Action::SETTLE => run.ask(Step::Settle, at),
        Action::RIDE => run.ask(Step::Ride, at),
        Action::RAID => run.ask(Step::Raid, at),
        Action::FOSTER => foster::next(run),
        Action::PLEDGE => pledge::start(run, at),
        _ => run.ask(Step::Feast, at),
    }
}

/// Whether an action at that strength would offer the seat anything but `done` (R15.9).
pub fn is_useful(state: &State, at: usize, action: Action, strength: u8) -> bool {
    match action {
        _ if strength == 0 => false,
        Action::SETTLE => settle::would_do(state, at, strength),
        Action::RIDE => ride::may_do(state, at, strength, 0),
        Action::RAID => state.longhall[at] > 0 || state.sea[at] > 0,
        Action::FOSTER => true,
        Action::PLEDGE => state.may_pledge(at),
        _ => feast::would_do(state, at, strength),
    }
}
