//! What a table votes on, whose consent it takes, and why nothing came of it.

use serde::{Deserialize, Serialize};

use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;

/// Whose consent it takes to go back to an earlier step. Seats that no person plays are
/// not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Consent {
    /// That of every seat.
    #[default]
    All,
    /// That of more than half of the persons, without whoever proposes it.
    Majority,
    /// The organiser decides alone.
    Organiser,
}

impl Consent {
    /// All rules, in the order in which forms list them.
    pub const EVERY: [Consent; 3] = [Consent::All, Consent::Majority, Consent::Organiser];

    /// Whether every seat has to consent, which is the default.
    pub(super) fn is_all(&self) -> bool {
        *self == Consent::All
    }
}

/// What a table may vote on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Motion {
    /// To go back to how it stood after that step.
    Rewind {
        /// The last step that would stand.
        to: Step,
    },
    /// To end the game now with a result: each seat's place, in the order of the seats, where seats
    /// may share one; none at all for no result.
    End {
        /// The place of each seat, from 1.
        places: Vec<u8>,
    },
    /// To take a seat from its player: for a bot, for whoever comes first or for who is invited.
    Replace {
        /// The seat that is taken.
        seat: Seat,
        /// The bot that plays it from then on, by its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// Whether whoever comes first may take it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
    },
    /// To let a bot play a seat until its player is back.
    Substitute {
        /// The seat.
        seat: Seat,
        /// The name of the bot.
        bot: String,
    },
    /// To resume a paused game.
    Resume,
}

/// Why a proposal failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rejection {
    /// It can no longer get the consent it needs.
    Rejected,
    /// Not everyone whose consent it needs voted in time.
    Expired,
    /// Its proposer withdrew it.
    Withdrawn,
    /// The game ended first.
    GameEnded,
}
