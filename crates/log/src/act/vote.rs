//! Votes: what a table may vote on, whose consent is needed, and why a proposal fails.

use serde::{Deserialize, Serialize};

use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;

/// Whose consent is needed to go back to an earlier step. Seats not played by a person do not
/// count.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, strum::VariantArray,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Consent {
    /// Every seat.
    #[default]
    All,
    /// More than half of the persons other than the proposer.
    Majority,
    /// The organiser decides alone.
    Organiser,
}

impl Consent {
    /// All variants, in the order in which forms list them.
    pub const EVERY: &[Consent] = <Consent as strum::VariantArray>::VARIANTS;

    /// Returns whether every seat must consent, which is the default.
    pub(super) fn is_all(&self) -> bool {
        *self == Consent::All
    }
}

/// What a table may vote on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub enum Motion {
    /// To go back to the state after a step.
    Rewind {
        /// The last step that would still count.
        to: Step,
    },
    /// To end the game now with a result. Seats may share a place, and an empty list means no
    /// result.
    End {
        /// The place of each seat, from 1, in seat order.
        places: Vec<u8>,
    },
    /// To take a seat from its player, for a bot or for another person.
    Replace {
        /// The seat that is taken.
        seat: Seat,
        /// The name of the bot that plays it from then on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// Whether anyone may take it. Otherwise an invitation is required.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
    },
    /// To let a substitute bot play a seat until its player is back.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
