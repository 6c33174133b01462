//! What bots think with.

use super::fold::Fold;
use crate::dice::Dice;
use crate::seat::{Seat, Viewer};

/// How a title looks to whoever thinks about it: how well a seat stands, and what may lie where it
/// cannot see.
pub trait Mind: Fold {
    /// How well a seat stands, in the title's own small units. For bots and nothing else.
    fn estimate(state: &Self::State, seat: Seat) -> i64;

    /// Takes back what others than the seat have sealed for a question that is put to several at
    /// once, so that nobody has answered it. A bot weighs its own answer there, and who has
    /// answered before makes no difference to it.
    fn unseal(_state: &mut Self::State, _seat: Seat) {}

    /// A state the viewer cannot tell from the true one, with everything it may not know drawn
    /// anew. Bots think on it, and the secrecy test compares its views with the true ones.
    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State;
}
