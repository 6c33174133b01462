//! Narrates the log for one viewer.

use chrono::{DateTime, TimeDelta, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::folded::handles::GameNarration;
use crate::game::core::log::Entry;
use crate::game::core::log::metadata::EventMetadata;
use crate::game::{
    clocks::outage,
    fairness::renewal,
    history::rewinds,
    table::{agreed_result, organiser_acts},
};
use ravenpost_log::act::time_reasons::{Reason, Why};
use ravenpost_log::act::{Absence, Motion, Sitter, Stage, Via};
use ravenpost_log::event::NOTHING;
use ravenpost_log::span::exact;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, ActKind};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::text::phrase;
use ravenpost_rules::{Narration, Perspective, Seat, Viewer};

/// One event, narrated for one viewer.
#[derive(Clone, Debug)]
pub struct NarratedEvent {
    /// Its number among public events. A private event has the number of the step before it.
    pub step: Step,
    pub at: DateTime<Utc>,
    pub kind: ActKind,
    pub seat: Option<Seat>,
    /// The channel through which it was given; empty if it does not matter.
    pub way: &'static str,
    /// The order as written; only for its own player.
    pub order: Option<String>,
    pub narration: Vec<Narration>,
    /// The step that superseded this event.
    pub aside: Option<Step>,
    /// Whether it changed the game itself.
    pub changes: bool,
    /// Whether only its own seat knows of it: a standing order, or a line of a draft.
    pub private: bool,
    /// For a default order: the deadline that passed.
    pub ran_out: Option<DateTime<Utc>>,
    /// Short hash of the chain up to this event.
    pub head: String,
}

impl NarratedEvent {
    /// Whether the player of the seat gave this order; default orders do not count.
    pub fn is_order_of(&self, seat: Seat) -> bool {
        self.kind == ActKind::Ordered && self.seat == Some(seat)
    }

    /// Whether there is anything to show.
    pub fn is_narrated(&self) -> bool {
        !self.narration.is_empty() || self.order.is_some()
    }
}

/// The deadline for which a default order was played.
fn ran_out(entry: &Entry) -> Option<DateTime<Utc>> {
    match entry.act {
        Act::TimedOut { deadline: due, .. } => Some(due.unwrap_or(entry.event.at)),
        _ => None,
    }
}

/// The channel of an act.
fn way(act: &Act) -> &'static str {
    match act {
        Act::Ordered { via, .. } | Act::Voted { via, .. } => match via {
            Via::Page => "page",
            Via::Email => "email",
            Via::Bot => "bot",
            Via::Command => "command",
            Via::Instruction => "instruction",
            Via::Api => "api",
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

/// Whether an event appears in the story. Reminders and moved deadlines appear only in audits and
/// on the clocks page.
pub fn is_news(one: &EventMetadata) -> bool {
    !matches!(one.kind, ActKind::Reminded | ActKind::DeadlineMoved)
}

impl GameNarration<'_> {
    /// The events after event `after`, oldest first, without reminders.
    pub fn story(&self, viewer: Viewer, after: Seq) -> Result<Vec<NarratedEvent>, ServiceError> {
        let news =
            self.log.metadata_after(after).filter(|one| one.is_known_by(viewer) && is_news(one));
        self.tell(news.map(|one| one.seq), viewer)
    }

    /// The numbers of all events in a viewer's story, oldest first.
    pub fn news(&self, viewer: Viewer) -> Vec<Seq> {
        let news = self.log.metadata().filter(|one| one.is_known_by(viewer) && is_news(one));
        news.map(|one| one.seq).collect()
    }

    /// Every event that the viewer may know, oldest first.
    pub fn record(&self, viewer: Viewer) -> Result<Vec<NarratedEvent>, ServiceError> {
        let known = self.log.metadata().filter(|one| one.is_known_by(viewer));
        self.tell(known.map(|one| one.seq), viewer)
    }

    /// Narrates these events to the reader of a perspective, limited to what its viewer may know.
    pub fn tell(
        &self,
        events: impl IntoIterator<Item = Seq>,
        perspective: impl Into<Perspective>,
    ) -> Result<Vec<NarratedEvent>, ServiceError> {
        let perspective = perspective.into();
        let events = events.into_iter().filter_map(|seq| self.log.event(seq));
        let known = events.filter(|entry| entry.is_known_by(perspective.knows));
        known.map(|entry| self.narrate_entry(&entry, perspective)).collect()
    }

    /// The sentences about events after `after` that were not superseded, without those that only
    /// say that a seat has answered.
    pub fn since(&self, viewer: Viewer, after: Seq) -> Result<Vec<Narration>, ServiceError> {
        let steps = self.story(viewer, after)?;
        let current = steps.into_iter().filter(|step| step.aside.is_none());
        Ok(current.flat_map(|step| step.narration).filter(|narration| !narration.quiet).collect())
    }

    pub(in crate::game) fn narrate_entry(
        &self,
        entry: &Entry,
        perspective: impl Into<Perspective>,
    ) -> Result<NarratedEvent, ServiceError> {
        let perspective = perspective.into();
        let viewer = perspective.knows;
        let mut narration: Vec<Narration> =
            self.service_words(entry, perspective.reader).into_iter().collect();
        match perspective.reader == viewer {
            true => narration.extend(self.narration_of(entry.event, viewer)?.iter().cloned()),
            false => narration.extend(self.title.narrate_from(&entry.event.facts, perspective)?),
        }
        let order = match entry.act {
            Act::Ordered { seat, order, .. } | Act::TimedOut { seat, order, .. }
                if viewer.is(*seat) =>
            {
                // An instruction's answer is described by its narration.
                Some(order.clone()).filter(|order| !order.is_empty())
            }
            _ => None,
        };
        let way = way(entry.act);
        Ok(NarratedEvent {
            step: entry.step,
            at: entry.event.at,
            kind: entry.act.kind(),
            seat: entry.act.seat(),
            way: if self.hides_way(entry.act, viewer) { "" } else { way },
            order,
            narration,
            aside: entry.superseded_by.map(|by| self.log.step_of(by)),
            changes: entry.has_facts(),
            private: !entry.event.is_open(),
            ran_out: ran_out(entry),
            head: ravenpost_log::chain::short(&entry.event.hash),
        })
    }

    /// Whether the channel of an order is hidden from others, because it would show whether an
    /// instruction has answered.
    fn hides_way(&self, act: &Act, viewer: Viewer) -> bool {
        let Act::Ordered { seat, via, .. } = act else { return false };
        (via.is_of_player() || *via == Via::Instruction)
            && self.status.clocks.moments.is_some()
            && self.status.state == Status::Running
            && !viewer.is(*seat)
    }

    /// How a fork began, as a sentence.
    fn forked(&self) -> Option<Narration> {
        let fork = self.status.fork.as_ref()?;
        let as_known = match fork.viewer {
            Some(seat) => format!(", as seen by {}", self.seat_name(seat)),
            None if fork.spectator => ", as seen by spectators".to_owned(),
            None => String::new(),
        };
        let text = format!("This game continues another game from step {}{as_known}", fork.step);
        let heading = Some(format!("From step {}", fork.step));
        Some(Narration { text, chapter: true, heading, ..Narration::default() })
    }

    /// Describes an act of a vote.
    fn vote_words(&self, entry: &Entry, does: &dyn Fn(&str, &str) -> String) -> String {
        match self.history().motion_at(entry.event.seq) {
            Some(Motion::End { .. }) => agreed_result::describe(self, entry.act, does),
            Some(
                motion @ (Motion::Replace { .. } | Motion::Substitute { .. } | Motion::Resume),
            ) => organiser_acts::voted(self, entry.act, motion, does),
            _ => rewinds::describe(entry.act, does),
        }
    }

    /// Describes an act of the clock.
    fn clock_words(
        &self,
        act: &Act,
        own: bool,
        name: &str,
        does: &dyn Fn(&str, &str) -> String,
    ) -> String {
        match act {
            Act::TimedOut { cause: Some(Absence::Vacation), .. } if own => {
                "You were on vacation and everyone else had moved, so your default move was played"
                    .to_owned()
            }
            Act::TimedOut { cause: Some(Absence::Vacation), .. } => {
                format!(
                    "{name} was on vacation and everyone else had moved, so the default move was \
                     played"
                )
            }
            Act::TimedOut { cause: Some(Absence::NotAwaited), .. } if own => {
                "You were skipped and your default move was played".to_owned()
            }
            Act::TimedOut { cause: Some(Absence::NotAwaited), .. } => {
                format!("{name} was skipped and the default move was played")
            }
            Act::TimedOut { .. } if own => {
                "Your time ran out and your default move was played".to_owned()
            }
            Act::TimedOut { seat, .. } if self.status.seats.manned(*seat) => {
                format!("{name}'s time ran out and the default move was played")
            }
            Act::TimedOut { .. } => format!("The default move was played for {name}"),
            Act::Reminded { stage, .. } => {
                let left = match stage {
                    Stage::Half => "reminded: half of the time is left",
                    Stage::Fifth => "reminded: a fifth of the time is left",
                    Stage::LastCall => "reminded: last call",
                };
                does(&format!("were {left}"), &format!("was {left}"))
            }
            Act::DeadlineMoved { parts: why, .. } => deadline_moved(name, why),
            Act::Skipped { seats, missed, of } => {
                let names: Vec<_> = seats.iter().map(|seat| self.seat_name(*seat)).collect();
                let who = phrase::and(&names);
                format!(
                    "The game did not wait for {who}, because {missed} of the last {of} turns were \
                     missed"
                )
            }
            Act::GraceStarted { .. } => does(
                "ran out of time and have extra time; no other clock has changed",
                "ran out of time and has extra time; no other clock has changed",
            ),
            Act::BankStarted { .. } => does(
                "ran out of time and are using your time bank; no other clock has changed",
                "ran out of time and is using their time bank; no other clock has changed",
            ),
            Act::OutageCompensated { from, until: to, component: what } => {
                outage::describe(*from, *to, *what)
            }
            _ => String::new(),
        }
    }

    /// Describes the end of the game, by its rules or with an agreed result.
    fn end_words(&self, agreed: Option<&[u8]>) -> String {
        let end = match agreed {
            Some(places) => self.votes().verdict(places),
            None => "The game is over".to_owned(),
        };
        format!("{end}; the secret of the random draws is now public")
    }

    /// Describes an act for one reader, whose own acts are addressed as "you".
    pub(in crate::game) fn service_words(
        &self,
        entry: &Entry,
        reader: Viewer,
    ) -> Option<Narration> {
        let act = entry.act;
        let own = act.seat().is_some_and(|seat| reader.is(seat));
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
            | Act::TakenOver { .. } => organiser_acts::describe(self, act, &name),
            Act::Rewound { to } if entry.event.facts == NOTHING => {
                format!("The game went back to step {to}; later steps were undone")
            }
            Act::Rewound { .. } => rewinds::describe(act, &does),
            Act::ClocksResumed => "The vote continues, and the clocks are running again".to_owned(),
            Act::Proposed { .. } | Act::Voted { .. } | Act::ProposalFailed { .. } => {
                self.vote_words(entry, &does)
            }
            Act::Opened(_) => {
                "The game was created; the secret of its random draws was sealed".to_owned()
            }
            Act::Joined { occupant: Sitter::Bot(bot), .. } => {
                format!("{name} is played by the bot {bot}")
            }
            Act::Joined { .. } => does("joined the game", "joined the game"),
            Act::Left { .. } => does("left the game", "left the game"),
            Act::Ordered { via: Via::Command, .. } if own => {
                "An admin made this move for you".to_owned()
            }
            Act::Ordered { via: Via::Command, .. } => {
                format!("An admin made this move for {name}")
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
                does("cancelled a standing order", "cancelled a standing order")
            }
            Act::RulesChanged { rules } => {
                format!("From here on, version {rules} of the rules applies")
            }
            Act::EpochStarted { cause: why, .. } => renewal::describe(*why),
            Act::Transferred { unknown } => {
                organiser_acts::moved(unknown.iter().map(|seat| self.seat_name(*seat)).collect())
            }
            Act::Ended { agreed, .. } => self.end_words(agreed.as_deref()),
            Act::Cancelled => "The game was cancelled".to_owned(),
            Act::Started => return self.forked(),
            Act::TimeLimitReached | Act::OrdersRevealed { .. } | Act::Ordered { .. } => {
                return None;
            }
        };
        let mentions = act.seat().into_iter().collect();
        Some(Narration { text, seat: act.seat(), mentions, ..Narration::default() })
    }
}

impl Game {
    /// The name of a seat for sentences: "Red".
    pub fn seat_name(&self, seat: Seat) -> String {
        self.called(seat).name
    }
}

/// Explains that a deadline is later than the pace alone would make it.
fn deadline_moved(name: &str, why: &[Reason]) -> String {
    let sum: i64 = why.iter().map(|one| i64::from(one.seconds)).sum();
    let sum = exact(TimeDelta::seconds(sum));
    match why.iter().any(|one| one.cause == Why::Vacation) {
        true => format!("{name}'s clock is stopped for {sum}, because the player is on vacation"),
        false => format!("{name} gets {sum} more because of days off"),
    }
}

/// Says that a seat undid an order; without a name it is addressed to "you".
fn took_back(act: &Act, name: Option<&str>) -> String {
    match (act, name) {
        (Act::Undone { step, .. }, None) => format!("You undid your move in step {step}"),
        (Act::Undone { step, .. }, Some(name)) => {
            format!("{name} undid the move in step {step}")
        }
        _ => String::new(),
    }
}
