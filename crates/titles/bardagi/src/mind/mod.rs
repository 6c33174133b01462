//! What thinks about the game: for bots, for the tests of secrecy, for the bookkeeping.

pub mod audit;
pub mod estimate;
pub mod imagine;

use super::Bardagi;
use ravenpost_rules::{Dice, Mind, Seat, Viewer};

impl Mind for Bardagi {
    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        estimate::estimate(state, seat)
    }

    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        imagine::imagine(state, viewer, dice)
    }
}
