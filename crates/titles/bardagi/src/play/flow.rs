//! Automatic steps, forced answers, pre-orders and standing instructions, until a player must
//! decide.

use super::super::state::Step;
use super::automatic::standing;
use super::phases::{build, claim};
use super::run::Run;
use super::turn::berserkur;
use super::{outcome, round};

/// Runs to the next decision that awaits a player.
pub fn go(run: &mut Run<'_>) {
    loop {
        match run.state.step {
            Step::Blank | Step::Over => return,
            Step::Turn => round::next_turn(run),
            Step::Yard => {
                if !build::next(run) {
                    claim::begin(run);
                }
            }
            Step::Close => {
                claim::close(run);
                round::over(run);
            }
            Step::Scoring => outcome::score(run),
            // All driven-out Godis have left, so the attack is carried out.
            Step::GodiRetreat if run.state.attack.is_none_or(|attack| attack.waits.is_empty()) => {
                berserkur::carry_out(run);
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
