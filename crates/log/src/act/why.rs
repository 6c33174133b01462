//! Why a deadline is what it is: the words for each part of the time that a seat has.

use serde::{Deserialize, Serialize};

use super::Outage;

/// Why a part of the time between a question and its deadline is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Why {
    /// What the table gives for every question.
    Pace,
    /// Days on which no clock of this table runs.
    DaysOff,
    /// The seat was late, and has a grace.
    Grace,
    /// The seat was late, and draws on its bank.
    Bank,
    /// Its player is on vacation, and it alone was asked.
    Away,
    /// Somebody gave the seat time, or it asked for some.
    Extended,
    /// The table voted meanwhile.
    Vote,
    /// The organiser had stopped the game.
    Stop,
    /// The server was away, or its clock was set.
    Server,
    /// Letters could not leave.
    Relay,
    /// Letters could not come in.
    Door,
    /// Others were asked in the midst of it.
    Interrupted,
    /// An answer had been given and was taken back.
    TakenBack,
    /// The table went back to this question.
    WentBack,
    /// Some minutes are left at least, however little there was.
    AtLeast,
}

impl From<Outage> for Why {
    fn from(what: Outage) -> Why {
        match what {
            Outage::Server => Why::Server,
            Outage::Relay => Why::Relay,
            Outage::Door => Why::Door,
        }
    }
}

/// A part of a deadline, as an act tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// Why it is there.
    pub why: Why,
    /// How long it is, in seconds.
    pub seconds: u32,
}
