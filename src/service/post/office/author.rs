//! One letter about one game while it is written, and what many of them say.

use std::sync::Arc;

use crate::letters::you::to_you;
use crate::letters::{Badge, Clock, Frame, GameCard, Line, Sitting};
use crate::rules::Seat;
use crate::service::contract;
use crate::service::course::Wait;
use crate::service::letters_owed::Payload;
use crate::service::live::Live;
use crate::service::read_lists::SeatName;

/// One letter about one game, being written.
#[derive(Clone)]
pub(super) struct Author<'a> {
    pub(super) live: &'a Live,
    pub(super) base: &'a str,
    pub(super) card: GameCard,
    pub(super) seat: Seat,
    /// The event the letter is about; of several, the first.
    pub(super) seq: u64,
    pub(super) payload: Payload,
    pub(super) seats: Vec<SeatName>,
    /// The forks to which the reader is asked along, and who asks.
    pub(super) forks: Vec<(Arc<Live>, Seat)>,
    /// Of a letter that nothing came of a vote: whether its reader had heard of that vote.
    pub(super) heard_of: bool,
    pub(super) frame: Frame,
    /// The event of which the last turn letter told, if one was sent.
    pub(super) told: Option<u64>,
}

impl Author<'_> {
    pub(super) fn badge(&self, seat: Seat) -> Badge {
        Badge { seat, called: self.live.called(seat) }
    }

    /// What a seat is asked, in a sentence; the reader is spoken to.
    fn ask(&self, (seat, wait): (&Seat, &Wait)) -> String {
        match *seat == self.seat {
            true => to_you(&wait.ask, &self.live.called(*seat).name),
            false => wait.ask.clone(),
        }
    }

    /// Who is awaited; empty when nobody is.
    pub(super) fn asks(&self) -> Line {
        let asks: Vec<String> = self.live.course.waits.iter().map(|wait| self.ask(wait)).collect();
        Line::from(asks.join(", "))
    }

    /// What the reader is asked, if anything.
    pub(super) fn asked(&self) -> Option<Line> {
        Some(Line::from(self.ask((&self.seat, self.live.wait(self.seat)?))))
    }

    pub(super) fn clock(&self) -> Option<Clock> {
        let due = self.live.wait(self.seat)?.due?;
        let order = self.live.position.fallback(self.seat);
        Some(Clock { due, then: Line::from(format!("After that \"{order}\" is played for you.")) })
    }
}

pub(super) fn sittings(seats: &[SeatName]) -> Vec<Sitting> {
    let sitting = |name: &SeatName| Sitting {
        seat: Badge { seat: name.seat, called: name.called.clone() },
        name: name.name.as_ref().map(Line::from),
    };
    seats.iter().map(sitting).collect()
}

pub(super) fn pace_lines(live: &Live) -> Vec<Line> {
    let sentences = contract::sentences(&live.course.pace, live.course.consent);
    sentences.into_iter().map(Line::from).collect()
}
