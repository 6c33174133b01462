//! What bots think with.

use ravenpost_rules::{Dice, Mind, Seat, Viewer};

use crate::Nim;
use crate::state::State;

impl Mind for Nim {
    /// How well a seat stands, for bots. With two seats it is exact: the seat to move wins unless
    /// the heaps, written in binary, cancel out.
    fn estimate(state: &State, seat: Seat) -> i64 {
        if let Some(winner) = state.last {
            return if winner == seat { 100 } else { -100 };
        }
        let mover_wins = state.heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
        if (state.turn == seat) == mover_wins { 1 } else { -1 }
    }

    /// Where nothing is hidden, what a viewer imagines is what is.
    fn imagine(state: &State, _viewer: Viewer, _dice: &mut Dice) -> State {
        *state
    }
}
