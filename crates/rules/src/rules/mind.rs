//! What bots need to evaluate positions.

use super::fold::Fold;
use crate::dice::Dice;
use crate::seat::{Seat, Viewer};

/// What bots need: an estimate of a seat's position, and plausible values for hidden information.
pub trait Mind: Fold {
    /// Estimates how well a seat is doing, in the title's own units. Used by bots only.
    fn estimate(state: &Self::State, seat: Seat) -> i64;

    /// Removes the answers that other seats have sealed for a simultaneous decision. A bot then
    /// chooses its own answer independently of who has already answered.
    fn unseal(_state: &mut Self::State, _seat: Seat) {}

    /// Returns a state that the viewer cannot distinguish from the real one, with all hidden
    /// information redrawn. Bots simulate on it, and the secrecy test compares its views with the
    /// real ones.
    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State;
}
