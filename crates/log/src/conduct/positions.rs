//! What the judgement of acts asks of a game beside its table.

use chrono::{DateTime, Utc};

use super::forbidden::Forbidden;
use crate::act::Act;
use crate::table::status::GameStatus;
use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::Step;

/// How much of a game is seen by whoever judges its acts. What is not seen is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sees {
    /// Who is awaited, by which clock, and whether the rules have ended the game: for that it takes
    /// the title.
    pub clocks: bool,
    /// The acts of every seat; a part of a game hides orders.
    pub orders: bool,
}

impl Sees {
    /// Everything, as the server does.
    pub const ALL: Sees = Sees { clocks: true, orders: true };
}

/// A game as far as the judgement of acts depends on it: its table, and what only a log and a
/// title can tell.
pub trait Positions {
    /// Why something may not be done here, or could not be judged.
    type Error: From<Forbidden>;

    /// Who sits there, whose clock runs, what is put to the vote.
    fn table(&self) -> &GameStatus;

    /// How much is seen.
    fn sees(&self) -> Sees;

    /// When the last event happened.
    fn last_event_at(&self) -> Option<DateTime<Utc>>;

    /// Whether the game had that epoch before.
    fn had_epoch(&self, epoch: Epoch) -> bool;

    /// Whether the rules have ended the game.
    fn has_outcome(&self) -> bool;

    /// The act by which a seat would take back its last order now; nothing where it may not.
    fn taking_back_now(&self, seat: Seat) -> Option<Act>;

    /// When what answers by itself for a seat does so; nothing where that is not known, because it
    /// takes the secret of the dice, or the title.
    fn moment(&self, _seat: Seat) -> Option<DateTime<Utc>> {
        None
    }

    /// Refuses steps that the game cannot go back to.
    fn may_go_back_to(&self, to: Step) -> Result<(), Self::Error>;

    /// Refuses steps in the midst of answers that are given at once.
    fn may_go_in_between(&self, to: Step) -> Result<(), Self::Error>;
}
