//! A folded game: the one place where a log becomes a position, a course and a list of entries.
//!
//! A `Game` is never changed in place once others can see it: a use case works on a copy and the
//! copy is published after its events are stored.

pub(in crate::service) mod caches;
mod checkpoints;
pub mod clocks;
mod hands;
mod past;
mod position;
mod read;
mod sheets;
mod turns;
mod waits;

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};

use caches::Caches;
use chrono::{DateTime, Duration, Utc};
use past::Past;

use crate::service::error::ServiceError;
use crate::service::game::begins::ForkStart;
use crate::service::game::depth::Depth;
use crate::service::game::log::{Log, read_act};
use crate::service::game::marks::marks;
use crate::titles;
use ravenpost_log::act::Via;
use ravenpost_log::chain::{Chain, Tip};
use ravenpost_log::draws::epochs::Epochs;
use ravenpost_log::event::NOTHING;
use ravenpost_log::table::moments::Drawn;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_log::{Act, At, GameId, Hash, Head, StoredEvent};
use ravenpost_rules::dice::{Count, Luck};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Decided, Position, Seat, SeatName, Title, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::log::origins::Origin;

/// About how many bytes of a folded game are neither its log nor its position: seats, clocks, what
/// the allocator adds.
const AROUND: usize = 6 * 1024;

/// One game, folded up to its last event. Clones share the log and the position.
#[derive(Clone)]
pub struct Game {
    pub id: GameId,
    pub title: &'static dyn Title,
    pub course: GameStatus,
    pub(in crate::service) position: Arc<dyn Position>,
    pub log: Log,
    /// Where its chain of hashes stands.
    pub tip: Tip,
    /// Who holds which seat: the log does not know it.
    pub people: Vec<(Seat, PlayerId)>,
    /// Where it was played, if not here; the log does not know that either.
    pub origin: Option<Arc<Origin>>,
    /// How it will begin, if it is a fork that waits for people.
    pub begins: Option<Arc<ForkStart>>,
    /// What keeps its draws apart.
    pub epochs: Epochs,
    /// Its first event, on which its hashes hang.
    first: Arc<StoredEvent>,
    /// The step that set the game up.
    started: Option<Step>,
    secret: Option<[u8; 32]>,
    /// How it stood at the events that take-backs go back to; only while a log is folded.
    past: Vec<Past>,
    /// What the service that read it keeps of it.
    pub(in crate::service) caches: Weak<Caches>,
}

impl Game {
    /// Folds a log from its first event.
    pub fn fold(id: &GameId, log: &[Arc<StoredEvent>]) -> Result<Game, ServiceError> {
        let _depth = Depth::enter(id)?;
        let first = log.first().ok_or(ServiceError::NotFound("game"))?;
        let mut live = Game::before(id, first)?;
        let mut marks = marks(log)?;
        log.iter().try_for_each(|event| live.take_marked(event.clone(), &mut marks))?;
        live.past = Vec::new();
        Ok(live)
    }

    /// A game of which nothing has been folded yet; its log begins with that event.
    fn before(id: &GameId, first: &Arc<StoredEvent>) -> Result<Game, ServiceError> {
        let Act::Opened(opening) = read_act(first)? else {
            return Err(ServiceError::corrupt(id, "does not begin with its opening"));
        };
        let title = titles::find(&opening.title)
            .ok_or_else(|| ServiceError::ahead(id, "it is of a title this build does not have"))?;
        let course = GameStatus::open(&opening, first.at);
        let position = waiting(title.blank(), &course).into();
        Ok(Game {
            id: id.clone(),
            title,
            course,
            position,
            log: Log::default(),
            tip: before(id),
            people: Vec::new(),
            origin: None,
            begins: None,
            epochs: Epochs::default(),
            first: Arc::clone(first),
            started: None,
            secret: None,
            past: Vec::new(),
            caches: Weak::new(),
        })
    }

    /// Folds the next event in; how the game stood before it is kept where the log goes back to
    /// that, as the `marks` that are left say.
    fn take_marked(
        &mut self,
        event: Arc<StoredEvent>,
        marks: &mut BTreeSet<Seq>,
    ) -> Result<(), ServiceError> {
        while let Some(after) = marks.first().copied().filter(|mark| *mark < event.seq) {
            marks.pop_first();
            let (course, position) = (self.course.clone(), self.position.clone());
            self.past.push(Past { after, course, position });
        }
        self.take(event)
    }

    /// The number of the last event.
    pub fn last_seq(&self) -> Seq {
        self.log.glances().next_back().map_or(Seq::NONE, |one| one.seq)
    }

    /// The number of the last step: of the events that everybody may know of.
    pub fn step(&self) -> Step {
        self.tip.step
    }

    /// Its first event, as it is stored.
    pub(in crate::service) fn opening(&self) -> &StoredEvent {
        &self.first
    }

    /// What the hashes of its next event hang on.
    pub fn chain(&self) -> Result<Chain, ServiceError> {
        let chain = Chain::of(&self.id, self.first.act.as_bytes(), self.secret);
        chain.map_err(|what| ServiceError::corrupt(&self.id, what))
    }

    /// Gives the game its dice secret, so that orders can be decided.
    #[must_use]
    pub fn with_secret(mut self, secret: Option<[u8; 32]>) -> Game {
        self.secret = secret;
        self
    }

    /// When what answers by itself for a seat that is asked does so.
    pub fn moment(&self, seat: Seat) -> Option<DateTime<Utc>> {
        let (secret, game) = (self.secret.as_ref()?, self.id.as_str());
        self.course.moment(seat, Drawn { secret, game })
    }

    /// The seat a player holds.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.people.iter().find(|(_, held)| *held == player).map(|(seat, _)| *seat)
    }

    /// What the dice hang on; none when the secret was never given and is not told yet.
    pub fn luck(&self) -> Option<Luck> {
        let salts = self.course.slots.iter().map(|chair| chair.salt.clone()).collect();
        Some(Luck { secret: self.secret?, game: self.id.to_string(), salts })
    }

    /// By what the draws of the next event are told from all others.
    pub fn count(&self) -> Count {
        self.epochs.count()
    }

    /// The same, where the next event holds that act.
    pub fn count_of(&self, act: &Act) -> Count {
        self.epochs.count_of(act)
    }

    /// Whether a viewer is one of the seats of this table.
    pub fn viewer(&self, seat: Option<Seat>) -> Viewer {
        seat.filter(|seat| self.course.slot(*seat).is_some()).map_or(Viewer::Watcher, Viewer::Seat)
    }

    /// What a seat is called here, its colour and letter.
    pub fn called(&self, seat: Seat) -> SeatName {
        self.position.seat_name(seat)
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        self.log.weight() + size_of_val(&*self.position) + AROUND
    }

    /// The same beside another copy of the game that has the same old events.
    pub fn weight_alone(&self) -> usize {
        self.log.weight_at_hand() + size_of_val(&*self.position) + AROUND
    }

    /// The same game with its old events tied up.
    pub fn tied_up(&self) -> Game {
        let mut live = self.clone();
        live.log.tie_up();
        live
    }

    /// The same game with all of its events tied up.
    pub fn resting(&self) -> Game {
        let mut live = self.clone();
        live.log.rest();
        live
    }

    /// The same game with its last events at hand.
    pub fn awake(&self) -> Game {
        let mut live = self.clone();
        live.log.wake();
        live
    }

    /// The step that set the game up.
    pub fn started(&self) -> Option<Step> {
        self.started
    }

    /// When that was.
    pub fn begun_at(&self) -> Option<DateTime<Utc>> {
        let seq = self.log.step_event(self.started?)?;
        self.log.event(seq).map(|entry| entry.event.at)
    }

    /// Whether a new epoch draws anew what nobody can know: in a game that is being played.
    pub(in crate::service) fn draws_anew(&self) -> bool {
        self.has_started() && self.course.status == Status::Running
    }

    /// Whether the game has been set up.
    pub fn has_started(&self) -> bool {
        self.started.is_some()
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
    pub(in crate::service) fn take_new(
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
        self.tip = self.tip.past(&event);
        if event.is_open() {
            self.course.changed = at;
        }
        self.epochs.past(&act, &event, self.tip.step);
        self.log.push(event.clone(), act.clone(), self.tip.step);
        if let Act::Rewound { to } = act {
            return self.rewound(to, &event.facts, decided, seq, at);
        }
        if let Act::EpochStarted { .. } = act {
            self.course.take(act, self.tip.step, At { seq, time: at });
            return self.redrawn(&event.facts, decided);
        }
        // What was left answers like its player: the opening after it tells no more than that.
        let by_page = matches!(act, Act::Ordered { via: Via::Page | Via::Instruction, .. });
        let happened = |live: &mut Game, actor: Option<Seat>| {
            live.led_to(&event.facts, decided, actor, by_page, At { seq, time: at })
        };
        self.course.take(act.clone(), self.tip.step, At { seq, time: at });
        match act {
            Act::Left { .. } if event.facts != NOTHING => happened(self, None)?,
            Act::Started => {
                self.started = self.started.or(Some(self.tip.step));
                happened(self, None)?;
                let minutes = self.position.time_limit();
                self.course.bell = minutes.map(|minutes| at + Duration::minutes(minutes.into()));
            }
            Act::TimeLimitReached | Act::OrdersRevealed { .. } => happened(self, None)?,
            Act::Ordered { seat, .. } | Act::TimedOut { seat, .. } => happened(self, Some(seat))?,
            Act::Undone { seat, step, ordered_at: given } => {
                self.undone(seat, step, given, At { seq, time: at })?
            }
            Act::InstructionWithdrawn { seat } => self.withdrawn(seat, seq)?,
            Act::Ended { secret, .. } => self.secret = told(&secret).or(self.secret),
            // These change the table and not the game.
            Act::Opened(_)
            | Act::Joined { .. }
            | Act::Left { .. }
            | Act::DeadlineMoved { .. }
            | Act::GraceStarted { .. }
            | Act::BankStarted { .. }
            | Act::VacationBooked { .. }
            | Act::VacationStarted { .. }
            | Act::VacationEnded { .. }
            | Act::Skipped { .. }
            | Act::Reminded { .. }
            | Act::Proposed { .. }
            | Act::ClocksResumed
            | Act::Voted { .. }
            | Act::Rewound { .. }
            | Act::ProposalFailed { .. }
            | Act::Paused { .. }
            | Act::Resumed { .. }
            | Act::Extended { .. }
            | Act::Nudged { .. }
            | Act::Replaced { .. }
            | Act::Substituted { .. }
            | Act::TakenOver { .. }
            | Act::OutageCompensated { .. }
            | Act::RulesChanged { .. }
            | Act::Transferred { .. }
            | Act::EpochStarted { .. }
            | Act::ClosureAnnounced { .. }
            | Act::KeptOpen { .. }
            | Act::Cancelled => {}
        }
        Ok(())
    }

    fn happened(
        &mut self,
        facts: &str,
        decided: Option<Decided>,
        actor: Option<Seat>,
        at: At,
    ) -> Result<(), ServiceError> {
        let happened = match decided {
            Some(decided) => {
                self.position = waiting(decided.next, &self.course).into();
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
        let ahead = |game: &Game, error| match game.ahead() {
            // A newer title has facts of its own.
            Some(what) => ServiceError::ahead(&game.id, what),
            None => ServiceError::from(error),
        };
        if let Some(own) = Arc::get_mut(&mut self.position) {
            return own.fold(facts).map_err(|error| ahead(self, error));
        }
        let mut own = self.position.copy();
        let happened = own.fold(facts).map_err(|error| ahead(self, error))?;
        self.position = own.into();
        Ok(happened)
    }
}

/// The position, on which waits what the table has agreed on.
fn waiting(position: Box<dyn Position>, course: &GameStatus) -> Box<dyn Position> {
    position.holding(course.sealed_for.is_some()).patient(course.moments.is_some())
}

/// The secret of the dice, as it is told at the end.
fn told(secret: &str) -> Option<[u8; 32]> {
    data_encoding::HEXLOWER.decode(secret.as_bytes()).ok()?.try_into().ok()
}

/// Before the first event, which says what the true one is.
fn before(id: &GameId) -> Tip {
    let head = Head::genesis(id);
    Tip { head, step: Step::NONE, shown: Hash([0; 32]), at: i64::MIN }
}
