//! A game outside its rules: who sits where, whose clock runs since when, and how far it has come.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use super::grants::Grants;
use super::leave::Vacation;
use super::opens::Opens;
use super::pending::{MadeGood, Pending, Time};
use super::proposal::{Proposal, Voice};
use super::record::Record;
use crate::act::Sitter;
use crate::act::opening::{Fork, Opening};
use crate::act::pace::Pace;
use crate::act::vote::Consent;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, Table};

/// The newest version of the conduct: who may do what at a table. See `docs/conduct.md`.
pub const CONDUCT: u8 = 1;

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Seats are being taken.
    Open,
    /// The game has started and goes on.
    Running,
    /// The game has ended, by its rules or by the table.
    Over,
    /// It was closed before it started.
    Cancelled,
}

impl Status {
    /// The word by which it is stored and shown.
    pub fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Running => "running",
            Status::Over => "over",
            Status::Cancelled => "cancelled",
        }
    }

    /// Reads such a word.
    pub fn from_word(word: &str) -> Option<Status> {
        [Status::Open, Status::Running, Status::Over, Status::Cancelled]
            .into_iter()
            .find(|status| status.word() == word)
    }
}

/// One place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatSlot {
    /// Who plays it, once somebody does.
    pub sitter: Option<Sitter>,
    /// What this seat added to the dice.
    pub salt: String,
    /// Whether its player wrote that; else it was drawn, or the log does not say.
    pub written: bool,
    /// The person left during the game; the fallback plays on without waiting.
    pub left: bool,
    /// The bot that plays it until its player is back.
    pub stand_in: Option<StandIn>,
    /// It was taken from its player, and waits for another.
    pub vacant: Option<Vacant>,
    /// How long its player has not answered.
    pub silence: Silence,
    /// What was made of the last questions.
    pub record: Record,
    /// What is in its bank; as much as at the beginning where it does not say.
    pub bank: Option<Duration>,
    /// The event with which it had missed so many of them that nobody waits for it since.
    pub absent_since: Option<Seq>,
}

/// A bot that plays a seat while its player is away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandIn {
    /// Its name.
    pub bot: String,
    /// Until when at most; none: until the player is back.
    pub until: Option<DateTime<Utc>>,
}

/// How long a seat has not answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Silence {
    /// The deadlines that passed since its last answer.
    pub lapsed: Vec<DateTime<Utc>>,
    /// When the question was asked of which the last of these was.
    pub asked: Option<DateTime<Utc>>,
    /// When it was asked to go on since then, for the first time.
    pub nudged: Option<DateTime<Utc>>,
    /// The same for the last time.
    pub nudged_last: Option<DateTime<Utc>>,
    /// When somebody who waits for it last asked it to go on.
    pub nudged_by_others: Option<DateTime<Utc>>,
    /// The game came from another server, and nobody here knows whose seat it is.
    pub unknown: bool,
}

/// For whom a seat is kept that the organiser took from its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacant {
    /// For those who are invited.
    Invited,
    /// For whoever comes first.
    Anybody,
}

/// A game that the organiser has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frozen {
    /// When it was stopped.
    pub since: DateTime<Utc>,
    /// When it goes on by itself.
    pub until: DateTime<Utc>,
    /// Why, in their words.
    pub reason: String,
    /// The seat of whoever stopped it, where that is one who plays.
    pub by: Option<Seat>,
}

/// Time that a seat was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// The seat that was given time.
    pub to: Seat,
    /// When it was given.
    pub at: DateTime<Utc>,
    /// How much time it was.
    pub span: Duration,
    /// The seat of the player who gave it or asked for it; none for who looks after the table.
    pub by: Option<Seat>,
    /// When the question was put that it was for.
    pub asked: Option<DateTime<Utc>>,
}

/// An answer that its seat may take back.
#[derive(Clone, Debug)]
pub struct LastAnswer {
    /// Whose it was.
    pub seat: Seat,
    /// The clock that it ended.
    pub wait: Pending,
    /// When it was given.
    pub given: DateTime<Utc>,
}

/// Everything about a game that its rules do not know.
#[derive(Clone, Debug)]
pub struct GameStatus {
    /// What the table was called by whoever opened it.
    pub name: String,
    /// How many seats there are, and the options that were chosen.
    pub table: Table,
    /// What is agreed on clocks.
    pub pace: Pace,
    /// Whether anybody may find and join it.
    pub public: bool,
    /// The hash of the dice's secret.
    pub commitment: String,
    /// The version of the chain of hashes.
    pub chain: u8,
    /// Where it was forked from, if it was.
    pub fork: Option<Fork>,
    /// The version of the title's rules that decides.
    pub rules: u32,
    /// The version of the conduct that says who may do what.
    pub conduct: u8,
    /// The seat of whoever looks after the table, where the log tells of one.
    pub organiser: Option<Seat>,
    /// How far it has come.
    pub status: Status,
    /// The seats, in order.
    pub slots: Vec<SeatSlot>,
    /// Who is asked what, and by which clock.
    pub waits: BTreeMap<Seat, Pending>,
    /// The result by which the table ended the game before its rules did: each seat's place.
    pub agreed: Option<Vec<u8>>,
    /// Who decided that alone, because nobody else was left who could be asked.
    pub alone: Option<Voice>,
    /// When the game is to be told that time is up.
    pub bell: Option<DateTime<Utc>>,
    /// How long sheets stay sealed after the last; nothing where the last opens all.
    pub sealed_for: Option<Duration>,
    /// Within what time what answers by itself does so, at a moment that is drawn; nothing where it
    /// does at once.
    pub moments: Option<Duration>,
    /// When what all have sealed is opened, if all have.
    pub opens: Option<Opens>,
    /// Clocks that stand still, with the moment at which they stopped: a turn that waits for what
    /// another seat is asked in the midst of it.
    pub stopped: BTreeMap<Seat, (Pending, DateTime<Utc>)>,
    /// Whose consent it takes to go back to an earlier step.
    pub consent: Consent,
    /// What is put to the vote: until it is decided, no clock runs and no order is taken.
    pub proposal: Option<Proposal>,
    /// Since when the organiser has stopped the game, until when at most, and why.
    pub frozen: Option<Frozen>,
    /// Whose proposals failed, and until when they may not propose again.
    pub failed_proposals: Vec<(Voice, DateTime<Utc>)>,
    /// The stops that are over.
    pub stops: Vec<Time>,
    /// What seats were given, and when.
    pub given: Vec<Given>,
    /// Whose player said something with the act that is being taken in. Whether that was an answer
    /// is known when it has led to something: what is left for later is none, and changes nothing
    /// that others see.
    pub spoke: Option<Seat>,
    /// The vacations of all players, those that are over as well.
    pub vacations: Vec<Vacation>,
    /// When a seat was last taken from its player without a vote.
    pub put_out: Option<DateTime<Utc>>,
    /// When the game stood still, and was given back that time already: votes, stops, and what
    /// the table set aside when it went back.
    pub pauses: Vec<Time>,
    /// When votes that did not pass stopped the clocks.
    pub voted: Vec<Time>,
    /// When the game stood still, or was set aside, by one seat's doing alone.
    pub own_doing: Vec<(Seat, Time)>,
    /// What seats were given once for a question.
    pub grants: Grants,
    /// The last answer, with the clock that it ended.
    pub last_answer: Option<LastAnswer>,
    /// The outages that have been made good.
    pub outages: Vec<MadeGood>,
    /// When a person last did something there.
    pub heard: DateTime<Utc>,
    /// When it is closed because nobody does, where all were warned of that.
    pub closes: Option<DateTime<Utc>>,
    /// When it was opened.
    pub opened: DateTime<Utc>,
    /// When something happened that everybody may know of.
    pub changed: DateTime<Utc>,
}

impl GameStatus {
    /// The course of a table just opened.
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
            status: Status::Open,
            slots: vec![SeatSlot::default(); usize::from(opening.table.seats)],
            waits: BTreeMap::new(),
            agreed: None,
            alone: None,
            bell: None,
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

    /// A seat of the table; nothing where it has none such.
    pub fn slot(&self, seat: Seat) -> Option<&SeatSlot> {
        self.slots.get(usize::from(seat.0).checked_sub(1)?)
    }

    /// The seats nobody has taken.
    pub fn free(&self) -> Vec<Seat> {
        let free = |(at, chair): (usize, &SeatSlot)| chair.sitter.is_none().then(|| Seat::at(at));
        self.slots.iter().enumerate().filter_map(free).collect()
    }

    /// The seats whose holders left during the game.
    pub fn deserted(&self) -> Vec<Seat> {
        let left = self.slots.iter().enumerate().filter(|(_, chair)| chair.left);
        left.map(|(at, _)| Seat::at(at)).collect()
    }

    /// The bot on a seat, or nothing for a person.
    pub fn bot(&self, seat: Seat) -> Option<&str> {
        match &self.slot(seat)?.sitter {
            Some(Sitter::Bot(name)) => Some(name),
            _ => None,
        }
    }

    /// Whether a person sits there and has not left, or is to sit there: nothing is played for the
    /// seat before its time is over.
    pub fn manned(&self, seat: Seat) -> bool {
        let there = |chair: &SeatSlot| !chair.left && chair.stand_in.is_none();
        let manned = |chair: &SeatSlot| chair.sitter == Some(Sitter::Person) && there(chair);
        self.slot(seat).is_some_and(manned)
    }

    /// The seats that wait for another person.
    pub fn vacant(&self) -> Vec<(Seat, Vacant)> {
        let vacant = |(at, chair): (usize, &SeatSlot)| Some((Seat::at(at), chair.vacant?));
        self.slots.iter().enumerate().filter_map(vacant).collect()
    }

    /// Whether whoever comes first may take a seat over, now.
    pub fn looks_for_somebody(&self) -> bool {
        let free = self.vacant().iter().any(|(_, kept)| *kept == Vacant::Anybody);
        free && self.status == Status::Running && self.proposal.is_none()
    }

    /// Whether a person sits there now.
    pub fn attended(&self, seat: Seat) -> bool {
        self.manned(seat) && self.slot(seat).is_some_and(|chair| chair.vacant.is_none())
    }

    /// Whether a person has that seat, though a bot may stand in just now.
    pub fn held(&self, seat: Seat) -> bool {
        let held = |chair: &SeatSlot| chair.sitter == Some(Sitter::Person) && !chair.left;
        self.slot(seat).is_some_and(|chair| held(chair) && chair.vacant.is_none())
    }

    /// The seats that persons have.
    pub fn held_seats(&self) -> Vec<Seat> {
        Seat::all(self.table.seats).filter(|seat| self.held(*seat)).collect()
    }

    /// The bot that plays a seat now: its own, or one that stands in.
    pub fn played_by(&self, seat: Seat) -> Option<&str> {
        let stand_in = self.slot(seat)?.stand_in.as_ref();
        stand_in.map(|one| one.bot.as_str()).or_else(|| self.bot(seat))
    }

    /// Seats whose player plays again now: the time of the stand-in is over, or nobody else is left
    /// who plays.
    pub fn to_hand_back(&self, now: DateTime<Utc>) -> Vec<Seat> {
        let alone = self.manned_seats().is_empty();
        let over = |stand_in: &StandIn| stand_in.until.is_some_and(|until| until <= now) || alone;
        let over = |chair: &SeatSlot| chair.stand_in.as_ref().is_some_and(over);
        Seat::all(self.table.seats).filter(|seat| self.slot(*seat).is_some_and(over)).collect()
    }

    /// The seats that persons play.
    pub fn manned_seats(&self) -> Vec<Seat> {
        Seat::all(self.table.seats).filter(|seat| self.attended(*seat)).collect()
    }

    /// The game is over. Where the table ended it, nobody is asked any more.
    pub fn end(&mut self, agreed: Option<Vec<u8>>) {
        self.status = Status::Over;
        if agreed.is_some() {
            let nobody = |proposal: &&Proposal| proposal.votes.is_empty();
            self.alone = self.proposal.as_ref().filter(nobody).map(|proposal| proposal.by);
            self.waits.clear();
            self.stopped.clear();
            (self.proposal, self.frozen, self.bell) = (None, None, None);
            self.opens = None;
        }
        self.agreed = agreed;
    }
}
