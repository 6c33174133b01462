//! A game divided into turns under the title's own headings (rounds, centuries, winters), each with
//! its steps and the seats that acted. Contains public information only.

use std::sync::Arc;

use crate::cache::Cache;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};

/// A part of a game under one heading.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The title's heading; `None` before the first one.
    pub heading: Option<Heading>,
    /// The step that led here; it shows how the turn began.
    pub from: Step,
    pub moves: Vec<Move>,
}

/// The heading of a turn.
#[derive(Clone, Debug)]
pub struct Heading {
    /// "Round 2: Red begins".
    pub text: String,
    /// "Round 2".
    pub short: String,
}

/// A step that changed the game.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub step: Step,
    pub(crate) seq: Seq,
    /// The seat that acted; `None` for the clock or the start.
    pub seat: Option<Seat>,
}

/// The turns derived from a log so far.
#[derive(Clone)]
pub(crate) struct CachedTurns {
    /// The last event processed, with its hash. A log that still contains it can be continued from
    /// there.
    pub last: (Seq, Hash),
    pub turns: Vec<Arc<Turn>>,
}

/// The derived turns of all games.
pub(crate) type AllTurns = Cache<GameId, CachedTurns>;

impl Turn {
    pub(crate) fn weight(&self) -> usize {
        let heading =
            self.heading.as_ref().map_or(0, |heading| heading.text.len() + heading.short.len());
        size_of::<Turn>() + heading + self.moves.len() * size_of::<Move>()
    }
}
