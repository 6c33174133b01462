//! Acts: what an event records besides the facts it led to. One event is one act.
//!
//! Service acts (joining, deadlines, take-backs) stand in the same log as orders, so that clocks
//! and seats are folded from it too. Personal data is never in an act: acts name seats.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{Known, Seat, Table};

/// Kinds of acts that their seat alone may know whole while the game runs: an order as it was
/// written is its giver's own.
pub const OWN: [&str; 3] = ["ordered", "lapsed", "withdrawn"];

/// One act, stored for ever. Variants are never renamed; new fields get a serde default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Act {
    /// A table was opened, and the dice's secret committed to.
    Opened(Opening),
    /// Somebody took a seat and added salt to the dice.
    Joined { seat: Seat, sitter: Sitter, salt: String },
    /// A seat was given up: before the start it is free again, later a stand-in plays it.
    Left { seat: Seat },
    /// All seats were taken and the game was set up.
    Started,
    /// An order was given and taken.
    Ordered { seat: Seat, order: String, via: Via },
    /// A deadline passed and the fallback was played. `due` is the moment at which it passed;
    /// nothing for a seat whose clock nobody waits for.
    Lapsed {
        seat: Seat,
        decision: String,
        order: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<DateTime<Utc>>,
    },
    /// A seat took back its orders after event `to`; the fold skips them from here on. The clock
    /// stood still since they were `given`. In games whose chain is of version 1.
    TakenBack {
        seat: Seat,
        to: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        given: Option<DateTime<Utc>>,
    },
    /// A seat took back the order it gave in step `step`, which the fold skips from here on. The
    /// clock stood still since it was `given`.
    Undone { seat: Seat, step: u64, given: DateTime<Utc> },
    /// A seat took back the last thing that it had left for later and that nobody else knows of.
    Withdrawn { seat: Seat },
    /// A seat was reminded of its deadline.
    Reminded { seat: Seat, stage: Stage },
    /// Nobody could play for a while: that time does not count on any clock.
    Outage { from: DateTime<Utc>, to: DateTime<Utc>, what: Outage },
    /// The table's time limit was reached, and the title was told.
    Rang,
    /// The game is over and the dice's secret is told, in hexadecimal.
    Ended { secret: String },
    /// The table was closed before the game started.
    Cancelled,
}

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    pub title: String,
    /// The table's name, as shown in lists; chosen by its opener, not a person's data.
    pub name: String,
    pub table: Table,
    pub pace: Pace,
    /// Whether anybody may find and join it; otherwise by invitation only.
    pub public: bool,
    /// Hash of the dice's secret.
    pub commitment: String,
    /// The version of the game's chain of hashes.
    #[serde(default = "first")]
    pub chain: u8,
}

fn first() -> u8 {
    1
}

/// The clock contract of a table. More of it may come; each field has a default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pace {
    /// Seconds a seat has for one decision; none: no deadline at all.
    pub turn: Option<u32>,
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sitter {
    /// A person; who it is stands outside the log.
    Person,
    /// A bot, by its name.
    Bot(String),
}

/// By which way an order came in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Via {
    Page,
    Mail,
    Bot,
    Tool,
}

/// What was away, so that nobody could play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outage {
    /// The server itself, or its clock was set.
    Server,
    /// The relay that takes its letters.
    Relay,
    /// A door by which letters come in.
    Door,
}

/// How urgent a reminder is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// Half of the time is left.
    Half,
    /// A fifth of the time is left.
    Fifth,
    /// The last call: a twentieth is left.
    Last,
}

impl Act {
    /// The act's stored kind, for lists and filters.
    pub fn kind(&self) -> &'static str {
        match self {
            Act::Opened(_) => "opened",
            Act::Joined { .. } => "joined",
            Act::Left { .. } => "left",
            Act::Started => "started",
            Act::Ordered { .. } => "ordered",
            Act::Lapsed { .. } => "lapsed",
            Act::TakenBack { .. } | Act::Undone { .. } => "taken-back",
            Act::Withdrawn { .. } => "withdrawn",
            Act::Reminded { .. } => "reminded",
            Act::Outage { .. } => "outage",
            Act::Rang => "rang",
            Act::Ended { .. } => "ended",
            Act::Cancelled => "cancelled",
        }
    }

    /// Who may know all that stands in the act while the game runs.
    pub fn known(&self) -> Known {
        match (self, self.seat()) {
            // Counts every event, whoever may know of it.
            (Act::TakenBack { .. }, _) => Known::Nobody,
            (_, Some(seat)) if OWN.contains(&self.kind()) => Known::Seat(seat),
            _ => Known::Everybody,
        }
    }

    /// The seat that acted, or that the act is about.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Act::Joined { seat, .. }
            | Act::Left { seat }
            | Act::Ordered { seat, .. }
            | Act::Lapsed { seat, .. }
            | Act::TakenBack { seat, .. }
            | Act::Undone { seat, .. }
            | Act::Withdrawn { seat }
            | Act::Reminded { seat, .. } => Some(*seat),
            Act::Opened(_)
            | Act::Started
            | Act::Outage { .. }
            | Act::Rang
            | Act::Ended { .. }
            | Act::Cancelled => None,
        }
    }
}

impl Stage {
    /// All stages, in the order in which they come.
    pub const ALL: [Stage; 3] = [Stage::Half, Stage::Fifth, Stage::Last];

    /// The share of the time that is left, in hundredths.
    pub fn left(self) -> u32 {
        match self {
            Stage::Half => 50,
            Stage::Fifth => 20,
            Stage::Last => 5,
        }
    }
}
