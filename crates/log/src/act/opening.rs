//! The opening of a table, as its first event records it.

use chrono::Duration;
use serde::{Deserialize, Serialize};

use super::pace::Pace;
use super::vote::Consent;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Table};

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The key of the title, for example "gotlandia".
    pub title: String,
    /// The table's name as lists show it, chosen by the organiser. It is not personal data.
    pub name: String,
    /// The number of seats and the chosen options.
    pub table: Table,
    /// The time for each decision, and the other clock settings.
    pub pace: Pace,
    /// Whether anyone may find and join the table. Otherwise players join by invitation.
    pub public: bool,
    /// The hash of the dice's secret.
    pub commitment: String,
    /// The version of the game's hash chain.
    pub chain: u8,
    /// The game and step it was forked from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// Whose consent is needed to go back to an earlier step.
    #[serde(default, skip_serializing_if = "Consent::is_all")]
    pub consent: Consent,
    /// The version of the title's rules at the start.
    pub rules: u32,
    /// The version of the conduct at the start: who may do what at the table.
    pub conduct: u8,
    /// The organiser's seat; `None` if the organiser does not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<Seat>,
    /// The bytes that the first draws depend on.
    pub epoch: Epoch,
}

impl Opening {
    /// Returns the longest delay of automatic answers, which are given at a drawn moment.
    pub fn moments(&self) -> Option<Duration> {
        let seconds = self.pace.answer_delay;
        seconds.map(|seconds| Duration::seconds(seconds.into()))
    }
}

/// The step of another game from which a fork continues.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The id of the game that was forked.
    pub game: String,
    /// The step after which the fork continues.
    pub step: Step,
    /// The hash of that step, in hexadecimal.
    pub hash: String,
    /// The seat whose knowledge it starts from; `None` for the true state or the spectators' view.
    #[serde(deserialize_with = "Option::deserialize")]
    pub viewer: Option<Seat>,
    /// Whether the players of the original game play the fork too, each on the same seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_players: bool,
    /// Whether it starts from what spectators know, because the original game was still running.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spectator: bool,
}
