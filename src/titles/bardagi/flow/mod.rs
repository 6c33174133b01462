//! What goes on by itself: automatic steps, forced answers, orders left in advance, standing
//! instructions, until somebody has to be asked.

pub mod claim;
pub mod drawer;
pub mod forced;
pub mod round;
pub mod scoring;
pub mod standing;
#[cfg(test)]
mod tests;

use super::decide::{Run, attack};
use super::state::Step;

/// Runs to the next decision that somebody must take.
pub fn go(run: &mut Run<'_>) {
    loop {
        match run.state.step {
            Step::Blank | Step::Over => return,
            Step::Turn => round::next_turn(run),
            Step::Yard => round::next_builder(run),
            Step::Close => claim::close(run),
            Step::Scoring => scoring::score(run),
            // Everybody driven out has gone: the attack is carried out.
            Step::GodiRetreat if run.state.attack.is_none_or(|attack| attack.waits == 0) => {
                attack::carry_out(run);
            }
            _ => {
                let on = match run.state.step {
                    Step::Plan => round::planned(run),
                    Step::Claim => claim::closed(run),
                    _ => false,
                };
                if !on && !standing::answered(run) {
                    return;
                }
            }
        }
    }
}
