//! R19 Seasonal phases, which run automatically at the start and end of each round (R9.2).

mod crops;
mod feeding;
mod herds;
pub mod income;
mod new_year;
pub mod recruits;
pub mod salaries;
pub mod sowing;
mod weather;

use super::super::state::State;
use super::super::state::facts::Phase;
use super::super::state::options::Module;
use super::super::things::kinds::Season;
use super::run::{Run, Sheets};

/// Runs the phases at the beginning of a round, with the sheets of the previous rear.
pub fn begin(run: &mut Run<'_>, sheets: &Sheets) {
    let first = run.state.round <= 1;
    match run.state.season() {
        Season::Spring if first => {}
        Season::Spring => {
            new_year::new_year(run);
            new_year::muster(run, sheets);
            herds::calves(run, sheets);
        }
        Season::Summer => crops::grow(run),
        Season::Autumn => crops::harvest(run),
        Season::Winter => {
            income::festivals(run, sheets);
            weather::winter(run);
        }
    }
}

pub fn end(run: &mut Run<'_>, sheets: &Sheets) {
    let fast = run.state.has(Module::FastCycle);
    match run.state.season() {
        Season::Winter if fast => salaries::pay(run),
        Season::Winter => feeding::feed(run, sheets),
        Season::Spring if !fast => sowing::sow_all(run, sheets),
        Season::Autumn if !fast => recruits::recruit_all(run, sheets),
        _ => income::taxes(run),
    }
}

/// Scores the casualties of the year at the end of the game, where no New Year follows (R21.6).
pub fn last_reckoning(run: &mut Run<'_>) {
    if run.state.is_last_round() {
        new_year::dead_of_the_year(run);
    }
}

/// Whether this game uses agriculture.
fn farms(state: &State) -> bool {
    state.has(Module::FarmYear)
}

/// Records that a phase begins.
fn tell(run: &mut Run<'_>, phase: Phase) {
    run.put(super::super::state::facts::Fact::PhaseStarted(phase));
}
