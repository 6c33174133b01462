//! The turns of a game, derived from its log and cached.

use std::sync::Arc;

use super::Game;
use crate::error::ServiceError;
use crate::game::core::log::Entry;
use crate::game::history::turns::{Heading, KeptTurns, Move, Turn};
use ravenpost_log::{Act, Hash};
use ravenpost_rules::Viewer;
use ravenpost_rules::numbers::{Seq, Step};

impl Game {
    /// All turns so far, oldest first, including superseded ones.
    pub fn turns(&self) -> Result<Vec<Arc<Turn>>, ServiceError> {
        let caches = self.caches.upgrade();
        let known = caches.as_ref().and_then(|caches| caches.turns.get(&self.id));
        let known = known.filter(|kept| self.log.hash(kept.last.0) == Some(kept.last.1));
        let mut kept = match known {
            Some(kept) if kept.last.0 == self.last_seq() => return Ok(kept.turns),
            Some(kept) => kept,
            None => KeptTurns { last: (Seq::NONE, Hash([0; 32])), turns: Vec::new() },
        };
        for entry in self.log.after(kept.last.0) {
            kept.last = (entry.event.seq, entry.event.hash);
            let redrawn = matches!(entry.act, Act::EpochStarted { .. });
            if entry.event.is_open() && entry.has_facts() && !redrawn {
                self.turn(&mut kept.turns, &entry)?;
            }
        }
        let weight = kept.turns.iter().map(|turn| turn.weight()).sum();
        if let Some(caches) = caches {
            caches.turns.put(self.id.clone(), kept.clone(), weight);
        }
        Ok(kept.turns)
    }

    /// Adds an event to its turn, and begins the turn it leads to.
    fn turn(&self, turns: &mut Vec<Arc<Turn>>, entry: &Entry) -> Result<(), ServiceError> {
        if let Act::Rewound { to } = entry.act {
            let text = format!("Back to step {to}");
            let heading = Some(Heading { short: text.clone(), text });
            turns.push(Arc::new(Turn { heading, from: entry.step, moves: Vec::new() }));
            return Ok(());
        }
        let told = self.told_of(entry.event, Viewer::Watcher)?;
        let begins = told.iter().rev().find(|told| told.chapter && !told.within);
        let heading = begins
            .map(|told| Heading { text: told.text.clone(), short: told.heading().to_owned() });
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

    /// Whether a move was in force at step `at`.
    pub fn paused_by(&self, made: &Move, at: Step) -> bool {
        self.log.superseded_by(made.seq).is_none_or(|by| self.log.step_of(by) > at)
    }
}
