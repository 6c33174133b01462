//! Orders as text.

use super::fold::Fold;
use crate::orders::refusal::Refusal;
use crate::seat::Seat;

/// The orders of a title and how they are written. It knows names but no rules: an order that makes
/// no sense parses and is then refused by [`Judge::decide`](super::judge::Judge::decide).
pub trait Notation: Fold {
    /// One order: one line, or one part of a line separated by `;`.
    type Order: Clone + PartialEq + std::fmt::Debug;

    /// Splits a line into parts. Override it if orders may contain `;`.
    fn split(line: &str) -> Vec<&str> {
        line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
    }

    /// Parses one part.
    ///
    /// # Errors
    ///
    /// All errors, not only the first.
    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>>;

    /// Returns the canonical form of an order, as used in storage, emails and forms.
    fn write(state: &Self::State, order: &Self::Order) -> String;
}
