//! R27 Notation: reads and writes lines. It knows names but no rules.

mod board;
pub mod names;
pub mod parse;
pub mod rows;
pub mod slot;
mod slots;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod units;

use super::Scharz;
use super::state::line::SheetLine;
use super::state::line::slots::Parts;
use ravenpost_rules::{Notation, Refusal, Seat};

impl Notation for Scharz {
    type Order = Order;

    fn split(line: &str) -> Vec<&str> {
        split(line)
    }

    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>> {
        parse::parse(state, seat, text)
    }

    fn write(_state: &Self::State, order: &Self::Order) -> String {
        order.write()
    }
}

/// All words that may begin an order.
#[rustfmt::skip]
pub const VERBS: &[&str] = &[
    "done", "drop", "reset", "pick", "faction", "village", "city", "port", "dock",
    "place", "grain", "fort", "rival", "move", "board", "sail", "land", "beach",
    "ferry", "army", "fleet", "ride", "spend", "herd", "stable", "pasture", "cart",
    "exit", "toll", "luck", "accept", "reject", "standing", "retreat", "harbour", "slip",
    "withdraw", "emerge", "attack", "escape", "target", "snipe", "reroll", "spare", "siege",
    "loot", "burn", "herds", "hasten", "build", "add", "cancel", "dismantle", "buy",
    "double", "hire", "raise", "lower", "disband", "dismiss", "sell", "slaughter", "command",
    "offer", "demand", "recall", "release", "revolt", "announce", "sow", "recruit", "festival",
    "feed-slaughter", "keep", "starve", "calf", "muster", "resign", "doctrine", "second",
    "wish",
];

/// An order: a line, and further units that it applies to (R27.1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Order {
    pub line: SheetLine,
    pub also: Parts,
}

impl From<SheetLine> for Order {
    fn from(line: SheetLine) -> Order {
        Order { line, also: Parts::new() }
    }
}

impl Order {
    /// The lines it adds to the sheet, one for each type of units.
    pub fn lines(&self) -> Vec<SheetLine> {
        let more = self.also.iter().map(|units| rows::with(&self.line, *units));
        std::iter::once(self.line).chain(more).collect()
    }

    pub fn write(&self) -> String {
        rows::written(&self.line, &self.also)
    }

    /// Describes the order in a sentence without its full stop.
    pub fn say(&self) -> String {
        rows::said(&self.line, &self.also)
    }
}

/// Writes a line in notation.
pub fn write(line: &SheetLine) -> String {
    rows::written(line, &[])
}

/// Splits a text into lines at line breaks and `;`. Comments run from `#` to the end of the line.
pub fn split(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.flat_map(|line| line.split(';')).map(str::trim).filter(|part| !part.is_empty()).collect()
}
