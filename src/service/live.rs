//! A folded game: the one place where a log becomes a position, a course and a list of entries.
//!
//! A `Live` is never changed in place once others can see it: a use case works on a copy and the
//! copy is published after its events are stored.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use super::course::{Course, Status};
use super::error::ServiceError;
use super::log::{Log, NOTHING};
use crate::rules::act::Sitter;
use crate::rules::dice::Luck;
use crate::rules::{Act, Called, Decided, Position, Seat, Title, Viewer};
use crate::store::{GameId, Head, PlayerId, StoredEvent};
use crate::titles;

/// One game, folded up to its last event. Clones share the log and the position.
#[derive(Clone)]
pub struct Live {
    pub id: GameId,
    pub title: &'static dyn Title,
    pub course: Course,
    pub position: Arc<dyn Position>,
    pub log: Log,
    pub head: Head,
    /// Who holds which seat: the one thing here that the log does not know.
    pub people: Vec<(Seat, PlayerId)>,
    secret: Option<[u8; 32]>,
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
            position: title.blank().into(),
            log: Log::default(),
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
        self.log.iter().map(|entry| entry.event)
    }

    /// Folds one more event in, as it was stored.
    pub fn take(&mut self, event: Arc<StoredEvent>) -> Result<(), ServiceError> {
        let act = read_act(&event)?;
        self.enter(event, act, None)
    }

    /// Folds in what was decided just now: where the title has said how the game stands after it,
    /// its facts are not read back. That this is what folding them gives is for the tests to say.
    pub(super) fn take_new(
        &mut self,
        event: Arc<StoredEvent>,
        act: Act,
        decided: Option<Decided>,
    ) -> Result<(), ServiceError> {
        self.enter(event, act, decided)
    }

    fn enter(
        &mut self,
        event: Arc<StoredEvent>,
        act: Act,
        decided: Option<Decided>,
    ) -> Result<(), ServiceError> {
        let (seq, at) = (event.seq, event.at);
        self.head = Head { seq, hash: event.hash };
        self.course.changed = at;
        self.log.push(event.clone(), act.clone());
        let happened =
            |live: &mut Live, actor| live.happened((&event.facts, decided), actor, (seq, at));
        match act {
            Act::Opened(_) => {}
            Act::Joined { seat, sitter, salt } => self.seat_taken(seat, sitter, salt),
            Act::Left { seat } => {
                self.seat_left(seat);
                if event.facts != NOTHING {
                    happened(self, None)?;
                }
            }
            Act::Started => {
                self.course.status = Status::Running;
                happened(self, None)?;
                let minutes = self.position.bell();
                self.course.bell = minutes.map(|minutes| at + Duration::minutes(minutes.into()));
            }
            Act::Rang => {
                happened(self, None)?;
                self.course.bell = None;
            }
            Act::Ordered { seat, .. } | Act::Lapsed { seat, .. } => happened(self, Some(seat))?,
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
        (facts, decided): (&str, Option<Decided>),
        actor: Option<Seat>,
        at: (u64, DateTime<Utc>),
    ) -> Result<(), ServiceError> {
        let happened = match decided {
            Some(decided) => {
                self.position = decided.next.into();
                decided.happened
            }
            None => self.fold_facts(facts)?,
        };
        // What a seat leaves for later puts no question: every clock goes on as it went.
        if happened {
            self.course.await_orders(&self.position.awaited(), actor, at);
        }
        Ok(())
    }

    fn fold_facts(&mut self, facts: &str) -> Result<bool, ServiceError> {
        if let Some(own) = Arc::get_mut(&mut self.position) {
            return Ok(own.fold(facts)?);
        }
        let mut own = self.position.copy();
        let happened = own.fold(facts)?;
        self.position = own.into();
        Ok(happened)
    }

    /// Sets aside everything after `to` that changed the game, and goes back to how it stood.
    fn taken_back(
        &mut self,
        (seat, to): (Seat, u64),
        given: Option<DateTime<Utc>>,
        (by, at): (u64, DateTime<Utc>),
    ) -> Result<(), ServiceError> {
        self.log.set_aside(to, by);
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
