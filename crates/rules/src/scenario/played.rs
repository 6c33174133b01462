//! Examples for display: the position before each order, and its result.

use crate::about::Table;
use crate::erased::Position;
use crate::orders::refusal::Refusal;
use crate::seat::Seat;

/// An example in a list.
pub struct Listed {
    /// The id of the example.
    pub id: String,
    /// The name of the example.
    pub name: String,
    /// The rules it demonstrates.
    pub shows: Vec<String>,
}

/// An example, step by step.
pub struct Played {
    /// The name of the example.
    pub name: String,
    /// The rules it demonstrates.
    pub shows: Vec<String>,
    /// Its steps, in order.
    pub steps: Vec<PlayedStep>,
}

/// A step of an example.
pub struct PlayedStep {
    /// The heading of this step; empty if the previous heading continues.
    pub chapter: String,
    /// An explanation in Markdown; may be empty.
    pub says: String,
    /// Whether it starts from a position of its own rather than from the previous step.
    pub restarted: bool,
    /// Whether it only opens a new game.
    pub(super) opens: bool,
    /// Whether default orders are played for all seats and only the result is shown.
    pub defaults: bool,
    /// The seats and options of its game.
    pub table: Table,
    /// The seat that orders.
    pub seat: Seat,
    /// The line of orders, as the seat would write it.
    pub line: Option<String>,
    /// The position before the line.
    pub before: Box<dyn Position>,
    /// The accepted orders, or automatic steps.
    pub orders: Vec<PlayedOrder>,
    /// Why the line was refused; empty if it was accepted.
    pub refused: Vec<Refusal>,
    /// The part of the line that was refused, starting at 1.
    pub part: usize,
    /// Lines that would be accepted afterwards.
    pub legal: Vec<String>,
    /// Lines that would be refused afterwards.
    pub illegal: Vec<String>,
}

/// An accepted order; empty for automatic steps.
pub struct PlayedOrder {
    /// The order in canonical notation.
    pub order: String,
    /// A JSON list of its facts.
    pub facts: String,
    /// The position after the order.
    pub after: Box<dyn Position>,
}

impl PlayedStep {
    /// Returns whether this is the set-up of the game rather than an order.
    pub fn opened(&self, one: &PlayedOrder) -> bool {
        one.order.is_empty()
            && self.orders.first().is_some_and(|first| std::ptr::eq(first, one))
            && self.restarted
            && self.opens
    }

    /// Returns the position after the step.
    pub fn after(&self) -> &dyn Position {
        self.orders.last().map_or(&*self.before, |order| &*order.after)
    }
}
