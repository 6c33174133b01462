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
    /// The version of the game's chain of hashes.
    #[serde(default = "first")]
    pub chain: u8,
    /// Where it was forked from, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// Whose consent it takes to go back.
    #[serde(default, skip_serializing_if = "Consent::is_all")]
    pub consent: Consent,
    /// The version of the title's rules by which it begins.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub rules: u32,
    /// The version of the conduct by which it begins: who may do what at the table.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub conduct: u8,
    /// The seat of whoever looks after the table; none for one who does not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<Seat>,
    /// What its first draws hang on; games of before have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epoch: Option<Epoch>,
}

impl Opening {
    /// Within what time what answers by itself does so, at a moment that is drawn; at once before
    /// the seventh conduct.
    pub fn moments(&self) -> Option<Duration> {
        let seconds = self.pace.moments.filter(|_| self.conduct >= 7);
        seconds.map(|seconds| Duration::seconds(seconds.into()))
    }
}

/// The step of another game that a game goes on from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fork {
    /// The id of the game that was forked.
    pub game: String,
    /// The step after which it goes on.
    pub step: Step,
    /// The hash of that step, in hexadecimal.
    pub head: String,
    /// From whose knowledge; nothing: from how it truly stood, or from what everybody may know.
    pub eye: Option<Seat>,
    /// Whether those who play the other game play this one as well, each on the same seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// Whether it goes on from what everybody may know. It was asked for while the other game ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

fn first<T: From<u8>>() -> T {
    T::from(1)
}

fn is_first<T: From<u8> + PartialEq>(version: &T) -> bool {
    *version == first()
}
