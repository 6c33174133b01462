//! What the conduct needs to know about a game besides its table.

use chrono::{DateTime, Utc};

use super::refusals::Forbidden;
use crate::act::Act;
use crate::table::status::GameStatus;
use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::Step;

/// How much of a game is known when acts are checked. Checks that need more are skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sees {
    /// Who is awaited, by which clock, and whether the rules have ended the game. This requires the
    /// title.
    pub clocks: bool,
    /// The acts of every seat; a partial export hides orders.
    pub orders: bool,
}

impl Sees {
    /// Everything, as on the server.
    pub const ALL: Sees = Sees { clocks: true, orders: true };
}

/// A game as the conduct sees it: its table, and what depends on the log or the title.
pub trait Positions {
    /// Why an act is not allowed or could not be checked.
    type Error: From<Forbidden>;

    /// Returns the table: seats, clocks and the current proposal.
    fn table(&self) -> &GameStatus;

    /// Returns how much of the game is known.
    fn sees(&self) -> Sees;

    /// Returns when the last event happened.
    fn last_event_at(&self) -> Option<DateTime<Utc>>;

    /// Returns whether the game had that epoch before.
    fn had_epoch(&self, epoch: Epoch) -> bool;

    /// Returns whether the rules have ended the game.
    fn has_outcome(&self) -> bool;

    /// Returns the act by which a seat would take back its last order now, if it may.
    fn taking_back_now(&self, seat: Seat) -> Option<Act>;

    /// Returns the moment drawn for a seat's automatic answer, or `None` if it is unknown because
    /// the secret of the dice or the title is missing.
    fn moment(&self, _seat: Seat) -> Option<DateTime<Utc>> {
        None
    }

    /// Refuses steps that the game cannot go back to.
    ///
    /// # Errors
    ///
    /// Returns the reason if the game cannot go back to that step.
    fn may_go_back_to(&self, to: Step) -> Result<(), Self::Error>;

    /// Refuses steps within a simultaneous question.
    ///
    /// # Errors
    ///
    /// Returns the reason if the step is within a simultaneous question.
    fn may_go_in_between(&self, to: Step) -> Result<(), Self::Error>;
}
