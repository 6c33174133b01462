//! A folded game: the one place where a log becomes a position, a course and a list of entries.
//!
//! A `Live` is never changed in place once others can see it: a use case works on a copy and the
//! copy is published after its events are stored.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use super::course::{Course, Status};
use super::error::ServiceError;
use crate::rules::act::Sitter;
use crate::rules::dice::Luck;
use crate::rules::{Act, Called, Decided, Position, Seat, Title, Viewer};
use crate::store::{GameId, Head, PlayerId, StoredEvent};
use crate::titles;

/// The facts of an event that changed nothing in the game.
const NOTHING: &str = "[]";

/// One event of the log, with its act read.
#[derive(Clone, Debug)]
pub struct Entry {
    pub event: Arc<StoredEvent>,
    pub act: Act,
    /// The take-back that set this event aside, if one did.
    pub aside: Option<u64>,
}

impl Entry {
    /// Whether the event changed the game itself.
    pub fn has_facts(&self) -> bool {
        match self.act {
            Act::Started | Act::Ordered { .. } | Act::Lapsed { .. } | Act::Rang => true,
            // Only in titles that end when one seat alone is left.
            Act::Left { .. } => self.event.facts != NOTHING,
            _ => false,
        }
    }
}

/// One game, folded up to its last event.
pub struct Live {
    pub id: GameId,
    pub title: &'static dyn Title,
    pub course: Course,
    pub position: Box<dyn Position>,
    pub log: Vec<Entry>,
    pub head: Head,
    /// Who holds which seat: the one thing here that the log does not know.
    pub people: Vec<(Seat, PlayerId)>,
    secret: Option<[u8; 32]>,
}

impl Clone for Live {
    fn clone(&self) -> Live {
        Live {
            id: self.id.clone(),
            title: self.title,
            course: self.course.clone(),
            position: self.position.copy(),
            log: self.log.clone(),
            head: self.head,
            people: self.people.clone(),
            secret: self.secret,
        }
    }
}

impl Live {
    /// Folds a log from its first event.
    pub fn fold(id: &GameId, log: &[Arc<StoredEvent>]) -> Result<Live, ServiceError> {
        let first = log.first().ok_or(ServiceError::NotFound("game"))?;
        let Act::Opened(opening) = read_act(first)? else {
            return Err(ServiceError::corrupt(id, "does not begin with its opening"));
        };
        let title = titles::find(&opening.title)
            .ok_or_else(|| ServiceError::corrupt(id, "is of a title this build does not have"))?;
        let mut live = Live {
            id: id.clone(),
            title,
            course: Course::open(&opening, first.at),
            position: title.blank(),
            log: Vec::with_capacity(log.len()),
            head: Head::genesis(id),
            people: Vec::new(),
            secret: None,
        };
        for event in log {
            live.take(event.clone())?;
        }
        Ok(live)
    }

    /// The number of the last event.
    pub fn version(&self) -> u64 {
        self.log.last().map_or(0, |entry| entry.event.seq)
    }

    /// Gives the game its dice secret, so that orders can be decided.
    #[must_use]
    pub fn with_secret(mut self, secret: Option<[u8; 32]>) -> Live {
        self.secret = secret;
        self
    }

    /// Tells the game who holds its seats.
    #[must_use]
    pub fn with_people(mut self, people: Vec<(Seat, PlayerId)>) -> Live {
        self.people = people;
        self
    }

    /// The seat a player holds.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.people.iter().find(|(_, held)| *held == player).map(|(seat, _)| *seat)
    }

    /// What the dice hang on; none when the secret was never given and is not told yet.
    pub fn luck(&self) -> Option<Luck> {
        let salts = self.course.chairs.iter().map(|chair| chair.salt.clone()).collect();
        Some(Luck { secret: self.secret?, game: self.id.to_string(), salts })
    }

    /// The game as it stood after event `seq`, as it was known then.
    pub fn at(&self, seq: u64) -> Result<Live, ServiceError> {
        let log: Vec<_> = self.events().filter(|event| event.seq <= seq).cloned().collect();
        Live::fold(&self.id, &log)
    }

    /// Whether a viewer is one of the seats of this table.
    pub fn viewer(&self, seat: Option<Seat>) -> Viewer {
        seat.filter(|seat| self.course.chair(*seat).is_some()).map_or(Viewer::Watcher, Viewer::Seat)
    }

    /// What a seat is called here, its colour and letter.
    pub fn called(&self, seat: Seat) -> Called {
        self.position.called(seat)
    }

    /// All events, in order.
    pub fn events(&self) -> impl Iterator<Item = &Arc<StoredEvent>> {
        self.log.iter().map(|entry| &entry.event)
    }

    /// Folds one more event in.
    pub fn take(&mut self, event: Arc<StoredEvent>) -> Result<(), ServiceError> {
        let act = read_act(&event)?;
        let (seq, at) = (event.seq, event.at);
        self.head = Head { seq, hash: event.hash };
        self.course.changed = at;
        let facts = event.facts.clone();
        self.log.push(Entry { event, act: act.clone(), aside: None });
        match act {
            Act::Opened(_) => {}
            Act::Joined { seat, sitter, salt } => self.seat_taken(seat, sitter, salt),
            Act::Left { seat } => {
                self.seat_left(seat);
                if facts != NOTHING {
                    self.happened(&facts, None, (seq, at))?;
                }
            }
            Act::Started => {
                self.course.status = Status::Running;
                self.happened(&facts, None, (seq, at))?;
                let minutes = self.position.bell();
                self.course.bell = minutes.map(|minutes| at + Duration::minutes(minutes.into()));
            }
            Act::Rang => {
                self.happened(&facts, None, (seq, at))?;
                self.course.bell = None;
            }
            Act::Ordered { seat, .. } | Act::Lapsed { seat, .. } => {
                self.happened(&facts, Some(seat), (seq, at))?;
            }
            Act::TakenBack { seat, to, given } => self.taken_back((seat, to), given, (seq, at))?,
            Act::Reminded { seat, stage } => {
                if let Some(wait) = self.course.waits.get_mut(&seat) {
                    wait.reminded = Some(stage);
                }
            }
            Act::Outage { from, to, .. } => self.course.make_good(from, to),
            Act::Ended { secret } => {
                self.course.status = Status::Over;
                self.secret = data_encoding::HEXLOWER
                    .decode(secret.as_bytes())
                    .ok()
                    .and_then(|bytes| bytes.try_into().ok())
                    .or(self.secret);
            }
            Act::Cancelled => self.course.status = Status::Cancelled,
        }
        Ok(())
    }

    fn seat_taken(&mut self, seat: Seat, sitter: Sitter, salt: String) {
        if let Some(chair) = self.course.chairs.get_mut(seat.index()) {
            chair.sitter = Some(sitter);
            chair.salt = salt;
            chair.left = false;
        }
    }

    /// What comes of it that a seat is given up now, with those that were given up before. Before
    /// the start it is only free again.
    pub fn deserted(&self, seat: Seat) -> Decided {
        let running = self.course.status == Status::Running;
        let mut gone = if running { self.course.deserted() } else { Vec::new() };
        gone.extend(running.then_some(seat));
        self.position.deserted(&gone)
    }

    fn seat_left(&mut self, seat: Seat) {
        let running = self.course.status == Status::Running;
        if let Some(chair) = self.course.chairs.get_mut(seat.index()) {
            if running {
                chair.left = true;
            } else {
                chair.sitter = None;
                chair.salt.clear();
            }
        }
    }

    fn happened(
        &mut self,
        facts: &str,
        actor: Option<Seat>,
        at: (u64, DateTime<Utc>),
    ) -> Result<(), ServiceError> {
        // What a seat leaves for later puts no question: every clock goes on as it went.
        if self.position.fold(facts)? {
            self.course.await_orders(&self.position.awaited(), actor, at);
        }
        Ok(())
    }

    /// Sets aside everything after `to` that changed the game, and goes back to how it stood.
    fn taken_back(
        &mut self,
        (seat, to): (Seat, u64),
        given: Option<DateTime<Utc>>,
        (by, at): (u64, DateTime<Utc>),
    ) -> Result<(), ServiceError> {
        for entry in &mut self.log {
            if entry.event.seq > to && entry.has_facts() && entry.aside.is_none() {
                entry.aside = Some(by);
            }
        }
        let kept: Vec<_> = self
            .log
            .iter()
            .filter(|entry| entry.event.seq <= to && entry.aside.is_none())
            .map(|entry| entry.event.clone())
            .collect();
        let past = Live::fold(&self.id, &kept)?;
        self.position = past.position;
        self.course.go_back(&past.course, (seat, given.unwrap_or(at)), (by, at));
        Ok(())
    }
}

fn read_act(event: &StoredEvent) -> Result<Act, ServiceError> {
    serde_json::from_str(&event.act).map_err(|error| {
        ServiceError::Broken(anyhow::anyhow!(
            "the act of event {} cannot be read: {error}",
            event.seq
        ))
    })
}
