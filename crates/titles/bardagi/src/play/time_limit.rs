//! Time play (R18.9): when the time limit is due, and its effect.

use super::super::state::State;
use super::super::state::facts::Fact;
use super::run::Run;

/// Minutes after the start at which the time limit is due; `None` if there is none or it has
/// passed.
pub fn minutes(state: &State) -> Option<u32> {
    let due = state.options.minutes > 0 && !state.time_up && !state.over();
    due.then_some(state.options.minutes)
}

/// Applies the time limit: the current round is the last and is played to its end.
pub fn on_time_limit(run: &mut Run<'_>) {
    if minutes(&run.state).is_some() {
        run.put(Fact::TimeUp);
    }
}
