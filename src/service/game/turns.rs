//! A game in turns: the stretches under the title's own headings (rounds, centuries, winters),
//! each with its steps and who acted in them. What everybody may know, and nothing else.

use std::sync::{Arc, LazyLock};

use crate::cache::Cache;
use crate::rules::{Act, Seat, Viewer};
use crate::service::error::ServiceError;
use crate::service::game::live::Live;
use crate::service::game::log::Entry;
use crate::service::game::told;
use crate::store::{GameId, Hash, Seq};

/// A stretch of a game under one heading.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The title's heading; nothing for what comes before the first.
    pub heading: Option<String>,
    /// The step that led here: it shows how the turn began.
    pub from: u64,
    pub moves: Vec<Move>,
}

/// A step at which the game changed, in the turn in which it was made.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub step: u64,
    seq: Seq,
    /// Who acted; nobody where it was the clock or the beginning.
    pub seat: Option<Seat>,
}

/// The turns of a log as far as they were told.
#[derive(Clone)]
struct Kept {
    /// The last event looked at, and its hash: a log that begins so goes on from there.
    last: (Seq, Hash),
    turns: Vec<Arc<Turn>>,
}

/// How many bytes of turns are kept.
const ROOM: usize = 4 << 20;

static KEPT: LazyLock<Cache<GameId, Kept>> = LazyLock::new(|| Cache::new(ROOM));

impl Turn {
    fn weight(&self) -> usize {
        let heading = self.heading.as_ref().map_or(0, String::len);
        size_of::<Turn>() + heading + self.moves.len() * size_of::<Move>()
    }
}

impl Live {
    /// All turns so far, oldest first. Whatever was set aside is among them.
    pub fn turns(&self) -> Result<Vec<Arc<Turn>>, ServiceError> {
        let known = KEPT.get(&self.id);
        let known = known.filter(|kept| self.log.hash(kept.last.0) == Some(kept.last.1));
        let mut kept = match known {
            Some(kept) if kept.last.0 == self.version() => return Ok(kept.turns),
            Some(kept) => kept,
            None => Kept { last: (0, Hash([0; 32])), turns: Vec::new() },
        };
        for entry in self.log.after(kept.last.0) {
            kept.last = (entry.event.seq, entry.event.hash);
            if entry.event.is_open() && entry.has_facts() {
                self.turn(&mut kept.turns, &entry)?;
            }
        }
        let weight = kept.turns.iter().map(|turn| turn.weight()).sum();
        KEPT.put(self.id.clone(), kept.clone(), weight);
        Ok(kept.turns)
    }

    /// Writes an event to the turn in which it was made, and begins the one that it leads to.
    fn turn(&self, turns: &mut Vec<Arc<Turn>>, entry: &Entry) -> Result<(), ServiceError> {
        if let Act::Rewound { to } = entry.act {
            let heading = Some(format!("Back to step {to}"));
            turns.push(Arc::new(Turn { heading, from: entry.step, moves: Vec::new() }));
            return Ok(());
        }
        let told = told::told(self.title, entry.event, Viewer::Watcher)?;
        let begins = told.iter().rev().find(|told| told.chapter && !told.within);
        let heading = begins.map(|told| told.text.clone());
        let made = Move { step: entry.step, seq: entry.event.seq, seat: entry.act.seat() };
        let new = |heading| Arc::new(Turn { heading, from: entry.step, moves: Vec::new() });
        match turns.last_mut() {
            Some(turn) => Arc::make_mut(turn).moves.push(made),
            None if heading.is_none() => turns.push(new(None)),
            None => {}
        }
        if heading.is_some() {
            turns.push(new(heading));
        }
        Ok(())
    }

    /// Whether a move still stands, or was set aside after step `at` only.
    pub fn stood_by(&self, made: &Move, at: u64) -> bool {
        self.log.aside(made.seq).is_none_or(|by| self.log.step_of(by) > at)
    }
}
