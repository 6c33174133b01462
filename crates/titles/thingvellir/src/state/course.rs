//! Where a game stands, and what was said in the Council.

use serde::{Deserialize, Serialize};

use super::super::things::names::Statute;
use super::super::things::who::Who;
use ravenpost_rules::{Seat, Seats};

/// Where the game stands: the decision that is asked for, or an automatic step to go on from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// None in particular: before a game is opened, and for an advance order that closes whatever
    /// is open.
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

/// What a seat said in the Council.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// In a Fostering round: all who take part.
    pub group: Seats,
}

/// What an action is taken with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionSource {
    #[default]
    Council,
    Home,
    Bondi(u8),
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A seat has 22 Wordfame.
    Wordfame(Who),
    /// A seat is the last with farms.
    LastFarms(Who),
    /// A seat is the last at the table.
    LastSeat(Who),
    /// The last winter a table is kept for.
    LastWinter,
    /// Too many winters in a row brought nobody Wordfame.
    NoWordfame,
}
