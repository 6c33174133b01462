//! Examples as something to look at: how it stood before each order, and what came of it.

use crate::about::Table;
use crate::erased::Position;
use crate::refusal::Refusal;
use crate::seat::Seat;

/// An example in a list.
pub struct Listed {
    pub id: String,
    pub name: String,
    /// The rule points it shows.
    pub shows: Vec<String>,
}

/// An example, step by step.
pub struct Played {
    pub name: String,
    /// The rule points it shows.
    pub shows: Vec<String>,
    pub steps: Vec<PlayedStep>,
}

/// A step of it.
pub struct PlayedStep {
    /// The heading under which it is told; empty where that of the step before goes on.
    pub chapter: String,
    /// What there is to know, in Markdown; often nothing.
    pub says: String,
    /// Whether it starts from a position of its own, and not from where the step before ended.
    pub anew: bool,
    /// Whether it opens a new game, and does nothing else.
    pub(super) opens: bool,
    /// Whether default orders are played for everybody, and only what comes of them is shown.
    pub defaults: bool,
    /// The seats and the options of its game.
    pub table: Table,
    /// Who orders.
    pub seat: Seat,
    /// The line that is ordered, as its seat would write it.
    pub line: Option<String>,
    /// How it stood when that was ordered.
    pub before: Box<dyn Position>,
    /// What was taken of it, or what happened by itself.
    pub orders: Vec<PlayedOrder>,
    /// Why the line was not taken to its end, and which of its parts was refused, from 1.
    pub refused: Vec<Refusal>,
    pub part: usize,
    /// Lines that would be taken afterwards, and lines that would be refused.
    pub legal: Vec<String>,
    pub illegal: Vec<String>,
}

/// An order that was taken; an empty one where something happened by itself.
pub struct PlayedOrder {
    pub order: String,
    pub facts: String,
    pub after: Box<dyn Position>,
}

impl PlayedStep {
    /// Whether an order is none, but how the game was set up.
    pub fn opened(&self, one: &PlayedOrder) -> bool {
        one.order.is_empty()
            && self.orders.first().is_some_and(|first| std::ptr::eq(first, one))
            && self.anew
            && self.opens
    }

    /// How it stood afterwards.
    pub fn after(&self) -> &dyn Position {
        self.orders.last().map_or(&*self.before, |order| &*order.after)
    }
}
