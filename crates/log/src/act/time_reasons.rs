//! The parts of a seat's time: why a deadline is when it is.

use serde::{Deserialize, Serialize};

use super::Outage;

/// The reason for one part of the time between a question and its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Why {
    /// The table's time for every question.
    Turn,
    /// Days on which no clock of this table runs.
    DaysOff,
    /// The seat was late and used its grace.
    Grace,
    /// The seat was late and drew on its bank.
    Bank,
    /// The player is on vacation and was asked alone.
    Vacation,
    /// The seat was given time, or its player asked for more.
    Extended,
    /// The table was voting.
    Vote,
    /// The game was paused.
    Pause,
    /// The server was down, or its clock was set.
    Server,
    /// Emails could not be sent.
    Relay,
    /// Emails could not be received.
    MailSource,
    /// Other seats were asked in between.
    Interrupted,
    /// An answer was given and undone.
    Undone,
    /// The table went back to this question.
    Rewound,
    /// The guaranteed minimum.
    Minimum,
    /// The half day that is left after a long stop, or for a player who takes over the seat.
    Floor,
}

impl From<Outage> for Why {
    fn from(component: Outage) -> Why {
        match component {
            Outage::Server => Why::Server,
            Outage::Relay => Why::Relay,
            Outage::MailSource => Why::MailSource,
        }
    }
}

/// A part of a deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The reason for it.
    pub cause: Why,
    /// Its length in seconds.
    pub seconds: u32,
}
