//! The state of a game outside its rules: seats, clocks, votes and progress.

use chrono::{DateTime, Duration, Utc};

use super::clock_state::Clocks;
use super::leave::Vacations;
use super::proposal::{Proposal, Voice};
use super::seats::{Seats, Vacant};
use super::stops::Stops;
use crate::act::opening::{Fork, Opening};
use crate::act::pace::Pace;
use crate::act::vote::Consent;
use ravenpost_rules::{Seat, Table};

/// The newest version of the conduct, which defines who may do what at a table. See
/// `docs/organise/conduct.md`.
pub const CONDUCT: u8 = 1;

/// The status of a game.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// Seats are being taken.
    Open,
    /// The game has started and is not over.
    Running,
    /// The game has ended, by its rules or by a decision of the table.
    Over,
    /// The table was closed before the start.
    Cancelled,
}

impl Status {
    /// The words of all statuses.
    pub const WORDS: &[&str] = <Status as strum::VariantNames>::VARIANTS;

    /// Returns the word that represents it in the database and on pages.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Extra time that a seat was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// The seat that was given time.
    pub to: Seat,
    /// When it was given.
    pub at: DateTime<Utc>,
    /// How much time it was.
    pub span: Duration,
    /// The seat of the player who gave it or asked for it; `None` for the organiser or admin.
    pub by: Option<Seat>,
    /// When the question was asked that the time was given for.
    pub asked: Option<DateTime<Utc>>,
}

/// The state of a game that is outside its rules.
#[derive(Clone, Debug)]
pub struct GameStatus {
    /// The table's name, chosen by its opener.
    pub name: String,
    /// The number of seats and the chosen options.
    pub table: Table,
    /// The clock contract.
    pub pace: Pace,
    /// Whether anyone may find and join it.
    pub public: bool,
    /// The hash of the dice's secret.
    pub commitment: String,
    /// The version of the hash chain.
    pub chain: u8,
    /// The game and step it was forked from, if any.
    pub fork: Option<Fork>,
    /// The current version of the title's rules.
    pub rules: u32,
    /// The version of the conduct.
    pub conduct: u8,
    /// The status of the game.
    pub state: Status,
    /// The seats and their players.
    pub seats: Seats,
    /// The clocks, with the pending questions.
    pub clocks: Clocks,
    /// The open vote and the pauses.
    pub stops: Stops,
    /// Each seat's place, if the table ended the game by vote.
    pub agreed: Option<Vec<u8>>,
    /// The voter who decided that alone, because no one else could be asked.
    pub alone: Option<Voice>,
    /// Whose consent is needed to go back to an earlier step.
    pub consent: Consent,
    /// Extra time that seats were given.
    pub given: Vec<Given>,
    /// The seat whose player gave the order that is being applied. Only its effect shows whether it
    /// is an answer: an instruction for later is not one, and changes nothing that others see.
    pub spoke: Option<Seat>,
    /// The vacations of all players, including past ones.
    pub vacations: Vacations,
    /// When a person last acted.
    pub heard: DateTime<Utc>,
    /// When the table closes because it is idle, if its players were warned.
    pub closes: Option<DateTime<Utc>>,
    /// When it was opened.
    pub opened: DateTime<Utc>,
    /// When the last public event happened.
    pub changed: DateTime<Utc>,
}

impl GameStatus {
    /// Returns the state of a table that was just opened.
    pub fn open(opening: &Opening, now: DateTime<Utc>) -> GameStatus {
        GameStatus {
            name: opening.name.clone(),
            table: opening.table.clone(),
            pace: opening.pace.clone(),
            public: opening.public,
            commitment: opening.commitment.clone(),
            chain: opening.chain,
            fork: opening.fork.clone(),
            rules: opening.rules,
            conduct: opening.conduct,
            state: Status::Open,
            seats: Seats::open(opening),
            clocks: Clocks::open(opening),
            stops: Stops::default(),
            agreed: None,
            alone: None,
            consent: opening.consent,
            given: Vec::new(),
            spoke: None,
            vacations: Vacations::default(),
            heard: now,
            closes: None,
            opened: now,
            changed: now,
        }
    }

    /// Returns whether any player may take over a seat now.
    pub fn has_seat_to_take_over(&self) -> bool {
        let free = self.seats.vacant().iter().any(|(_, reserved)| *reserved == Vacant::Anybody);
        free && self.state == Status::Running && self.stops.proposal.is_none()
    }

    /// Ends the game. If the table agreed to end it, all questions and votes end too.
    pub fn end(&mut self, agreed: Option<Vec<u8>>) {
        self.state = Status::Over;
        if agreed.is_some() {
            let nobody = |proposal: &&Proposal| proposal.votes.is_empty();
            let proposal = self.stops.proposal.as_ref().filter(nobody);
            self.alone = proposal.map(|proposal| proposal.by);
            self.clocks.waits.clear();
            self.clocks.stopped.clear();
            (self.stops.proposal, self.stops.frozen) = (None, None);
            (self.clocks.time_limit, self.clocks.opens) = (None, None);
        }
        self.agreed = agreed;
    }
}
