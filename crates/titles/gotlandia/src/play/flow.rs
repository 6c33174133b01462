//! R5 Course of the game: automatic steps from one decision to the next. Each step is derived from
//! the state alone, so a game can continue from any state.

use super::super::state::Stage;
use super::automatic::drawer;
use super::run::Run;
use super::turns::after;
use super::{end, generation, pirates, reputation, score, turns};

/// Performs every automatic step up to the next decision.
pub fn go_on(run: &mut Run) {
    while step(run) {}
}

/// Performs one step; returns false if a seat is awaited or nothing is left to do.
fn step(run: &mut Run) -> bool {
    score::note_goals(run);
    match run.state.stage {
        Stage::Reputation => reputation::stored(run),
        Stage::Reveal => generation::reveal(run),
        Stage::Tribute => pirates::losses(run, Stage::Keep),
        Stage::Keep => generation::take_workers(run),
        Stage::RaidLoss => pirates::losses(run, Stage::Trouble),
        Stage::Trouble => pirates::troublemakers(run),
        Stage::Draw => generation::draw_hands(run),
        Stage::Turns => turn(run),
        Stage::End => end::generation_ends(run),
        Stage::Scoring => score::score(run),
        Stage::Over => false,
    }
}

fn turn(run: &mut Run) -> bool {
    let seat = run.state.turn;
    if run.state.acted {
        if let Some(step) = run.state.steps.first() {
            return after::take(run, seat, step);
        }
        turns::next(run, seat.next(run.state.seats));
        return true;
    }
    if !turns::able(&run.state, seat) {
        turns::next(run, seat);
        return true;
    }
    drawer::use_first(run, seat) || turns::only_one(run, seat)
}
