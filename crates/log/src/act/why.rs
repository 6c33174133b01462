//! Why a deadline is what it is: the parts of the time that a seat has.

use serde::{Deserialize, Serialize};

use super::Outage;

/// Why a part of the time between a question and its deadline exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Why {
    /// The time that the table gives for every question.
    Turn,
    /// Days on which no clock of this table runs.
    DaysOff,
    /// The seat was late and used its grace.
    Grace,
    /// The seat was late and drew on its bank.
    Bank,
    /// Its player is on vacation and was asked alone.
    Vacation,
    /// The seat was given time or asked for some.
    Extended,
    /// The table voted meanwhile.
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
    /// The minimum that is left however little there was.
    Minimum,
    /// The half day that is left after a long stop, or for a player who takes the seat.
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
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// Why it exists.
    pub cause: Why,
    /// Its length in seconds.
    pub seconds: u32,
}
