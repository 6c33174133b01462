//! How a table was opened: what its first event says, for ever.

use chrono::Duration;
use serde::{Deserialize, Serialize};

use super::pace::Pace;
use super::vote::Consent;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Table};

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The key of the title: "gotlandia".
    pub title: String,
    /// The table's name, as shown in lists; chosen by its opener, not a person's data.
    pub name: String,
    /// How many seats there are, and the options that were chosen.
    pub table: Table,
    /// How much time there is for a decision, and what else is agreed on clocks.
    pub pace: Pace,
    /// Whether anybody may find and join it; otherwise by invitation only.
    pub public: bool,
    /// Hash of the dice's secret.
    pub commitment: String,
    /// The version of the game's hash chain.
    pub chain: u8,
    /// Where it was forked from, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// Whose consent it takes to go back.
    #[serde(default, skip_serializing_if = "Consent::is_all")]
    pub consent: Consent,
    /// The version of the title's rules by which it begins.
    pub rules: u32,
    /// The version of the conduct by which it begins: who may do what at the table.
    pub conduct: u8,
    /// The organiser's seat; none if the organiser does not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<Seat>,
    /// What its first draws depend on.
    pub epoch: Epoch,
}

impl Opening {
    /// Within what time what answers by itself does so, at a moment that is drawn.
    pub fn moments(&self) -> Option<Duration> {
        let seconds = self.pace.answer_delay;
        seconds.map(|seconds| Duration::seconds(seconds.into()))
    }
}

/// The step of another game that a game goes on from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The id of the game that was forked.
    pub game: String,
    /// The step after which it goes on.
    pub step: Step,
    /// The hash of that step, in hexadecimal.
    pub hash: String,
    /// The seat whose knowledge it starts from; none for the true state, or for what spectators
    /// know.
    #[serde(deserialize_with = "Option::deserialize")]
    pub viewer: Option<Seat>,
    /// Whether the players of the other game play this one too, each on the same seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_players: bool,
    /// Whether it starts from what spectators know: it was asked for while the other game ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spectator: bool,
}
