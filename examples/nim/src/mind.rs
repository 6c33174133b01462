//! Estimates and imagined positions, for bots.

use ravenpost_rules::{Dice, Mind, Seat, Viewer};

use crate::Nim;
use crate::state::State;

impl Mind for Nim {
    /// Returns how well a seat stands. With two seats it is exact: the seat to move wins unless the
    /// heaps, written in binary, cancel out.
    fn estimate(state: &State, seat: Seat) -> i64 {
        if let Some(winner) = state.last {
            return if winner == seat { 100 } else { -100 };
        }
        let mover_wins = state.heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
        if (state.turn == seat) == mover_wins { 1 } else { -1 }
    }

    /// Nothing is hidden, so the imagined state is the real one.
    fn imagine(state: &State, _viewer: Viewer, _dice: &mut Dice) -> State {
        *state
    }
}
