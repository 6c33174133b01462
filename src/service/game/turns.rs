//! A game in turns: the stretches under the title's own headings (rounds, centuries, winters),
//! each with its steps and who acted in them. What everybody may know, and nothing else.

use std::sync::Arc;

use crate::cache::Cache;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};

/// A stretch of a game under one heading.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The title's heading; nothing for what comes before the first.
    pub heading: Option<String>,
    /// The step that led here: it shows how the turn began.
    pub from: Step,
    pub moves: Vec<Move>,
}

/// A step at which the game changed, in the turn in which it was made.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub step: Step,
    pub(in crate::service) seq: Seq,
    /// Who acted; nobody where it was the clock or the beginning.
    pub seat: Option<Seat>,
}

/// The turns of a log as far as they were told.
#[derive(Clone)]
pub(in crate::service) struct KeptTurns {
    /// The last event looked at, and its hash: a log that begins so goes on from there.
    pub last: (Seq, Hash),
    pub turns: Vec<Arc<Turn>>,
}

/// The same for all games.
pub(in crate::service) type AllTurns = Cache<GameId, KeptTurns>;

impl Turn {
    pub(in crate::service) fn weight(&self) -> usize {
        let heading = self.heading.as_ref().map_or(0, String::len);
        size_of::<Turn>() + heading + self.moves.len() * size_of::<Move>()
    }
}
