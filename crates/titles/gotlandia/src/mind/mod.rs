//! Evaluation of states outside the rules: for bots, the secrecy test and audits.

pub mod audit;
pub mod estimate;
pub mod imagine;

use super::Gotlandia;
use ravenpost_rules::{Dice, Mind, Seat, Viewer};

impl Mind for Gotlandia {
    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        estimate::estimate(state, seat)
    }

    fn unseal(state: &mut Self::State, seat: Seat) {
        for other in state.seats().filter(|other| *other != seat) {
            state.of_mut(other).sealed = None;
        }
    }

    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        imagine::imagine(state, viewer, dice)
    }
}
