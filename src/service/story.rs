//! The log in words, as one viewer may hear it.

use chrono::{DateTime, Utc};

use super::error::ServiceError;
use super::live::{Entry, Live};
use super::outage;
use crate::rules::act::{Sitter, Stage, Via};
use crate::rules::{Act, Seat, Told, Viewer};

/// One event, told to one viewer.
#[derive(Clone, Debug)]
pub struct Step {
    pub seq: u64,
    pub at: DateTime<Utc>,
    pub kind: &'static str,
    pub seat: Option<Seat>,
    /// The order as written; only for the eyes of its giver.
    pub order: Option<String>,
    pub told: Vec<Told>,
    /// The take-back that set this event aside.
    pub aside: Option<u64>,
    /// Short hash of the chain up to here.
    pub head: String,
}

impl Live {
    /// What happened after event `after`, oldest first.
    pub fn story(&self, viewer: Viewer, after: u64) -> Result<Vec<Step>, ServiceError> {
        let later = self.log.iter().filter(|entry| entry.event.seq > after);
        later.map(|entry| self.step(entry, viewer)).collect()
    }

    /// Only the sentences of what happened after event `after` and was not taken back. That
    /// somebody was reminded is no news.
    pub fn since(&self, viewer: Viewer, after: u64) -> Result<Vec<Told>, ServiceError> {
        let steps = self.story(viewer, after)?;
        let kept = steps.into_iter().filter(|step| step.aside.is_none() && step.kind != "reminded");
        Ok(kept.flat_map(|step| step.told).collect())
    }

    fn step(&self, entry: &Entry, viewer: Viewer) -> Result<Step, ServiceError> {
        let mut told: Vec<Told> = self.service_words(&entry.act).into_iter().collect();
        told.extend(self.title.tell(&entry.event.facts, viewer)?);
        let order = match &entry.act {
            Act::Ordered { seat, order, .. } | Act::Lapsed { seat, order, .. }
                if viewer.is(*seat) =>
            {
                Some(order.clone())
            }
            _ => None,
        };
        Ok(Step {
            seq: entry.event.seq,
            at: entry.event.at,
            kind: entry.act.kind(),
            seat: entry.act.seat(),
            order,
            told,
            aside: entry.aside,
            head: crate::store::chain::short(&entry.event.hash),
        })
    }

    /// A seat's name for sentences: "Red".
    pub fn seat_name(&self, seat: Seat) -> String {
        self.called(seat).name
    }

    fn service_words(&self, act: &Act) -> Option<Told> {
        let name = |seat: &Seat| self.seat_name(*seat);
        let text = match act {
            Act::Opened(_) => "The table was opened; the dice were sealed".to_owned(),
            Act::Joined { seat, sitter: Sitter::Bot(bot), .. } => {
                format!("{} is played by the bot {bot}", name(seat))
            }
            Act::Joined { seat, .. } => format!("{} has taken a seat", name(seat)),
            Act::Left { seat } => format!("{} has left the table", name(seat)),
            Act::Ordered { via: Via::Tool, seat, .. } => {
                format!("An operator gave this order for {}", name(seat))
            }
            Act::Lapsed { seat, decision, .. } if self.course.manned(*seat) => {
                format!("{}'s time ran out ({decision}): the fallback was played", name(seat))
            }
            Act::Lapsed { seat, .. } => format!("The fallback was played for {}", name(seat)),
            Act::TakenBack { seat, to, .. } => {
                format!("{} took back what it did after step {to}", name(seat))
            }
            Act::Reminded { seat, stage } => match stage {
                Stage::Half => format!("{} was reminded: half of the time is left", name(seat)),
                Stage::Fifth => format!("{} was reminded: a fifth of the time is left", name(seat)),
                Stage::Last => format!("{} was given a last call", name(seat)),
            },
            Act::Outage { from, to, what } => outage::told(*from, *to, *what),
            Act::Ended { .. } => "The game is over; the secret of the dice is told".to_owned(),
            Act::Cancelled => "The table was closed".to_owned(),
            Act::Started | Act::Rang | Act::Ordered { .. } => return None,
        };
        Some(Told { text, seat: act.seat(), ..Told::default() })
    }
}
