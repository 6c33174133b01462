//! For bots and tests: imagined states, estimates and audits.

pub mod audit;
pub mod estimate;
pub mod imagine;

use super::Thingvellir;
use super::state::progress::Vote;
use ravenpost_rules::{Dice, Mind, Seat, Viewer};

impl Mind for Thingvellir {
    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        estimate::estimate(state, seat)
    }

    fn unseal(state: &mut Self::State, seat: Seat) {
        for other in Seat::all(state.seats).filter(|other| *other != seat) {
            state.sealed[other] = Vote::None;
        }
    }

    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        imagine::imagine(state, viewer, dice)
    }
}
