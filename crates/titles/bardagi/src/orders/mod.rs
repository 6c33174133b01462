//! R23 Notation: orders, what a seat may ask for, one line part each. Plain values; only those
//! that are left in advance hold text.

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

/// Every word an order begins with: a unit or a verb of its own. Those that only follow a unit
/// stand here too, since a line in which it was left out is an order all the same.
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

/// How an action of a turn is paid for (R7.8): its own card, unless it says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pay {
    #[default]
    Card,
    /// `with u`: War Council.
    With(Unit),
    /// `free`: Oracle or Steward's House.
    Free,
}

/// One action of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Move(Unit, Area),
    Board(Unit, Area),
    /// The seat whose Berserkur is met.
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
    /// An item of an offer: count, and place in a lot. None of it takes it out again.
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
    /// Whether the Berserkur himself does it; a swap of cards is nobody's.
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

/// A line of a Claim sheet that can be dropped again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Claim,
    Recruit,
    /// An Axe token there; of several the last one.
    Axe(Area),
}

/// One order.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    Home(Colour),
    Plan(Mix),
    Act(Action, Pay),
    /// Ends a turn, or a Claim sheet.
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
    /// Takes a line off the Claim sheet.
    Drop(Line),
    /// A standing instruction.
    Standing(Instruction),
    /// Something left for a decision that is not open yet.
    Later(PreOrder),
}

/// Cuts a line into its parts. A script is one part, whatever stands in it, and a comment goes on
/// to the end of the line.
pub fn split(line: &str) -> Vec<&str> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let lead = line.split_whitespace().next().unwrap_or_default();
    if lead.eq_ignore_ascii_case("script") {
        return vec![line];
    }
    line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
}
