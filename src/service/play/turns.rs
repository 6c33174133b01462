//! A game in turns: the stretches under the title's own headings (rounds, centuries, winters),
//! each with its steps and who acted in them. What everybody may know, and nothing else.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use lru::LruCache;

use crate::rules::{Act, Seat, Viewer};
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::service::log::Entry;
use crate::service::told;
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
    turns: Vec<Turn>,
}

/// Games whose turns are kept: some hundred bytes a turn.
const ROOM: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

static KEPT: LazyLock<Mutex<LruCache<GameId, Arc<Kept>>>> =
    LazyLock::new(|| Mutex::new(LruCache::new(ROOM)));

impl Live {
    /// All turns so far, oldest first. Whatever was set aside is among them.
    pub fn turns(&self) -> Result<Vec<Turn>, ServiceError> {
        let store = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let known = store().get(&self.id).cloned().filter(|kept| {
            let same = self.log.event(kept.last.0);
            same.is_some_and(|entry| entry.event.hash == kept.last.1)
        });
        let mut kept = match known {
            Some(kept) if kept.last.0 == self.version() => return Ok(kept.turns.clone()),
            Some(kept) => (*kept).clone(),
            None => Kept { last: (0, Hash([0; 32])), turns: Vec::new() },
        };
        for entry in self.log.after(kept.last.0) {
            kept.last = (entry.event.seq, entry.event.hash);
            if entry.event.is_open() && entry.has_facts() {
                self.turn(&mut kept.turns, &entry)?;
            }
        }
        store().put(self.id.clone(), Arc::new(kept.clone()));
        Ok(kept.turns)
    }

    /// Writes an event to the turn in which it was made, and begins the one that it leads to.
    fn turn(&self, turns: &mut Vec<Turn>, entry: &Entry) -> Result<(), ServiceError> {
        if let Act::Rewound { to } = entry.act {
            let heading = Some(format!("Back to step {to}"));
            turns.push(Turn { heading, from: entry.step, moves: Vec::new() });
            return Ok(());
        }
        let told = told::told(self.title, entry.event, Viewer::Watcher)?;
        let begins = told.iter().rev().find(|told| told.chapter && !told.within);
        let heading = begins.map(|told| told.text.clone());
        let made = Move { step: entry.step, seq: entry.event.seq, seat: entry.act.seat() };
        let new = |heading| Turn { heading, from: entry.step, moves: Vec::new() };
        match turns.last_mut() {
            Some(turn) => turn.moves.push(made),
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
        let aside = self.log.event(made.seq).and_then(|entry| entry.aside);
        aside.is_none_or(|by| self.log.step_of(by) > at)
    }
}
