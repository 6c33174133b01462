//! The state of a game outside its rules: seats, clocks, votes and progress.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use super::grants::Grants;
use super::leave::Vacation;
use super::opens::Opens;
use super::pending::{Compensated, Pending, Time};
use super::proposal::{Proposal, Voice};
use super::record::Record;
use crate::act::Sitter;
use crate::act::opening::{Fork, Opening};
use crate::act::pace::Pace;
use crate::act::vote::Consent;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, Table};

/// The newest version of the conduct, which defines who may do what at a table. See
/// `docs/organise/conduct.md`.
pub const CONDUCT: u8 = 1;

/// The status of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// Returns the word by which it is stored and shown.
    pub fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Running => "running",
            Status::Over => "over",
            Status::Cancelled => "cancelled",
        }
    }

    /// Parses such a word.
    pub fn from_word(word: &str) -> Option<Status> {
        [Status::Open, Status::Running, Status::Over, Status::Cancelled]
            .into_iter()
            .find(|status| status.word() == word)
    }
}

/// A place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatSlot {
    /// What plays it, once it is taken.
    pub sitter: Option<Sitter>,
    /// The salt this seat added to the dice.
    pub salt: String,
    /// Whether its player wrote the salt. Otherwise it was drawn, or the log does not say.
    pub written: bool,
    /// Whether the person left during the game. The default player then plays at once.
    pub left: bool,
    /// The substitute bot that plays it until its player is back.
    pub stand_in: Option<StandIn>,
    /// Who may take it, if it was taken from its player.
    pub vacant: Option<Vacant>,
    /// How long its player has not answered.
    pub silence: Silence,
    /// The seat's recent questions.
    pub record: Record,
    /// The content of its bank; `None` if that is still the initial one.
    pub bank: Option<Duration>,
    /// The event since which the seat is not waited for.
    pub absent_since: Option<Seq>,
}

/// A bot that plays a seat while its player is away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandIn {
    /// Its name.
    pub bot: String,
    /// The latest time at which it stops; `None` if it plays until the player returns.
    pub until: Option<DateTime<Utc>>,
}

/// How long a seat has not answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Silence {
    /// The deadlines missed since its last answer.
    pub lapsed: Vec<DateTime<Utc>>,
    /// When the question of the last of these was asked.
    pub asked: Option<DateTime<Utc>>,
    /// When it was first nudged since then.
    pub nudged: Option<DateTime<Utc>>,
    /// When it was last nudged.
    pub nudged_last: Option<DateTime<Utc>>,
    /// When a waiting player last nudged it.
    pub nudged_by_others: Option<DateTime<Utc>>,
    /// Whether its player is unknown, because the game came from another server.
    pub unknown: bool,
}

/// Who may take a seat that was taken from its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacant {
    /// Players who are invited.
    Invited,
    /// Any player.
    Anybody,
}

/// A pause of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frozen {
    /// When it started.
    pub since: DateTime<Utc>,
    /// When the game resumes by itself.
    pub until: DateTime<Utc>,
    /// The organiser's reason.
    pub reason: String,
    /// The seat of the person who paused the game, if they play.
    pub by: Option<Seat>,
}

/// Extra time that a seat was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// The seat that was given time.
    pub to: Seat,
    /// When it was given.
    pub at: DateTime<Utc>,
    /// How much it was.
    pub span: Duration,
    /// The seat of the player who gave it or asked for it; `None` for the organiser or admin.
    pub by: Option<Seat>,
    /// When the question it was for was asked.
    pub asked: Option<DateTime<Utc>>,
}

/// An answer that its seat may take back.
#[derive(Clone, Debug)]
pub struct LastAnswer {
    /// The seat that answered.
    pub seat: Seat,
    /// The clock that it ended.
    pub wait: Pending,
    /// When it was given.
    pub given: DateTime<Utc>,
}

/// Everything about a game that its rules do not know.
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
    /// The organiser's seat, if the log names one.
    pub organiser: Option<Seat>,
    /// The status of the game.
    pub state: Status,
    /// The seats, in order.
    pub slots: Vec<SeatSlot>,
    /// The pending questions, with their clocks.
    pub waits: BTreeMap<Seat, Pending>,
    /// Each seat's place, if the table ended the game by vote.
    pub agreed: Option<Vec<u8>>,
    /// The voter who decided that alone, because no one else could be asked.
    pub alone: Option<Voice>,
    /// When the title's time limit is reached.
    pub time_limit: Option<DateTime<Utc>>,
    /// The delay between the last order sheet and the reveal; `None` if there is none.
    pub sealed_for: Option<Duration>,
    /// The longest delay of automatic answers, which are given at a drawn moment; `None` if they
    /// are given at once.
    pub moments: Option<Duration>,
    /// When sealed orders are revealed, once all are in.
    pub opens: Option<Opens>,
    /// Stopped clocks with the time at which they stopped: a turn that waits while another seat is
    /// asked in between.
    pub stopped: BTreeMap<Seat, (Pending, DateTime<Utc>)>,
    /// Whose consent is needed to go back to an earlier step.
    pub consent: Consent,
    /// The open vote. While it stops the game, no clock runs and no order is accepted.
    pub proposal: Option<Proposal>,
    /// The current pause.
    pub frozen: Option<Frozen>,
    /// The proposers whose proposals failed, and when they may propose again.
    pub failed_proposals: Vec<(Voice, DateTime<Utc>)>,
    /// The past pauses.
    pub stops: Vec<Time>,
    /// Extra time that seats were given.
    pub given: Vec<Given>,
    /// The seat whose player gave the order that is being applied. Only its effect shows whether it
    /// is an answer: an instruction for later is not one, and changes nothing that others see.
    pub spoke: Option<Seat>,
    /// The vacations of all players, including past ones.
    pub vacations: Vec<Vacation>,
    /// When a seat was last taken from its player without a vote.
    pub put_out: Option<DateTime<Utc>>,
    /// When the game was stopped, with the time already given back: votes, pauses, and what was
    /// superseded by a rewind.
    pub pauses: Vec<Time>,
    /// When votes that did not pass stopped the clocks.
    pub voted: Vec<Time>,
    /// Times during which the game was stopped, or which were superseded, because of one seat
    /// alone.
    pub own_doing: Vec<(Seat, Time)>,
    /// Extra time granted once per question.
    pub grants: Grants,
    /// The last answer, with the clock that it ended.
    pub last_answer: Option<LastAnswer>,
    /// The compensated outages.
    pub outages: Vec<Compensated>,
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
            organiser: opening.organiser,
            state: Status::Open,
            slots: vec![SeatSlot::default(); usize::from(opening.table.seats)],
            waits: BTreeMap::new(),
            agreed: None,
            alone: None,
            time_limit: None,
            sealed_for: Opens::after(opening),
            moments: opening.moments(),
            opens: None,
            stopped: BTreeMap::new(),
            consent: opening.consent,
            proposal: None,
            frozen: None,
            failed_proposals: Vec::new(),
            stops: Vec::new(),
            given: Vec::new(),
            spoke: None,
            vacations: Vec::new(),
            put_out: None,
            pauses: Vec::new(),
            voted: Vec::new(),
            own_doing: Vec::new(),
            grants: Grants::default(),
            last_answer: None,
            outages: Vec::new(),
            heard: now,
            closes: None,
            opened: now,
            changed: now,
        }
    }

    /// Returns a seat's slot; `None` if the table has no such seat.
    pub fn slot(&self, seat: Seat) -> Option<&SeatSlot> {
        self.slots.get(usize::from(seat.0).checked_sub(1)?)
    }

    /// Returns the free seats.
    pub fn free(&self) -> Vec<Seat> {
        let free = |(at, slot): (usize, &SeatSlot)| slot.sitter.is_none().then(|| Seat::at(at));
        self.slots.iter().enumerate().filter_map(free).collect()
    }

    /// Returns the seats whose players left during the game.
    pub fn deserted(&self) -> Vec<Seat> {
        let left = self.slots.iter().enumerate().filter(|(_, slot)| slot.left);
        left.map(|(at, _)| Seat::at(at)).collect()
    }

    /// Returns the bot on a seat; `None` for a person.
    pub fn bot(&self, seat: Seat) -> Option<&str> {
        match &self.slot(seat)?.sitter {
            Some(Sitter::Bot(name)) => Some(name),
            _ => None,
        }
    }

    /// Returns whether a person plays the seat or is to take it. Nothing is played for such a seat
    /// before its deadline.
    pub fn manned(&self, seat: Seat) -> bool {
        let there = |slot: &SeatSlot| !slot.left && slot.stand_in.is_none();
        let manned = |slot: &SeatSlot| slot.sitter == Some(Sitter::Person) && there(slot);
        self.slot(seat).is_some_and(manned)
    }

    /// Returns the vacant seats, with who may take them.
    pub fn vacant(&self) -> Vec<(Seat, Vacant)> {
        let vacant = |(at, slot): (usize, &SeatSlot)| Some((Seat::at(at), slot.vacant?));
        self.slots.iter().enumerate().filter_map(vacant).collect()
    }

    /// Returns whether any player may take over a seat now.
    pub fn looks_for_somebody(&self) -> bool {
        let free = self.vacant().iter().any(|(_, reserved)| *reserved == Vacant::Anybody);
        free && self.state == Status::Running && self.proposal.is_none()
    }

    /// Returns whether a person plays the seat now.
    pub fn attended(&self, seat: Seat) -> bool {
        self.manned(seat) && self.slot(seat).is_some_and(|slot| slot.vacant.is_none())
    }

    /// Returns whether a person has the seat, even if a substitute plays it now.
    pub fn held(&self, seat: Seat) -> bool {
        let held = |slot: &SeatSlot| slot.sitter == Some(Sitter::Person) && !slot.left;
        self.slot(seat).is_some_and(|slot| held(slot) && slot.vacant.is_none())
    }

    /// Returns the seats that persons have.
    pub fn held_seats(&self) -> Vec<Seat> {
        Seat::all(self.table.seats).filter(|seat| self.held(*seat)).collect()
    }

    /// Returns the bot that plays a seat now: its own, or a substitute.
    pub fn played_by(&self, seat: Seat) -> Option<&str> {
        let stand_in = self.slot(seat)?.stand_in.as_ref();
        stand_in.map(|one| one.bot.as_str()).or_else(|| self.bot(seat))
    }

    /// Returns the seats whose players play again now, because the substitute's time is over or no
    /// other person is left in the game.
    pub fn to_hand_back(&self, now: DateTime<Utc>) -> Vec<Seat> {
        let alone = self.manned_seats().is_empty();
        let over = |stand_in: &StandIn| stand_in.until.is_some_and(|until| until <= now) || alone;
        let over = |slot: &SeatSlot| slot.stand_in.as_ref().is_some_and(over);
        Seat::all(self.table.seats).filter(|seat| self.slot(*seat).is_some_and(over)).collect()
    }

    /// Returns the seats that persons play now.
    pub fn manned_seats(&self) -> Vec<Seat> {
        Seat::all(self.table.seats).filter(|seat| self.attended(*seat)).collect()
    }

    /// Ends the game. If the table decided so, all questions and votes end too.
    pub fn end(&mut self, agreed: Option<Vec<u8>>) {
        self.state = Status::Over;
        if agreed.is_some() {
            let nobody = |proposal: &&Proposal| proposal.votes.is_empty();
            self.alone = self.proposal.as_ref().filter(nobody).map(|proposal| proposal.by);
            self.waits.clear();
            self.stopped.clear();
            (self.proposal, self.frozen, self.time_limit) = (None, None, None);
            self.opens = None;
        }
        self.agreed = agreed;
    }
}
