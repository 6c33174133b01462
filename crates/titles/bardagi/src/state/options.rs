//! R18 Options of a game, read from the table.

use serde::{Deserialize, Serialize};

use super::super::things::kinds::Map;
use ravenpost_rules::Table;

/// The last round of time play if the time limit does not end it before. The rules have no such
/// limit, but a server needs one.
pub const LAST_ROUND: u8 = 30;

/// The options of a game, by rules of R18.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Options {
    pub choose_homes: bool,
    pub own_turn: bool,
    pub eight_cards: bool,
    pub forced_trade: bool,
    /// The time limit in minutes; 0 for play by rounds.
    pub minutes: u32,
    pub open_gold: bool,
    pub charge: bool,
}

impl Options {
    /// Reads the options; those that are not set have their defaults.
    pub fn of(table: &Table) -> Options {
        let is = |id: &str, value: &str| table.options.get(id).is_some_and(|set| set == value);
        let minutes = table.options.get("length").and_then(|set| set.parse().ok());
        Options {
            choose_homes: is("homes", "choose"),
            own_turn: is("planning", "own-turn"),
            eight_cards: is("eight_cards", "on"),
            forced_trade: is("forced_trade", "on"),
            minutes: minutes.unwrap_or(0),
            open_gold: is("gold", "open"),
            charge: is("charge", "on"),
        }
    }
}

/// The board (R4.2, R18.1); more than three seats always use summer.
pub fn map(table: &Table) -> Map {
    let summer = table.options.get("map").is_some_and(|set| set == "summer");
    if summer || table.seats > 3 { Map::SUMMER } else { Map::WINTER }
}
