//! A folded game: the only place where a log becomes a position, a status and a list of entries.
//!
//! A published `Game` is never changed in place. Use cases work on a copy, which is published after
//! its events are stored.

mod awaited;
pub(crate) mod caches;
mod checkpoints;
pub mod clocks;
mod given_up_seats;
pub mod handles;
mod memory;
mod past;
mod position;
mod read;
mod sheets;
mod turns;

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};

use caches::Caches;
use chrono::{DateTime, Duration, Utc};
use handles::{GameClocks, GameFairness};
use past::{Past, redrawn, rewound, withdrawn};
use sheets::{led_to, undone};

use crate::error::ServiceError;
use crate::game::core::fold_depth::Depth;
use crate::game::core::fork_start::ForkStart;
use crate::game::core::log::{Log, read_act};
use crate::game::core::return_points::marks;
use crate::titles;
use ravenpost_log::act::Via;
use ravenpost_log::chain::{Chain, Tip};
use ravenpost_log::draws::epochs::Epochs;
use ravenpost_log::event::NOTHING;
use ravenpost_log::table::moments::Drawn;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_log::{Act, At, GameId, Hash, Head, StoredEvent};
use ravenpost_rules::dice::{Count, DrawInputs};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Decided, Position, Seat, SeatName, Title, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::log::origins::Origin;

/// One game, folded up to its last event. Clones share the log and the position.
#[derive(Clone)]
pub struct Game {
    pub id: GameId,
    pub title: &'static dyn Title,
    pub status: GameStatus,
    pub(crate) position: Arc<dyn Position>,
    pub log: Log,
    /// The current end of its hash chain.
    pub tip: Tip,
    /// Which player holds which seat; the log does not contain this.
    pub people: Vec<(Seat, PlayerId)>,
    /// The server on which it was played, if not this one; the log does not contain this either.
    pub origin: Option<Arc<Origin>>,
    /// How it will begin, if it is a fork waiting for players.
    pub begins: Option<Arc<ForkStart>>,
    /// Makes the draws of each event distinct.
    pub epochs: Epochs,
    /// Its first event, from which its hashes are derived.
    first: Arc<StoredEvent>,
    /// The step that set the game up.
    started: Option<Step>,
    secret: Option<[u8; 32]>,
    /// Earlier states to which rewinds return; used only while a log is folded.
    past: Vec<Past>,
    /// The caches of the service that read it.
    pub(crate) caches: Weak<Caches>,
}

impl Game {
    /// Folds a log from its first event.
    pub fn fold(id: &GameId, log: &[Arc<StoredEvent>]) -> Result<Game, ServiceError> {
        let _depth = Depth::enter(id)?;
        let first = log.first().ok_or(ServiceError::NotFound("game"))?;
        let mut game = Game::before(id, first)?;
        let mut marks = marks(log)?;
        log.iter().try_for_each(|event| game.take_marked(event.clone(), &mut marks))?;
        game.past = Vec::new();
        Ok(game)
    }

    /// A game with no events folded yet, whose log begins with that event.
    fn before(id: &GameId, first: &Arc<StoredEvent>) -> Result<Game, ServiceError> {
        let Act::Opened(opening) = read_act(first)? else {
            return Err(ServiceError::corrupt(id, "does not start with its opening"));
        };
        let title = titles::find(&opening.title)
            .ok_or_else(|| ServiceError::ahead(id, "this build does not have its title"))?;
        let status = GameStatus::open(&opening, first.at);
        let position = waiting(title.blank(), &status).into();
        Ok(Game {
            id: id.clone(),
            title,
            status,
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

    /// Folds in the next event. If a later event returns to the state before it, as listed in
    /// `marks`, that state is kept.
    fn take_marked(
        &mut self,
        event: Arc<StoredEvent>,
        marks: &mut BTreeSet<Seq>,
    ) -> Result<(), ServiceError> {
        while let Some(after) = marks.first().copied().filter(|mark| *mark < event.seq) {
            marks.pop_first();
            let (status, position) = (self.status.clone(), self.position.clone());
            self.past.push(Past { after, status, position });
        }
        self.take(event)
    }

    /// The number of the last event.
    pub fn last_seq(&self) -> Seq {
        self.log.metadata().next_back().map_or(Seq::NONE, |one| one.seq)
    }

    /// The number of the last step, that is, of the last public event.
    pub fn step(&self) -> Step {
        self.tip.step
    }

    /// Its first event, as stored.
    pub(crate) fn opening(&self) -> &StoredEvent {
        &self.first
    }

    /// The chain to which the next event is linked.
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

    /// The seat that a player holds.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.people.iter().find(|(_, held)| *held == player).map(|(seat, _)| *seat)
    }

    /// The viewer for a seat: a spectator unless the table has that seat.
    pub fn viewer(&self, seat: Option<Seat>) -> Viewer {
        seat.filter(|seat| self.status.seats.slot(*seat).is_some())
            .map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The name of a seat in this game, with colour and letter.
    pub fn called(&self, seat: Seat) -> SeatName {
        self.position.seat_name(seat)
    }

    /// The step that set the game up.
    pub fn started(&self) -> Option<Step> {
        self.started
    }

    /// When the game was set up.
    pub fn begun_at(&self) -> Option<DateTime<Utc>> {
        let seq = self.log.step_event(self.started?)?;
        self.log.event(seq).map(|entry| entry.event.at)
    }

    pub fn has_started(&self) -> bool {
        self.started.is_some()
    }

    /// All events, in order.
    pub fn events(&self) -> impl Iterator<Item = &Arc<StoredEvent>> {
        self.log.iter().map(|entry| entry.event)
    }

    /// Folds in one more stored event.
    pub fn take(&mut self, event: Arc<StoredEvent>) -> Result<(), ServiceError> {
        let act = read_act(&event)?;
        self.enter(event, act, None)
    }

    /// Folds in an event whose act is parsed already. If the title has just provided the resulting
    /// position, the facts are not folded again; tests verify that both give the same result.
    pub(crate) fn take_new(
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
            self.status.changed = at;
        }
        self.epochs.past(&act, &event, self.tip.step);
        self.log.push(event.clone(), act.clone(), self.tip.step);
        if let Act::Rewound { to } = act {
            return rewound(self, to, &event.facts, decided, seq, at);
        }
        if let Act::EpochStarted { .. } = act {
            self.status.take(act, self.tip.step, At { seq, time: at });
            return redrawn(self, &event.facts, decided);
        }
        // An instruction counts like an order from the page. Otherwise the reveal time would show
        // that it was an instruction.
        let by_page = match &act {
            Act::Ordered { via, .. } => matches!(via, Via::Page | Via::Api | Via::Instruction),
            _ => false,
        };
        let happened = |game: &mut Game, actor: Option<Seat>| {
            led_to(game, &event.facts, decided, actor, by_page, At { seq, time: at })
        };
        self.status.take(act.clone(), self.tip.step, At { seq, time: at });
        match act {
            Act::Left { .. } if event.facts != NOTHING => happened(self, None)?,
            Act::Started => {
                self.started = self.started.or(Some(self.tip.step));
                happened(self, None)?;
                let minutes = self.position.time_limit();
                self.status.clocks.time_limit =
                    minutes.map(|minutes| at + Duration::minutes(minutes.into()));
            }
            Act::TimeLimitReached | Act::OrdersRevealed { .. } => happened(self, None)?,
            Act::Ordered { seat, .. } | Act::TimedOut { seat, .. } => happened(self, Some(seat))?,
            Act::Undone { seat, step, ordered_at: given } => {
                undone(self, seat, step, given, At { seq, time: at })?
            }
            Act::InstructionWithdrawn { seat } => withdrawn(self, seat, seq)?,
            Act::Ended { secret, .. } => self.secret = decode_secret(&secret).or(self.secret),
            // These change the table but not the game.
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
                self.position = waiting(decided.next, &self.status).into();
                decided.happened
            }
            None => self.fold_facts(facts)?,
        };
        // Leaving an instruction prompts nobody, so no clock changes.
        if happened {
            self.status.await_orders(self.position.awaited(), actor, at);
        }
        Ok(())
    }

    fn fold_facts(&mut self, facts: &str) -> Result<bool, ServiceError> {
        let ahead = |game: &Game, error| match game.conduct().ahead() {
            // A newer title may have facts unknown to this program.
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

impl GameClocks<'_> {
    /// When a seat that has a prompt will be answered automatically.
    pub fn moment(&self, seat: Seat) -> Option<DateTime<Utc>> {
        let (secret, game) = (self.secret.as_ref()?, self.id.as_str());
        self.status.moment(seat, Drawn { secret, game })
    }
}

impl GameFairness<'_> {
    /// The inputs of the dice; `None` if the secret was neither given nor revealed.
    pub fn draw_inputs(&self) -> Option<DrawInputs> {
        let salts = self.status.seats.slots.iter().map(|slot| slot.salt.clone()).collect();
        Some(DrawInputs { secret: self.secret?, game: self.id.to_string(), salts })
    }

    /// What distinguishes the draws of the next event from all others.
    pub fn count(&self) -> Count {
        self.epochs.count()
    }

    /// Like `count`, for a next event that holds this act.
    pub fn count_of(&self, act: &Act) -> Count {
        self.epochs.count_of(act)
    }

    /// Whether a new epoch redraws hidden information: only in a running game.
    pub(crate) fn redraws(&self) -> bool {
        self.has_started() && self.status.state == Status::Running
    }
}

/// The position with the table's settings for sealed orders and drawn moments.
fn waiting(position: Box<dyn Position>, status: &GameStatus) -> Box<dyn Position> {
    position.holding(status.clocks.sealed_for.is_some()).patient(status.clocks.moments.is_some())
}

/// Decodes the dice secret, as revealed at the end of a game.
fn decode_secret(secret: &str) -> Option<[u8; 32]> {
    data_encoding::HEXLOWER.decode(secret.as_bytes()).ok()?.try_into().ok()
}

/// A placeholder tip before the first event, which determines the real one.
fn before(id: &GameId) -> Tip {
    let head = Head::genesis(id);
    Tip { head, step: Step::NONE, shown: Hash([0; 32]), at: i64::MIN }
}
