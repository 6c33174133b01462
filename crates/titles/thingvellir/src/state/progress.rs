//! Steps of the game, and votes in the Council.

use serde::{Deserialize, Serialize};

use super::super::things::names::Statute;
use super::super::things::who::Who;
use ravenpost_rules::{Seat, Seats};

/// The open decision, or an automatic step to continue from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// No particular step: before a game is opened, and for a pre-order that closes whatever is
    /// open.
    #[default]
    Any,
    Side,
    Propose,
    Vote,
    /// The next entry of the queue begins, or the Council ends.
    Queue,
    Settle,
    Ride,
    Challenge,
    Feud,
    Raze,
    Claim,
    Raid,
    Keep,
    Foster,
    Pool,
    Pledge,
    Feast,
    Slay,
    Lair,
    Weapon,
    Pay,
    Burn,
    Farm,
    /// The next seat's turn of phase II begins, or the phase ends.
    Hunt,
    Bondi,
    Winter,
    Over,
}

/// A seat's vote in the Council.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Vote {
    #[default]
    None,
    Support,
    /// Thingmen by the sides they came from, in the order of R2.3.
    Sue {
        statute: Statute,
        from: [u8; 6],
    },
}

/// One entry of the Council's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    pub seat: Seat,
    pub statute: Statute,
    pub strength: u8,
    /// All participants of a Fostering round.
    pub group: Seats,
}

/// The source of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ActionSource {
    #[default]
    Council,
    Home,
    Bondi(u8),
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A seat has 22 Wordfame.
    Wordfame(Who),
    /// A seat is the last with farms.
    LastFarms(Who),
    /// A seat is the last at the table.
    LastSeat(Who),
    /// The maximum number of winters was reached.
    LastWinter,
    /// Too many winters in a row without Wordfame.
    NoWordfame,
}
