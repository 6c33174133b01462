//! A decision of this title in the making, and what every chapter writes on it.

use super::super::Gotlandia;
use super::super::state::Stage;
use super::super::state::facts::Fact;
use super::super::state::plays::{Forced, Sealed};
use crate::rules::Seat;

/// How many answers given by force are kept before the oldest make room: one play brings up to
/// four more, and the list holds twelve.
const REMEMBERED: usize = 7;

pub type Run<'d> = crate::rules::Run<'d, Gotlandia>;

impl Run<'_> {
    /// Goes on to another part of a generation.
    pub fn go(&mut self, stage: Stage) {
        self.put(Fact::Entered { stage });
    }

    /// Lays an order aside that nobody else may know before all have given theirs.
    pub fn seal(&mut self, seat: Seat, order: Sealed) {
        self.put(Fact::Sealed { seat, order });
    }

    /// Notes how a decision settled itself, so that a line may say so too (R24.2).
    pub fn settled(&mut self, seat: Seat, answer: Forced) {
        self.make_room();
        self.put(Fact::Settled { seat, answer });
    }

    /// Forgets what was settled for a seat that orders something of its own.
    pub fn moved(&mut self, seat: Seat) {
        if self.state.forced.iter().any(|settled| settled.0 == seat) {
            self.put(Fact::Moved { seat });
        }
    }

    /// Forgets what was settled longest ago, before the list of it is full.
    pub fn make_room(&mut self) {
        while let Some(oldest) = self.state.forced.first().copied()
            && self.state.forced.len() > REMEMBERED
        {
            self.put(Fact::Moved { seat: oldest.0 });
        }
    }
}
