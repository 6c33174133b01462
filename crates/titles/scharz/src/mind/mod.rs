//! Estimates, audits and imagined states for bots and tests.

pub mod audit;
pub mod estimate;
pub mod imagine;
mod promise;
mod wages;
mod war;

use super::Scharz;
use ravenpost_rules::{Dice, Mind, Seat, Viewer};

impl Mind for Scharz {
    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        estimate::estimate(state, seat)
    }

    fn unseal(state: &mut Self::State, seat: Seat) {
        for other in state.all().filter(|other| *other != seat) {
            state.done.remove(other);
            state.drafts[other.index()].clear();
            state.edits[other.index()] = 0;
        }
    }

    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        imagine::imagine(state, viewer, dice)
    }
}
