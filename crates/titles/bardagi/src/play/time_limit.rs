//! Time play (R18.9): when the service is to ring, and what its bell does.

use super::super::state::State;
use super::super::state::facts::Fact;
use super::run::Run;

/// Minutes after the start at which the bell is due; none where there is none, or none any more.
pub fn minutes(state: &State) -> Option<u32> {
    let due = state.options.minutes > 0 && !state.time_up && !state.over();
    due.then_some(state.options.minutes)
}

/// The time limit is reached: the round in progress is the last, and is played to its end.
pub fn on_time_limit(run: &mut Run<'_>) {
    if minutes(&run.state).is_some() {
        run.put(Fact::TimeUp);
    }
}
