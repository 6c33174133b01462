//! R25 Notation: orders as data, one part of a line each. `parse` reads them, and `write` writes
//! them.

pub mod lexicon;
pub mod parse;
pub mod parse_aside;
pub mod parse_play;
pub mod reader;
pub mod write;

use super::Gotlandia;
use super::state::plays::{Lot, Param, Play};
use super::state::standing::InstructionChange;
use super::things::goods::Goods;
use super::things::ids::{Card, Deco, District, Rep};
use super::things::kinds::Dir;
use ravenpost_rules::Seat;
use ravenpost_rules::{Notation, Refusal};

impl Notation for Gotlandia {
    type Order = Order;

    fn split(line: &str) -> Vec<&str> {
        split(line)
    }

    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>> {
        parse::parse(state, seat, text)
    }

    fn write(_state: &Self::State, order: &Self::Order) -> String {
        write::write(order)
    }
}

/// The first words of all orders.
pub const VERBS: [&str; 20] = [
    "play", "rest", "pass", "raid", "pirate", "sink", "steal", "partner", "learn", "unbury",
    "church", "decorate", "no", "end", "lose", "keep", "trouble", "rep", "plan", "standing",
];

/// An order, as written by a player or made by a form.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    Rep(Rep, Param),
    Lose(Goods),
    Keep(District),
    Trouble(Option<Dir>),
    Play(Play),
    Rest,
    Pass,
    Ship(ShipOrder),
    AllSilver,
    RaidDone,
    Pirate(Dir),
    Sink(Dir),
    Steal(Seat),
    Partner(Card),
    Learn(Card),
    Unbury(Lot),
    Church(District, Goods),
    Decorate(Deco),
    No,
    End {
        grow: bool,
        bury: Lot,
    },
    Standing(InstructionChange),
    /// A line of turn orders for later, normalised.
    Plan(String),
    PlanClear,
}

/// The action of one ship in a raid: it comes from `from`, acts in `at`, and ends in `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShipOrder {
    pub from: Dir,
    pub at: Dir,
    pub to: Dir,
    pub sink: bool,
}

impl Order {
    /// Returns whether the order only records something for later.
    pub fn is_aside(&self) -> bool {
        matches!(self, Order::Standing(_) | Order::Plan(_) | Order::PlanClear)
    }
}

/// Splits a line at `;`. Plans and instructions stand alone on their line (R25.12).
pub fn split(line: &str) -> Vec<&str> {
    let first = line.split_whitespace().next().unwrap_or_default();
    if first.eq_ignore_ascii_case("plan") || first.eq_ignore_ascii_case("standing") {
        return vec![line.trim()];
    }
    line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Returns the alternatives of a line of a plan.
pub fn alternatives(line: &str) -> impl Iterator<Item = &str> {
    line.split(" or ").map(str::trim).filter(|alternative| !alternative.is_empty())
}

/// Returns the parts of one alternative.
pub fn parts(alternative: &str) -> impl Iterator<Item = &str> {
    alternative.split(';').map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::state::State;
    use super::super::state::facts::Fact;
    use super::*;

    #[test]
    fn states_facts_and_orders_are_small() {
        let sizes = [size_of::<State>(), size_of::<Fact>(), size_of::<Order>()];
        assert!(sizes[0] <= 2200 && sizes[1] <= 96 && sizes[2] <= 64, "{sizes:?}");
    }
}
