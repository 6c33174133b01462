//! What lasts for one turn: free steps, the open session, a pending attack.

use serde::{Deserialize, Serialize};

use super::super::things::areas::Area;
use super::super::things::goods::Lot;
use super::seated;
use ravenpost_rules::{Seat, Seats};

/// The open session (R7.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Session {
    #[default]
    None,
    Muster,
    /// At a Village: trade only.
    Village,
    /// At the seat's home: trade and refills.
    Home,
    /// At that seat's home.
    #[serde(with = "seated")]
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    Visit(Seat),
}

/// What the last orders of a turn make possible for the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    #[default]
    None,
    /// After a duel or axes, until the Berserkur does something else: it may retreat (R9.21).
    Retreat,
    /// After the first Rune of a cast: another (R10.11).
    Also,
    /// Both: a Rune was cast while the Berserkur could still retreat.
    RetreatOrAlso,
    /// After a Berserkur's move with a card: an attack without one (R18.8).
    Charge,
}

impl Chance {
    pub fn may_retreat(self) -> bool {
        matches!(self, Chance::Retreat | Chance::RetreatOrAlso)
    }

    pub fn may_cast_again(self) -> bool {
        matches!(self, Chance::Also | Chance::RetreatOrAlso)
    }
}

/// What lasts for one turn (R2.14).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Turn {
    /// Remaining free steps by land unit, and free squares of the ship.
    pub steps: [u8; 3],
    pub squares: u8,
    pub session: Session,
    pub chance: Chance,
    pub bought_runes: bool,
    /// Number of hides sold by the Tannery this turn.
    pub tanned: u8,
    /// Hosts who had no gold to give (R17.4).
    pub refused: Seats,
    /// Number of bargains sent, and the one being made or answered.
    pub offers: u8,
    pub give: Lot,
    pub want: Lot,
    /// Given and received in trade this turn, for bots; not part of documents.
    pub traded: [Lot; 2],
    /// Number of orders given to units (R7.13).
    pub orders: u8,
    /// Whether a card was laid down.
    pub laid: bool,
}

/// The aim of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Defeats that seat's Berserkur.
    #[serde(with = "seated")]
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    Duel(Seat),
    Axes,
    /// Takes the area and places a number of additional disks on it.
    Take(u8),
}

/// An attack that waits for Godis to leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    pub area: Area,
    pub aim: Aim,
    /// Seats whose Godi has not left yet.
    pub waits: Seats,
}
