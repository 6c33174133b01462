//! Standing instructions (R24.8): given at any time, and used instead of asking.

use super::super::state::facts::Fact;
use super::super::state::standing::Change;
use super::super::state::{Stage, State};
use super::super::things::ids::Rep;
use super::refuse::{no, require};
use super::run::Run;
use crate::rules::{Refusal, Seat};

/// Whether it may be given.
pub fn check(state: &State, seat: Seat, change: &Change) -> Result<(), Refusal> {
    goes_on(state)?;
    let makers = state.of(seat).is(Rep::TROUBLEMAKERS);
    require(makers || !matches!(change, Change::Trouble(_)), || {
        no("R15.11", "only Troublemakers place pirates between generations")
    })
}

/// Nothing is laid down for later in a game that is over.
pub fn goes_on(state: &State) -> Result<(), Refusal> {
    require(state.stage != Stage::Over, || no("R20.1", "the game is over"))
}

pub fn changes(state: &State, seat: Seat, change: &Change) -> bool {
    let standing = &state.of(seat).standing;
    standing.with(change) != *standing
}

pub fn play(run: &mut Run, seat: Seat, change: &Change) {
    let standing = run.state.of(seat).standing.with(change);
    run.put(Fact::Instructed { seat, standing, line: change.to_string() });
}
