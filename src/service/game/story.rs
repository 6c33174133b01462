//! The log in words, as one viewer may hear it.

use chrono::{DateTime, TimeDelta, Utc};

use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::log::Entry;
use crate::service::game::log::glance::Glance;
use crate::service::game::{agreed, going_back, organised, outage, renewal};
use ravenpost_log::Act;
use ravenpost_log::act::why::{Reason, Why};
use ravenpost_log::act::{Absence, Motion, Sitter, Stage, Via};
use ravenpost_log::event::NOTHING;
use ravenpost_log::span::exact;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::phrase;
use ravenpost_rules::{Narration, Seat, Viewer};

/// One event, told to one viewer.
#[derive(Clone, Debug)]
pub struct ToldEvent {
    /// Its number among the events that everybody may know of. What the viewer alone knows of has
    /// that of the step before.
    pub step: Step,
    pub at: DateTime<Utc>,
    pub kind: &'static str,
    pub seat: Option<Seat>,
    /// By which way it came, in a word; empty where nobody need ask.
    pub way: &'static str,
    /// The order as written; only for the eyes of its giver.
    pub order: Option<String>,
    pub told: Vec<Narration>,
    /// The step that set this event aside.
    pub aside: Option<Step>,
    /// Whether it changed the game itself.
    pub changes: bool,
    /// For a fallback: when the time had run out that it was played for.
    pub ran_out: Option<DateTime<Utc>>,
    /// Short hash of the chain up to here.
    pub head: String,
}

impl ToldEvent {
    /// Whether the seat itself gave this order: a fallback is nobody's own.
    pub fn is_order_of(&self, seat: Seat) -> bool {
        self.kind == ORDERED && self.seat == Some(seat)
    }

    /// Whether there is anything to tell of it.
    pub fn is_told(&self) -> bool {
        !self.told.is_empty() || self.order.is_some()
    }
}

/// The kind of the events that are orders.
const ORDERED: &str = "ordered";

/// When the time ran out that a default order was played for.
fn ran_out(entry: &Entry) -> Option<DateTime<Utc>> {
    match entry.act {
        Act::TimedOut { deadline: due, .. } => Some(due.unwrap_or(entry.event.at)),
        _ => None,
    }
}

/// By which way an act came.
fn way(act: &Act) -> &'static str {
    match act {
        Act::Ordered { via, .. } | Act::Voted { via, .. } => match via {
            Via::Page => "page",
            Via::Email => "letter",
            Via::Bot => "bot",
            Via::Command => "operator",
            Via::Instruction => "instruction",
        },
        Act::TimedOut { .. }
        | Act::DeadlineMoved { .. }
        | Act::GraceStarted { .. }
        | Act::BankStarted { .. }
        | Act::VacationStarted { .. }
        | Act::Skipped { .. }
        | Act::Reminded { .. }
        | Act::TimeLimitReached
        | Act::OrdersRevealed { .. }
        | Act::ClosureAnnounced { .. }
        | Act::OutageCompensated { .. } => "clock",
        Act::Resumed { expired: true, .. } => "clock",
        _ => "",
    }
}

/// Whether an act is worth a line of the story: that somebody was reminded, and why a deadline is
/// what it is, is told to nobody but auditors and on the page of clocks.
pub fn is_news(one: &Glance) -> bool {
    !matches!(one.kind, "reminded" | "deadline-moved")
}

impl Game {
    /// What happened after event `after`, oldest first, without reminders.
    pub fn story(&self, viewer: Viewer, after: Seq) -> Result<Vec<ToldEvent>, ServiceError> {
        let news =
            self.log.glances_after(after).filter(|one| one.is_known_by(viewer) && is_news(one));
        self.tell(news.map(|one| one.seq), viewer)
    }

    /// The numbers of all events that a story tells a viewer, oldest first.
    pub fn news(&self, viewer: Viewer) -> Vec<Seq> {
        let news = self.log.glances().filter(|one| one.is_known_by(viewer) && is_news(one));
        news.map(|one| one.seq).collect()
    }

    /// Every event that the viewer may know of, whatever it is, oldest first.
    pub fn record(&self, viewer: Viewer) -> Result<Vec<ToldEvent>, ServiceError> {
        let known = self.log.glances().filter(|one| one.is_known_by(viewer));
        self.tell(known.map(|one| one.seq), viewer)
    }

    /// These events, told to a viewer who may know of them.
    pub fn tell(
        &self,
        events: impl IntoIterator<Item = Seq>,
        viewer: Viewer,
    ) -> Result<Vec<ToldEvent>, ServiceError> {
        let events = events.into_iter().filter_map(|seq| self.log.event(seq));
        let known = events.filter(|entry| entry.is_known_by(viewer));
        known.map(|entry| self.told(&entry, viewer)).collect()
    }

    /// Only the sentences of what happened after event `after` and was not taken back, without
    /// those that say no more than that somebody has answered.
    pub fn since(&self, viewer: Viewer, after: Seq) -> Result<Vec<Narration>, ServiceError> {
        let steps = self.story(viewer, after)?;
        let kept = steps.into_iter().filter(|step| step.aside.is_none());
        Ok(kept.flat_map(|step| step.told).filter(|told| !told.quiet).collect())
    }

    pub(super) fn told(&self, entry: &Entry, viewer: Viewer) -> Result<ToldEvent, ServiceError> {
        let mut told: Vec<Narration> = self.service_words(entry, viewer).into_iter().collect();
        told.extend(self.told_of(entry.event, viewer)?.iter().cloned());
        let order = match entry.act {
            Act::Ordered { seat, order, .. } | Act::TimedOut { seat, order, .. }
                if viewer.is(*seat) =>
            {
                // What was left tells by itself what it says.
                Some(order.clone()).filter(|order| !order.is_empty())
            }
            _ => None,
        };
        let way = way(entry.act);
        Ok(ToldEvent {
            step: entry.step,
            at: entry.event.at,
            kind: entry.act.kind(),
            seat: entry.act.seat(),
            way: if self.hides_way(entry.act, viewer) { "" } else { way },
            order,
            told,
            aside: entry.superseded_by.map(|by| self.log.step_of(by)),
            changes: entry.has_facts(),
            ran_out: ran_out(entry),
            head: ravenpost_log::chain::short(&entry.event.hash),
        })
    }

    /// Whether others do not hear by which way an order came: where what somebody has left may have
    /// answered, that would tell of it.
    fn hides_way(&self, act: &Act, viewer: Viewer) -> bool {
        let Act::Ordered { seat, via: Via::Page | Via::Email | Via::Instruction, .. } = act else {
            return false;
        };
        self.course.moments.is_some() && self.course.status == Status::Running && !viewer.is(*seat)
    }

    /// A seat's name for sentences: "Red".
    pub fn seat_name(&self, seat: Seat) -> String {
        self.called(seat).name
    }

    /// How a fork began, in words.
    fn forked(&self) -> Option<Narration> {
        let fork = self.course.fork.as_ref()?;
        let as_known = match fork.viewer {
            Some(seat) => format!(", as far as {} knew it", self.seat_name(seat)),
            None if fork.spectator => ", as far as everybody could know it".to_owned(),
            None => String::new(),
        };
        let text = format!("The game goes on from step {} of another{as_known}", fork.step);
        Some(Narration { text, chapter: true, ..Narration::default() })
    }

    /// What an act of a vote is in words.
    fn vote_words(&self, entry: &Entry, does: &dyn Fn(&str, &str) -> String) -> String {
        match self.motion_at(entry.event.seq) {
            Some(Motion::End { .. }) => agreed::told(self, entry.act, does),
            Some(
                motion @ (Motion::Replace { .. } | Motion::Substitute { .. } | Motion::Resume),
            ) => organised::voted(self, entry.act, motion, does),
            _ => going_back::told(entry.act, does),
        }
    }

    /// What the clock did, in words.
    fn clock_words(
        &self,
        act: &Act,
        own: bool,
        name: &str,
        does: &dyn Fn(&str, &str) -> String,
    ) -> String {
        match act {
            Act::TimedOut { cause: Some(Absence::Vacation), .. } if own => {
                "All others had answered while you are on vacation: this was played for you"
                    .to_owned()
            }
            Act::TimedOut { cause: Some(Absence::Vacation), .. } => {
                format!(
                    "{name} is on vacation and all others had answered: the default order was \
                     played"
                )
            }
            Act::TimedOut { cause: Some(Absence::NotAwaited), .. } if own => {
                "Nobody waited for you: this was played for you".to_owned()
            }
            Act::TimedOut { cause: Some(Absence::NotAwaited), .. } => {
                format!("Nobody waited for {name}: the default order was played")
            }
            Act::TimedOut { .. } if own => "Your time ran out: this was played for you".to_owned(),
            Act::TimedOut { seat, .. } if self.course.manned(*seat) => {
                format!("{name}'s time ran out: the default order was played")
            }
            Act::TimedOut { .. } => format!("The default order was played for {name}"),
            Act::Reminded { stage, .. } => {
                let left = match stage {
                    Stage::Half => "reminded: half of the time is left",
                    Stage::Fifth => "reminded: a fifth of the time is left",
                    Stage::LastCall => "given a last call",
                };
                does(&format!("were {left}"), &format!("was {left}"))
            }
            Act::DeadlineMoved { parts: why, .. } => put_off(name, why),
            Act::Skipped { seats, missed, of } => {
                let names: Vec<_> = seats.iter().map(|seat| self.seat_name(*seat)).collect();
                let who = phrase::and(&names);
                format!("Nobody waited for {who}: {missed} of the last {of} questions were missed")
            }
            Act::GraceStarted { .. } => does(
                "were late and have a grace: no other clock has changed",
                "was late and has a grace: no other clock has changed",
            ),
            Act::BankStarted { .. } => does(
                "were late: your bank runs, and no other clock has changed",
                "was late: its bank runs, and no other clock has changed",
            ),
            Act::OutageCompensated { from, until: to, component: what } => {
                outage::told(*from, *to, *what)
            }
            _ => String::new(),
        }
    }

    /// What an act is in words, to one viewer: what it did itself, "you" did.
    pub(super) fn service_words(&self, entry: &Entry, viewer: Viewer) -> Option<Narration> {
        let act = entry.act;
        let own = act.seat().is_some_and(|seat| viewer.is(seat));
        let name = act.seat().map(|seat| self.seat_name(seat)).unwrap_or_default();
        let does = |yours: &str, theirs: &str| {
            if own { format!("You {yours}") } else { format!("{name} {theirs}") }
        };
        let text = match act {
            Act::Paused { .. }
            | Act::Resumed { .. }
            | Act::Extended { .. }
            | Act::Nudged { .. }
            | Act::Replaced { .. }
            | Act::Substituted { .. }
            | Act::VacationBooked { .. }
            | Act::ClosureAnnounced { .. }
            | Act::KeptOpen { .. }
            | Act::VacationStarted { .. }
            | Act::VacationEnded { .. }
            | Act::TakenOver { .. } => organised::told(self, act, &name),
            Act::Rewound { to } if entry.event.facts == NOTHING => {
                format!("The table went back to step {to}: what came after it is set aside")
            }
            Act::Rewound { .. } => going_back::told(act, &does),
            Act::ClocksResumed => "The vote goes on, and the clocks run again".to_owned(),
            Act::Proposed { .. } | Act::Voted { .. } | Act::ProposalFailed { .. } => {
                self.vote_words(entry, &does)
            }
            Act::Opened(_) => "The table was opened; the dice were sealed".to_owned(),
            Act::Joined { occupant: Sitter::Bot(bot), .. } => {
                format!("{name} is played by the bot {bot}")
            }
            Act::Joined { .. } => does("have taken a seat", "has taken a seat"),
            Act::Left { .. } => does("have left the table", "has left the table"),
            Act::Ordered { via: Via::Command, .. } if own => {
                "An operator gave this order for you".to_owned()
            }
            Act::Ordered { via: Via::Command, .. } => {
                format!("An operator gave this order for {name}")
            }
            Act::TimedOut { .. }
            | Act::Reminded { .. }
            | Act::DeadlineMoved { .. }
            | Act::Skipped { .. }
            | Act::GraceStarted { .. }
            | Act::BankStarted { .. }
            | Act::OutageCompensated { .. } => self.clock_words(act, own, &name, &does),
            Act::Undone { .. } => took_back(act, Some(&*name).filter(|_| !own)),
            Act::InstructionWithdrawn { .. } => {
                "You took back what you had left for later".to_owned()
            }
            Act::RulesChanged { rules } => {
                format!("From here on version {rules} of the rules decides")
            }
            Act::EpochStarted { cause: why, .. } => renewal::told(*why),
            Act::Transferred { unknown } => {
                organised::moved(unknown.iter().map(|seat| self.seat_name(*seat)).collect())
            }
            Act::Ended { agreed: Some(places), .. } => {
                format!("{}; the secret of the dice is told", self.verdict(places))
            }
            Act::Ended { .. } => "The game is over; the secret of the dice is told".to_owned(),
            Act::Cancelled => "The table was closed".to_owned(),
            Act::Started => return self.forked(),
            Act::TimeLimitReached | Act::OrdersRevealed { .. } | Act::Ordered { .. } => {
                return None;
            }
        };
        Some(Narration { text, seat: act.seat(), ..Narration::default() })
    }
}

/// That a deadline is later than the pace says.
fn put_off(name: &str, why: &[Reason]) -> String {
    let sum: i64 = why.iter().map(|one| i64::from(one.seconds)).sum();
    let sum = exact(TimeDelta::seconds(sum));
    match why.iter().any(|one| one.cause == Why::Vacation) {
        true => format!("{name}'s clock stands for {sum}: its player is on vacation"),
        false => format!("{name} has {sum} more, in which days off lie"),
    }
}

/// That a seat took an order back; "you" did where no name is given.
fn took_back(act: &Act, name: Option<&str>) -> String {
    match (act, name) {
        (Act::Undone { step, .. }, None) => format!("You took back what you did in step {step}"),
        (Act::Undone { step, .. }, Some(name)) => {
            format!("{name} took back what it did in step {step}")
        }
        _ => String::new(),
    }
}
