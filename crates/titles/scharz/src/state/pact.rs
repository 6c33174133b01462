//! Pacts between two seats, and offers of pacts.

use serde::{Deserialize, Serialize};

use super::super::things::words::words;
use ravenpost_rules::Seat;

words!(
    /// The kind of a pact.
    Bond, "pact", {
        None = "none",
        Truce = "truce",
        Tribute = "tribute",
        Redemption = "redemption",
        Vassalage = "vassalage",
    }
);

/// The pact has no fixed end.
pub const FOR_EVER: u8 = u8::MAX;

fn for_ever() -> u8 {
    FOR_EVER
}

fn is_for_ever(until: &u8) -> bool {
    *until == FOR_EVER
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pact {
    pub bond: Bond,
    /// The recipient or lord; `None` in a truce.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superior: Option<Seat>,
    /// The last round of the pact; omitted in serialised form if there is no fixed end.
    #[serde(default = "for_ever", skip_serializing_if = "is_for_ever")]
    pub until: u8,
    /// A pact of Constantinople from the start (R24.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub historic: bool,
}

impl Pact {
    pub const NONE: Pact = Pact { bond: Bond::None, superior: None, until: 0, historic: false };

    /// Whether a seat is the recipient or lord.
    pub fn is_over(&self, seat: Seat) -> bool {
        self.bond != Bond::None && self.superior == Some(seat)
    }

    /// Whether a seat pays or serves.
    pub fn is_under(&self, seat: Seat) -> bool {
        self.bond != Bond::None && self.superior.is_some_and(|superior| superior != seat)
    }

    pub fn is_lordship(&self) -> bool {
        self.bond == Bond::Vassalage
    }
}

/// An offer of one seat to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    pub bond: Bond,
    /// The other seat is to pay or serve.
    pub demand: bool,
    /// Rounds of a truce, or gold of a tribute or redemption.
    pub amount: u8,
    /// The round in which it was written.
    pub round: u8,
}

impl Offer {
    pub const NONE: Offer = Offer { bond: Bond::None, demand: false, amount: 0, round: 0 };

    pub fn is_open(&self) -> bool {
        self.bond != Bond::None
    }
}
