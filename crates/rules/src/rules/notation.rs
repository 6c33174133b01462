//! Orders as text.

use super::fold::Fold;
use crate::refusal::Refusal;
use crate::seat::Seat;

/// What may be said to a title, and how it is written. It knows names and no rules: an order that
/// makes no sense is read here and refused by [`Judge::decide`](super::judge::Judge::decide).
pub trait Notation: Fold {
    /// One order: one line, or one part of a line between `;`.
    type Order: Clone + PartialEq + std::fmt::Debug;

    /// Cuts a line into its parts. Titles whose orders may hold `;` themselves override it.
    fn split(line: &str) -> Vec<&str> {
        line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
    }

    /// Reads one part. All mistakes are reported, not only the first.
    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>>;

    /// The canonical form of an order: what is stored, mailed and put into forms.
    fn write(state: &Self::State, order: &Self::Order) -> String;
}
