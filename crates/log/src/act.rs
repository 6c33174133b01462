//! Acts: what each event records besides its facts. One event holds one act.
//!
//! Service acts (joining, deadlines, undo) are in the same log as orders, because clocks and seats
//! are folded from it too. An act never holds personal data: it names seats.

pub mod cause;
pub mod kinds;
pub mod limits;
pub mod opening;
pub mod originator;
pub mod pace;
pub mod read;
pub mod releases;
pub mod result;
pub mod stage;
pub mod time_reasons;
pub mod vote;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub use cause::{Absence, Renewal};
pub use opening::{Fork, Opening};
pub use originator::By;
pub use pace::Pace;
pub use stage::Stage;
pub use vote::{Consent, Motion, Rejection};

use time_reasons::Reason;

use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::Step;

/// One act, stored permanently. `docs/reference/formats.md` lists the names, which never change
/// after the first release.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, strum::EnumDiscriminants)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[strum_discriminants(
    name(ActKind),
    doc = "The kind of an act. It is stored as the act's name in kebab case.",
    derive(PartialOrd, Ord, Hash, strum::Display, strum::EnumString),
    derive(strum::IntoStaticStr, strum::VariantNames),
    strum(serialize_all = "kebab-case")
)]
pub enum Act {
    /// A table was opened, with a commitment to the secret of its dice.
    Opened(Box<Opening>),
    /// A person or a bot took a seat and added salt to the dice.
    Joined {
        /// The seat.
        seat: Seat,
        /// What plays the seat: a person or a bot.
        occupant: Sitter,
        /// The salt that the occupant added to the dice. The server draws it for bots.
        salt: String,
        /// Whether a person chose the salt. Otherwise the server did.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        custom_salt: bool,
        /// Whether the organiser took the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        organiser: bool,
    },
    /// A player left. Before the start the seat becomes free; later the default player plays it.
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
        /// The decision the seat had to make, as the title names it.
        decision: String,
        /// The order that was played.
        order: String,
        /// The deadline that passed; `None` if no clock ran for the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<DateTime<Utc>>,
        /// When the question with that deadline was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked_at: Option<DateTime<Utc>>,
        /// The reason, if no deadline had passed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Absence>,
    },
    /// A seat undid the order it gave in that step. The fold skips the step from here on, and the
    /// seat's clock counts as running since the order was given.
    Undone {
        /// The seat.
        seat: Seat,
        /// The step that is undone.
        step: Step,
        /// When that order was given.
        ordered_at: DateTime<Utc>,
    },
    /// A seat withdrew its last instruction. The event is visible only to that seat.
    InstructionWithdrawn {
        /// The seat.
        seat: Seat,
    },
    /// A deadline is later than the table's pace alone would make it. It is stored with the event
    /// that asked the question, because time zone rules change.
    DeadlineMoved {
        /// The seat.
        seat: Seat,
        /// The new deadline.
        deadline: DateTime<Utc>,
        /// The reasons why it is later, with their lengths.
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
        /// The latest time at which it ends.
        until: DateTime<Utc>,
    },
    /// A booked vacation started.
    VacationStarted {
        /// The seat.
        seat: Seat,
        /// The latest time at which it ends.
        until: DateTime<Utc>,
    },
    /// A player came back early or cancelled the vacation.
    VacationEnded {
        /// The seat.
        seat: Seat,
    },
    /// A simultaneous question was closed without waiting for these seats. They had missed too many
    /// of their recent questions, and all other seats had answered.
    Skipped {
        /// The seats that were not waited for.
        seats: Vec<Seat>,
        /// How many questions each seat has missed, at least.
        missed: u8,
        /// Out of how many recent questions.
        of: u8,
    },
    /// A seat was reminded of its deadline.
    Reminded {
        /// The seat.
        seat: Seat,
        /// How urgent the reminder was.
        stage: Stage,
    },
    /// A vote was opened. The game stops until it is decided.
    Proposed {
        /// The seat that proposes; `None` for an organiser who does not play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
        /// What the table is asked to agree to.
        motion: Motion,
        /// The proposer's reason, in one line.
        reason: String,
        /// When the vote closes. Seats that have not voted by then count as against.
        until: DateTime<Utc>,
    },
    /// The clocks resume although a vote is still open: failed votes may stop them for at most one
    /// day a week.
    ClocksResumed,
    /// A vote was cast.
    Voted {
        /// The seat that votes; `None` for an organiser who does not play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Whether the seat agrees.
        agrees: bool,
        /// How the vote arrived.
        via: Via,
    },
    /// The table went back to the state after step `to`. The fold skips everything that changed the
    /// game since then. Numbers that were still unknown at that step are drawn again.
    Rewound {
        /// The last step that counts.
        to: Step,
    },
    /// A proposal failed.
    ProposalFailed {
        /// Why it failed.
        cause: Rejection,
    },
    /// The game was paused: no order is accepted and no clock runs.
    Paused {
        /// The reason, in one line.
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
        /// Who resumed it; `None` if the pause had reached its end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// A seat was given more time.
    Extended {
        /// The seat.
        seat: Seat,
        /// The extension in seconds.
        seconds: u32,
        /// The reason, in one line, if one was given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Who did it.
        by: By,
    },
    /// A seat was nudged to move.
    Nudged {
        /// The seat.
        seat: Seat,
        /// Who did it.
        by: By,
    },
    /// A seat was taken from its player, and given to a bot or reserved for another person.
    Replaced {
        /// The seat.
        seat: Seat,
        /// The name of the bot that plays it from now on; `None` if a person is to take it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// Whether anyone may take it. Otherwise an invitation is required.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
        /// The reason, in one line.
        reason: String,
        /// Who did it.
        by: By,
    },
    /// A substitute bot starts or stops playing a seat for an absent player.
    Substituted {
        /// The seat.
        seat: Seat,
        /// The name of the bot; `None` if the player plays again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// The latest time at which the bot stops; `None` if it plays until the player returns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<DateTime<Utc>>,
        /// Who did it; `None` if the bot's time was over, or if no other person was left in the
        /// game.
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
    /// Nobody could play because of an outage. That time does not count against any clock.
    OutageCompensated {
        /// Start of the time that is compensated.
        from: DateTime<Utc>,
        /// End of the outage.
        until: DateTime<Utc>,
        /// What could not be reached.
        component: Outage,
    },
    /// The table's time limit was reached, and the title was notified.
    TimeLimitReached,
    /// The sealed orders of all seats were revealed.
    OrdersRevealed {
        /// Whether the question's deadline had passed. Otherwise the delay after the last order had
        /// passed.
        timed_out: bool,
    },
    /// A different version of the rules applies from here on.
    RulesChanged {
        /// That version.
        rules: u32,
    },
    /// The game came from another server, which did not name the players of these seats.
    Transferred {
        /// The seats whose players are unknown on this server.
        unknown: Vec<Seat>,
    },
    /// Draws depend on these bytes from here on, because earlier ones may have been used elsewhere.
    EpochStarted {
        /// Thirty-two fresh random bytes.
        epoch: Epoch,
        /// Why a new epoch was needed.
        cause: Renewal,
    },
    /// The game is over and the secret of its dice is revealed.
    Ended {
        /// The secret, in hexadecimal.
        secret: String,
        /// If the table ended the game by vote: each seat's place in seat order, or an empty list
        /// for no result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<Vec<u8>>,
    },
    /// Nobody has played for a long time. The table will be closed unless a player acts first.
    ClosureAnnounced {
        /// When it will be closed.
        closes_at: DateTime<Utc>,
    },
    /// A player or the organiser kept open a table that was about to be closed.
    KeptOpen {
        /// Who did it.
        by: By,
    },
    /// The table was closed before the game started.
    Cancelled,
}

/// The kind of player on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Sitter {
    /// A person. The log does not name them.
    Person,
    /// A bot, by name.
    Bot(String),
}

/// How an order arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Via {
    /// By a form on a page.
    Page,
    /// By a reply to an email.
    Email,
    /// From the bot that plays the seat.
    Bot,
    /// From a command of the admin.
    Command,
    /// From an instruction that the player had left, at the moment drawn for the question.
    Instruction,
    /// By a request of an app or a program with the player's access token.
    Api,
}

impl Via {
    /// Whether the player gave the order, on whatever channel.
    pub fn is_of_player(self) -> bool {
        matches!(self, Via::Page | Via::Email | Via::Api)
    }
}

/// The component that was down during an outage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outage {
    /// The server itself, including changes to its clock.
    Server,
    /// The relay that takes outgoing email.
    Relay,
    /// A source of inbound email.
    MailSource,
}
