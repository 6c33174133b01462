//! R23 Notation: the orders of a seat. They are plain values; only pre-orders hold text.

mod counted;
pub mod parse;
mod parse_aside;
mod parse_turn;
mod reader;
#[cfg(test)]
mod tests;
pub mod write;

use super::Bardagi;
use super::state::facts::{Instruction, PreOrder};
use super::things::areas::Area;
use super::things::goods::{Lot, Mix};
use super::things::ids::Node;
use super::things::kinds::{Building, Colour, Good, Rune, Unit};
use super::things::tiles::Tile;
use ravenpost_rules::Seat;
use ravenpost_rules::{Notation, Refusal};

impl Notation for Bardagi {
    type Order = Order;

    fn split(line: &str) -> Vec<&str> {
        split(line)
    }

    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>> {
        parse::parse(state, seat, text)
    }

    fn write(state: &Self::State, order: &Self::Order) -> String {
        write::write(state, order)
    }
}

/// All words that may begin an order: units and verbs. It includes verbs that follow a unit, so
/// that a line without its unit still counts as an order.
pub const VERBS: &[&str] = &[
    "b",
    "g",
    "k",
    "n",
    "berserkur",
    "godi",
    "kaupmadur",
    "kaupmathur",
    "knerrir",
    "ship",
    "plan",
    "home",
    "swap",
    "done",
    "retreat",
    "accept",
    "decline",
    "yield",
    "build",
    "pass",
    "claim",
    "recruit",
    "axe",
    "drop",
    "stand",
    "standing",
    "script",
    "wish",
    "homes",
    "next",
    "move",
    "board",
    "duel",
    "axes",
    "take",
    "refill",
    "shift",
    "post",
    "lift",
    "convert",
    "runes",
    "cleanse",
    "cast",
    "also",
    "buy",
    "tan",
    "trade",
    "visit",
    "give",
    "want",
    "send",
    "sail",
    "land",
];

/// How an action of a turn is paid for (R7.8); by default with the unit's card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pay {
    #[default]
    Card,
    /// `with u`: War Council.
    With(Unit),
    /// `free`: Oracle or Steward's House.
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Move(Unit, Area),
    Board(Unit, Area),
    /// The seat whose Berserkur is attacked.
    Duel(Seat),
    Axes,
    Take(u8),
    Retreat,
    /// Berserkur or Godi at home.
    RefillOwn(Unit),
    Shift(Area, Area, u8),
    Post(Area, u8),
    Lift(Area, u8),
    Convert,
    /// Godi or Kaupmadur.
    Runes(Unit),
    Cleanse(Rune),
    Cast(Rune, Option<Area>),
    Also(Rune, Option<Area>),
    Buy(Option<Good>),
    Refill(Building),
    Tan(u8),
    Trade(Lot, Lot),
    Visit(Lot, Lot),
    /// An item of an offer: count, and index in a lot. A count of 0 removes it.
    Give(u8, u8),
    Want(u8, u8),
    Send,
    Sail(Node),
    /// Units as bits: b 1, g 2, k 4.
    Land(u8),
    /// Two cards discarded, in the order b, g, k, n; the third gained.
    Swap(Unit, Unit, Unit),
}

impl Action {
    /// The unit whose card shows the action. A second Rune and a swap of cards belong to no card.
    pub fn unit(self) -> Option<Unit> {
        match self {
            Action::Move(unit, _)
            | Action::Board(unit, _)
            | Action::RefillOwn(unit)
            | Action::Runes(unit) => Some(unit),
            Action::Duel(_)
            | Action::Axes
            | Action::Take(_)
            | Action::Retreat
            | Action::Shift(..)
            | Action::Post(..)
            | Action::Lift(..) => Some(Unit::B),
            Action::Convert | Action::Cleanse(_) | Action::Cast(..) => Some(Unit::G),
            Action::Buy(_)
            | Action::Refill(_)
            | Action::Tan(_)
            | Action::Trade(..)
            | Action::Visit(..)
            | Action::Give(..)
            | Action::Want(..)
            | Action::Send => Some(Unit::K),
            Action::Sail(_) | Action::Land(_) => Some(Unit::N),
            Action::Also(..) | Action::Swap(..) => None,
        }
    }

    /// Whether the Berserkur performs the action. A swap of cards belongs to no unit.
    pub fn is_of_berserkur(self) -> bool {
        match self {
            Action::Move(unit, _) | Action::Board(unit, _) | Action::RefillOwn(unit) => {
                unit == Unit::B
            }
            Action::Land(units) => units & 1 << Unit::B.0 != 0,
            Action::Duel(_)
            | Action::Axes
            | Action::Take(_)
            | Action::Retreat
            | Action::Shift(..)
            | Action::Post(..)
            | Action::Lift(..) => true,
            _ => false,
        }
    }
}

/// A line of a Claim sheet that can be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Claim,
    Recruit,
    /// An Axe token on this area; the last one if there are several.
    Axe(Area),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    Home(Colour),
    Plan(Mix),
    Act(Action, Pay),
    /// Ends a turn or a Claim sheet.
    Done,
    /// A driven-out Godi goes here.
    Retire(Area),
    Accept,
    Decline,
    /// Default orders answer until the seat's own next turn (R21.15).
    Yield,
    Build(Tile, Option<Tile>),
    Pass,
    /// Sheep as meat, cattle as meat, tokens bought.
    Claim(u8, u8, u8),
    /// Recruits by building.
    Recruit([u8; 3]),
    Axe(Area),
    /// Removes a line from the Claim sheet.
    Drop(Line),
    Standing(Instruction),
    /// A pre-order for a later decision.
    Later(PreOrder),
}

/// Splits a line into orders. A script is one order, and a comment runs to the end of the line.
pub fn split(line: &str) -> Vec<&str> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let lead = line.split_whitespace().next().unwrap_or_default();
    if lead.eq_ignore_ascii_case("script") {
        return vec![line];
    }
    line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
}
