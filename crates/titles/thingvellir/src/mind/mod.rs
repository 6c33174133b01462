//! For bots and for tests: what may be, how well a seat stands, and what must add up.

pub mod audit;
pub mod estimate;
pub mod imagine;

use super::Thingvellir;
use ravenpost_rules::{Dice, Mind, Seat, Viewer};

impl Mind for Thingvellir {
    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        estimate::estimate(state, seat)
    }

    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        imagine::imagine(state, viewer, dice)
    }
}
