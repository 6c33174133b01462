//! Acts: what an event records besides the facts it led to. One event is one act.
//!
//! Service acts (joining, deadlines, take-backs) stand in the same log as orders, so that clocks
//! and seats are folded from it too. Personal data is never in an act: acts name seats.

pub mod by;
pub mod cause;
pub mod kinds;
pub mod limits;
pub mod opening;
pub mod pace;
pub mod read;
pub mod releases;
pub mod result;
pub mod stage;
pub mod vote;
pub mod why;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub use by::By;
pub use cause::{Absence, Renewal};
pub use opening::{Fork, Opening};
pub use pace::Pace;
pub use stage::Stage;
pub use vote::{Consent, Motion, Rejection};

use why::Reason;

use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::{Seq, Step};

/// One act, stored for ever. Variants are never renamed; new fields get a serde default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Act {
    /// A table was opened, and the dice's secret committed to.
    Opened(Box<Opening>),
    /// Somebody took a seat and added salt to the dice; the organiser, where it says so.
    Joined {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// Who plays the seat: a person or a bot.
        sitter: Sitter,
        /// What they added to the dice; empty for bots.
        salt: String,
        /// Whether a person wrote the salt; games of before do not say.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        written: bool,
        /// Whether it was the organiser who took the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        organiser: bool,
    },
    /// A seat was given up: before the start it is free again, later a steward plays it.
    Left {
        /// The seat that acted, or that it is about.
        seat: Seat,
    },
    /// All seats were taken and the game was set up.
    Started,
    /// An order was given and taken.
    Ordered {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// The order as text, in its canonical form.
        order: String,
        /// By which way it came in.
        via: Via,
    },
    /// A deadline passed and the fallback was played. `due` is the moment at which it passed;
    /// nothing for a seat whose clock nobody waits for.
    Lapsed {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// What the seat was asked, as the title names it.
        decision: String,
        /// The fallback that was played.
        order: String,
        /// The moment at which time was up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<DateTime<Utc>>,
        /// When the question was put whose time was up; since the third conduct.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked: Option<DateTime<Utc>>,
        /// Why, where it is not that time was up; since the third conduct.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Absence>,
    },
    /// A seat took back its orders after event `to`; the fold skips them from here on. The clock
    /// stood still since they were `given`. In games whose chain is of version 1.
    TakenBack {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// The last event that stands.
        to: Seq,
        /// When the first of these orders was given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        given: Option<DateTime<Utc>>,
    },
    /// A seat took back the order it gave in step `step`, which the fold skips from here on. The
    /// clock stood still since it was `given`.
    Undone {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// The step that is taken back.
        step: Step,
        /// When the order was given that is taken back.
        given: DateTime<Utc>,
    },
    /// A seat took back the last thing that it had left for later and that nobody else knows of.
    Withdrawn {
        /// The seat that acted, or that it is about.
        seat: Seat,
    },
    /// A deadline is later than what the table gives for a question: days off lie in between. Noted
    /// with the event that put the question, because zones change their rules.
    Due {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// The deadline from here on.
        due: DateTime<Utc>,
        /// Why it is later, and by how much.
        why: Vec<Reason>,
    },
    /// A seat was late and has its grace: it has until then, and nobody else's clock changes.
    Grace {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// The deadline from here on.
        until: DateTime<Utc>,
    },
    /// A seat was late, its grace is over or used, and its bank runs: it has until then. Since the
    /// fifth conduct.
    Bank {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// The deadline from here on.
        until: DateTime<Utc>,
    },
    /// A player goes on vacation between those moments. Since the fifth conduct.
    Booked {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// When it begins.
        from: DateTime<Utc>,
        /// When it is over, at the latest.
        to: DateTime<Utc>,
    },
    /// Such a vacation begins.
    Vacation {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// When it is over, at the latest.
        until: DateTime<Utc>,
    },
    /// A player is back before that, or does not go.
    Returned {
        /// The seat that acted, or that it is about.
        seat: Seat,
    },
    /// A question that was put to several at once is closed without waiting for those seats, which
    /// missed so many of their last so many questions: all others have answered.
    PassedOver {
        /// The seats that nobody waits for.
        seats: Vec<Seat>,
        /// How many they missed.
        missed: u8,
        /// Of how many questions, the last ones.
        of: u8,
    },
    /// A seat was reminded of its deadline.
    Reminded {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// How urgent it was.
        stage: Stage,
    },
    /// Something was put to the table's vote, by a seat or by the organiser, with a reason that
    /// stays. Until it is decided the game stands still; whoever is silent `until` then refuses.
    Proposed {
        /// The seat that proposes; none for an organiser who does not play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
        /// What the table is asked to agree to.
        motion: Motion,
        /// Why, in one line that stays in the log.
        reason: String,
        /// When the vote is over.
        until: DateTime<Utc>,
    },
    /// A seat answered what is put to the vote, or the organiser where that is whose word counts.
    Voted {
        /// The seat that answers; none for an organiser who does not play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Whether the seat agrees to the proposal.
        agrees: bool,
        /// By which way the answer came in.
        via: Via,
    },
    /// The table went back to how it stood after step `to`. The fold skips from here on what has
    /// changed the game since; what nobody could know there was drawn anew.
    Rewound {
        /// The last step that stands.
        to: Step,
    },
    /// What was put to the vote came to nothing.
    Dropped {
        /// Why nothing came of it.
        why: Rejection,
    },
    /// The organiser stopped the game: until it goes on no order is taken and no clock runs.
    Frozen {
        /// Why, in one line that stays in the log.
        reason: String,
        /// When it goes on by itself.
        until: DateTime<Utc>,
        /// Who did it; old games do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// The game goes on: somebody let it, or it had stood still for as long as it may.
    Thawed {
        /// Whether it had stood still for as long as it may.
        due: bool,
        /// Who did it; old games do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// A seat was given so many seconds more for what it is asked: by the organiser, or once in a
    /// while by a player, for the own seat or for another.
    Extended {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// How much more time, in seconds.
        seconds: u32,
        /// Why, in one line that stays in the log.
        reason: String,
        /// Who did it; old games do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// The organiser asked a seat to go on, at a table without deadlines.
    Nudged {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// Who did it; old games do not say.
        by: By,
    },
    /// A seat was taken from its player and given to a bot, or waits for another person: for
    /// whoever comes first, or for those who are invited.
    Replaced {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// The bot that plays it from now on, by its name; none where a person is to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// Whether whoever comes first may take it; otherwise by invitation.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
        /// Why, in one line that stays in the log.
        reason: String,
        /// Who did it; old games do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// A seat is played by a stand-in until then, or until its player is back; without a bot its
    /// player is. Since the fourth conduct.
    HandedOver {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// The bot that stands in, by its name; none where the player plays again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// Until when at most; none: until its player is back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<DateTime<Utc>>,
        /// Who did it; none where the time of a stand-in is over, or nobody else is left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// Another person took such a seat; the organiser, where it says so.
    TakenOver {
        /// The seat that acted, or that it is about.
        seat: Seat,
        /// Whether the organiser did it, by handing out the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        organiser: bool,
    },
    /// Nobody could play for a while: that time does not count on any clock.
    Outage {
        /// The moment from which the outage counts.
        from: DateTime<Utc>,
        /// When it was over.
        to: DateTime<Utc>,
        /// What could not be reached: the server, the relay, or replies.
        what: Outage,
    },
    /// The table's time limit was reached, and the title was told.
    Rang,
    /// What all had sealed is opened: no sheet is taken back any more. Since the sixth conduct.
    Resolved {
        /// Whether the time of the question was up; else it was so long after the last sheet.
        due: bool,
    },
    /// A new program goes on with the game: from here on this version of the rules decides.
    Ruled {
        /// The version that decides from here on.
        rules: u32,
    },
    /// The game came from another server, which did not say who sits on those seats: nobody can
    /// act for them here before somebody else is given them.
    Moved {
        /// The seats whose players nobody here knows.
        unknown: Vec<Seat>,
    },
    /// From here on this version of the conduct says who may do what at the table. Whoever looks
    /// after it sits on that seat, or on none.
    Conduct {
        /// The version that holds from here on.
        version: u8,
        /// The seat of whoever looks after the table, if that is one who plays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        organiser: Option<Seat>,
    },
    /// From here on draws hang on these bytes: those before may have been drawn with already.
    Epoch {
        /// Thirty-two fresh random bytes.
        epoch: Epoch,
        /// Why there had to be one.
        why: Renewal,
    },
    /// The game is over and the dice's secret is told, in hexadecimal. Where the table ended it by
    /// vote before its rules did, the result that was agreed: each seat's place, in the order of
    /// the seats; none at all for no result.
    Ended {
        /// The secret, in hexadecimal.
        secret: String,
        /// The agreed result, if the table ended the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<Vec<u8>>,
    },
    /// Nobody has played for long: the table is closed then, unless somebody does before. Since the
    /// sixth conduct.
    Warned {
        /// When it is closed.
        closes: DateTime<Utc>,
    },
    /// Somebody keeps a table that was to be closed because nobody came. Since the seventh conduct.
    Kept {
        /// Who did it.
        by: By,
    },
    /// The table was closed before the game started.
    Cancelled,
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
    /// A form on a page.
    Page,
    /// An answer to a letter.
    Mail,
    /// A bot that plays the seat.
    Bot,
    /// A command of the operator, or another program.
    Tool,
    /// What its player had left for it: an instruction, at the moment that is drawn for the
    /// question. Since the seventh conduct.
    Left,
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
