//! Acts: what an event records besides the facts it led to. One event holds one act.
//!
//! Service acts (joining, deadlines, undo) are in the same log as orders, so that clocks and seats
//! are folded from it too. An act never holds personal data: it names seats.

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
use ravenpost_rules::numbers::Step;

/// One act, stored permanently. `docs/reference/formats.md` lists the names, which never change
/// after the first release.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Act {
    /// A table was opened, and the secret of its dice was committed to.
    Opened(Box<Opening>),
    /// A person or a bot took a seat and added salt to the dice.
    Joined {
        /// The seat.
        seat: Seat,
        /// What plays the seat: a person or a bot.
        occupant: Sitter,
        /// What the occupant added to the dice; empty for bots.
        salt: String,
        /// Whether a person chose the salt, rather than the server.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        custom_salt: bool,
        /// Whether the organiser took the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        organiser: bool,
    },
    /// A seat was given up: before the start it is free again, later the default player has it.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// All seats were taken and the game was set up.
    Started,
    /// An order was given and accepted.
    Ordered {
        /// The seat.
        seat: Seat,
        /// The order as text, in its canonical form.
        order: String,
        /// How it arrived.
        via: Via,
    },
    /// The default order was played for a seat that did not answer.
    TimedOut {
        /// The seat.
        seat: Seat,
        /// What the seat was asked, as the title names it.
        decision: String,
        /// The order that was played.
        order: String,
        /// The deadline that passed; none for a seat whose clock was not awaited.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<DateTime<Utc>>,
        /// When the question with that deadline was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked_at: Option<DateTime<Utc>>,
        /// Why, if no deadline had passed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Absence>,
    },
    /// A seat undid the order it gave in that step. The fold skips the step from here on, and the
    /// seat's clock is treated as stopped since the order was given.
    Undone {
        /// The seat.
        seat: Seat,
        /// The step that is undone.
        step: Step,
        /// When that order was given.
        ordered_at: DateTime<Utc>,
    },
    /// A seat withdrew the last instruction it had left for later. Only that seat knows of it.
    InstructionWithdrawn {
        /// The seat.
        seat: Seat,
    },
    /// A deadline is later than the table's pace alone would put it. Stored with the event that
    /// asked the question, because time zones change their rules.
    DeadlineMoved {
        /// The seat.
        seat: Seat,
        /// The new deadline.
        deadline: DateTime<Utc>,
        /// Why it is later, and by how much.
        parts: Vec<Reason>,
    },
    /// A seat was late and uses its grace.
    GraceStarted {
        /// The seat.
        seat: Seat,
        /// The new deadline.
        until: DateTime<Utc>,
    },
    /// A seat was late, has no grace left, and draws on its bank.
    BankStarted {
        /// The seat.
        seat: Seat,
        /// The new deadline.
        until: DateTime<Utc>,
    },
    /// A player booked a vacation.
    VacationBooked {
        /// The seat.
        seat: Seat,
        /// When it starts.
        from: DateTime<Utc>,
        /// When it ends at the latest.
        until: DateTime<Utc>,
    },
    /// A booked vacation started.
    VacationStarted {
        /// The seat.
        seat: Seat,
        /// When it ends at the latest.
        until: DateTime<Utc>,
    },
    /// A player came back early or cancelled the vacation.
    VacationEnded {
        /// The seat.
        seat: Seat,
    },
    /// A question asked of several seats was closed without waiting for these, which missed that
    /// many of their last questions: all others had answered.
    Skipped {
        /// The seats that were not waited for.
        seats: Vec<Seat>,
        /// How many questions a seat has missed at least.
        missed: u8,
        /// Out of how many, the last ones.
        of: u8,
    },
    /// A seat was reminded of its deadline.
    Reminded {
        /// The seat.
        seat: Seat,
        /// How urgent the reminder was.
        stage: Stage,
    },
    /// A vote was opened. The game stands still until it is decided.
    Proposed {
        /// The seat that proposes; none for an organiser who does not play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
        /// What the table is asked to agree to.
        motion: Motion,
        /// The proposer's reason, one line.
        reason: String,
        /// When the vote closes; seats that have not voted then count as against.
        until: DateTime<Utc>,
    },
    /// The clocks run again while a vote goes on: votes that do not pass stop them for a day in a
    /// week at most.
    ClocksResumed,
    /// A vote was cast.
    Voted {
        /// The seat that votes; none for an organiser who does not play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Whether it agrees.
        agrees: bool,
        /// How the vote arrived.
        via: Via,
    },
    /// The table went back to the state after step `to`. The fold skips what changed the game since
    /// then; what no one could know there was drawn again.
    Rewound {
        /// The last step that counts.
        to: Step,
    },
    /// A proposal failed.
    ProposalFailed {
        /// Why.
        cause: Rejection,
    },
    /// The game was paused: no order is accepted and no clock runs.
    Paused {
        /// The reason, one line.
        reason: String,
        /// When the game resumes by itself.
        until: DateTime<Utc>,
        /// Who did it.
        by: By,
    },
    /// The game was resumed.
    Resumed {
        /// Whether the pause had reached its end.
        expired: bool,
        /// Who did it; none if the pause had reached its end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// A seat was given more time.
    Extended {
        /// The seat.
        seat: Seat,
        /// How much more, in seconds.
        seconds: u32,
        /// The reason, one line.
        reason: String,
        /// Who did it.
        by: By,
    },
    /// A seat was asked to move.
    Nudged {
        /// The seat.
        seat: Seat,
        /// Who did it.
        by: By,
    },
    /// A seat was taken from its player and given to a bot, or is kept for another person.
    Replaced {
        /// The seat.
        seat: Seat,
        /// The name of the bot that plays it from now on; none if a person is to take it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// Whether anyone may take it; otherwise by invitation.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
        /// The reason, one line.
        reason: String,
        /// Who did it.
        by: By,
    },
    /// A bot plays a seat for its player while the player is away, or no longer does.
    Substituted {
        /// The seat.
        seat: Seat,
        /// The name of the bot; none if the player plays again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// Until when at most; none until the player is back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<DateTime<Utc>>,
        /// Who did it; none if the bot's time is over or no other person is left who plays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// Another person took a replaced seat.
    TakenOver {
        /// The seat.
        seat: Seat,
        /// Whether the organiser took it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        organiser: bool,
        /// Whether that person had the seat before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        returning: bool,
    },
    /// Nobody could play for a while: that time counts on no clock.
    OutageCompensated {
        /// When the outage starts to count.
        from: DateTime<Utc>,
        /// When it was over.
        until: DateTime<Utc>,
        /// What could not be reached.
        component: Outage,
    },
    /// The table's time limit was reached, and the title was told.
    TimeLimitReached,
    /// The sealed orders of all seats were revealed.
    OrdersRevealed {
        /// Whether the question's deadline had passed, rather than the delay after the last order.
        timed_out: bool,
    },
    /// Another version of the rules decides from here on.
    RulesChanged {
        /// That version.
        rules: u32,
    },
    /// The game came from another server, which did not say who plays these seats.
    Transferred {
        /// The seats whose players are unknown here.
        unknown: Vec<Seat>,
    },
    /// Draws depend on these bytes from here on: those before may have been used elsewhere.
    EpochStarted {
        /// Thirty-two fresh random bytes.
        epoch: Epoch,
        /// Why there had to be a new epoch.
        cause: Renewal,
    },
    /// The game is over and the secret of its dice is revealed.
    Ended {
        /// The secret, in hexadecimal.
        secret: String,
        /// If the table ended the game before its rules did: each seat's place, in seat order, or
        /// an empty list for no result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<Vec<u8>>,
    },
    /// Nobody has played for long: the table will be closed unless someone does something first.
    ClosureAnnounced {
        /// When it will be closed.
        closes_at: DateTime<Utc>,
    },
    /// Someone keeps a table open that was about to be closed.
    KeptOpen {
        /// Who did it.
        by: By,
    },
    /// The table was closed before the game started.
    Cancelled,
}

/// What plays a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sitter {
    /// A person, whom the log does not name.
    Person,
    /// A bot, by name.
    Bot(String),
}

/// How an order arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Via {
    /// By a form on a page.
    Page,
    /// By a reply to an email.
    Email,
    /// From the bot that plays the seat.
    Bot,
    /// From a command of the admin, or another program.
    Command,
    /// From an instruction its player had left, at the moment drawn for the question.
    Instruction,
}

/// What was down, so that nobody could play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outage {
    /// The server itself, or its clock was set.
    Server,
    /// The relay that takes its emails.
    Relay,
    /// A source of inbound email.
    MailSource,
}
