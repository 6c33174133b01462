//! One letter about one game while it is written, and what many of them say.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::letters::cards::names;
use crate::letters::second_person::to_you;
use crate::letters::when;
use crate::letters::{Badge, Clock, Frame, GameCard, Offered, SafeLine, Sitting, TurnLetter};
use crate::service::error::ServiceError;
use crate::service::game::clock_words::special;
use crate::service::game::contract;
use crate::service::game::folded::Game;
use crate::service::game::log::glance::Glance;
use crate::service::game::seat_names::Occupant;
use crate::service::letter_payload::GamePayload;
use ravenpost_log::table::pending::Pending;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, Viewer, phrase};

/// One letter about one game, being written.
#[derive(Clone)]
pub(super) struct Composer<'a> {
    pub(super) live: &'a Game,
    pub(super) base: &'a str,
    pub(super) card: GameCard,
    pub(super) seat: Seat,
    /// The event the letter is about; of several, the first.
    pub(super) seq: Seq,
    pub(super) payload: GamePayload,
    pub(super) seats: Vec<Occupant>,
    /// The forks to which the reader is asked along, and who asks.
    pub(super) forks: Vec<(Arc<Game>, Seat)>,
    /// Of a letter that nothing came of a vote: whether its reader had heard of that vote.
    pub(super) heard_of: bool,
    /// What the reader has noted for the turn that the letter asks for.
    pub(super) notes: Vec<SafeLine>,
    pub(super) frame: Frame,
    /// The last turn letter, if one was sent.
    pub(super) told: Option<TurnLetter>,
}

impl Composer<'_> {
    pub(super) fn badge(&self, seat: Seat) -> Badge {
        Badge { seat, called: self.live.called(seat) }
    }

    /// What a seat is asked, in a sentence; the reader is spoken to.
    fn ask(&self, seat: &Seat, wait: &Pending) -> String {
        match *seat == self.seat {
            true => to_you(&wait.ask, &self.live.called(*seat).name),
            false => wait.ask.clone(),
        }
    }

    /// Who is awaited; empty when nobody is. A question is for whoever is asked it: of others is
    /// told that they have not answered. Where the reader is among them it is said when an
    /// instruction answers.
    pub(super) fn asks(&self) -> SafeLine {
        let waits = &self.live.course.waits;
        let (others, mut told): (Vec<_>, Vec<_>) =
            waits.iter().partition(|(seat, wait)| **seat != self.seat && wait.ask.ends_with('?'));
        let names: Vec<String> =
            others.iter().map(|(seat, _)| self.live.called(**seat).name).collect();
        told.dedup_by(|one, other| one.1.ask == other.1.ask);
        let mut asks: Vec<String> =
            told.into_iter().map(|(seat, wait)| self.ask(seat, wait)).collect();
        asks.extend(match names.as_slice() {
            [] => None,
            [one] => Some(format!("{one} still writes")),
            more => Some(format!("{} still write", phrase::and(more))),
        });
        SafeLine::from(self.with_moment(asks.join(", ")))
    }

    /// The same for whoever has just answered, with whether that stands.
    pub(super) fn asks_now(&self) -> SafeLine {
        let answered = self.live.course.waits.values().any(|wait| self.has_answered(wait));
        let asks = self.asks();
        match answered && !asks.is_empty() {
            true => SafeLine::from(format!("Yours is in. {asks}")),
            false => asks,
        }
    }

    /// Whether the reader has answered since others were asked what they have not.
    fn has_answered(&self, wait: &Pending) -> bool {
        let own = |one: &Glance| {
            one.seat == Some(self.seat) && one.changes && one.superseded_by.is_none()
        };
        let last = self.live.log.pick(own).next_back();
        wait.ask.ends_with('?') && last.is_some_and(|entry| entry.event.seq > wait.asked_at)
    }

    /// What the reader is asked, if anything; and when an instruction answers it.
    pub(super) fn asked(&self) -> Option<SafeLine> {
        let ask = self.ask(&self.seat, self.live.wait(self.seat)?);
        Some(SafeLine::from(self.with_moment(ask)))
    }

    /// What is asked, and when an instruction of the reader answers it.
    fn with_moment(&self, asked: String) -> String {
        let goes_on = self.live.course.still_since().is_none();
        let answers = self.live.answers_at(self.seat).filter(|_| goes_on);
        let Some(at) = answers else { return asked };
        let (stop, frame) = (if asked.ends_with('?') { "" } else { "." }, &self.frame);
        let soon = when::soon(at, frame.now, frame.zone);
        format!(
            "{asked}{stop} Your instruction answers this by itself {soon} ({}), unless you answer \
             first or take it back",
            frame.zone.name()
        )
    }

    /// The cards that the reader had when the last turn letter told what they do, but for those of
    /// which it had no room to tell. Only a short letter asks: another tells it again.
    pub(super) fn cards_known(&self) -> Result<BTreeSet<String>, ServiceError> {
        let fresh = |told: &&TurnLetter| self.frame.short && told.seq < self.live.last_seq();
        let Some(told) = self.told.as_ref().filter(fresh) else { return Ok(BTreeSet::new()) };
        let then = self.live.at(told.seq)?;
        if !then.has_started() {
            return Ok(BTreeSet::new());
        }
        let mut known = names(&then.position.present(Viewer::Seat(self.seat)).own);
        known.retain(|name| !told.untold.contains(name));
        Ok(known)
    }

    /// What the reader may order, what at which place where a title tells it, and whether anything
    /// may be laid down for later.
    pub(super) fn orders(&self) -> Offered {
        Offered {
            groups: self.live.orders_by_words(self.seat),
            later: !self.live.position.instructions(self.seat).is_empty(),
        }
    }

    pub(super) fn clock(&self) -> Option<Clock> {
        let wait = self.live.wait(self.seat)?;
        let due = wait.due?;
        let order = self.live.position.fallback(self.seat);
        Some(Clock {
            due,
            then: SafeLine::from(format!("After that \"{order}\" is played for you.")),
            because: special(wait).map(|sum| {
                let asked = self.frame.at(&wait.asked);
                SafeLine::from(format!("That is: asked {asked}, {sum}."))
            }),
        })
    }
}

pub(super) fn sittings(seats: &[Occupant]) -> Vec<Sitting> {
    let sitting = |name: &Occupant| Sitting {
        seat: Badge { seat: name.seat, called: name.called.clone() },
        name: name.name.as_ref().map(SafeLine::from),
    };
    seats.iter().map(sitting).collect()
}

pub(super) fn pace_lines(live: &Game) -> Vec<SafeLine> {
    let sentences = contract::sentences(&live.course.pace, live.course.consent);
    sentences.into_iter().map(SafeLine::from).collect()
}
