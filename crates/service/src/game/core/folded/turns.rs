//! The turns of a game, derived from its log and cached.

use std::sync::Arc;

use super::handles::GameHistory;
use crate::error::ServiceError;
use crate::game::core::log::Entry;
use crate::game::core::turns::{CachedTurns, Heading, Move, Turn};
use ravenpost_log::{Act, Hash};
use ravenpost_rules::Viewer;
use ravenpost_rules::numbers::{Seq, Step};

impl GameHistory<'_> {
    /// All turns so far, oldest first, including superseded ones.
    pub fn turns(&self) -> Result<Vec<Arc<Turn>>, ServiceError> {
        let caches = self.caches.upgrade();
        let known = caches.as_ref().and_then(|caches| caches.turns.get(&self.id));
        let known = known.filter(|cached| self.log.hash(cached.last.0) == Some(cached.last.1));
        let mut cached = match known {
            Some(cached) if cached.last.0 == self.last_seq() => return Ok(cached.turns),
            Some(cached) => cached,
            None => CachedTurns { last: (Seq::NONE, Hash([0; 32])), turns: Vec::new() },
        };
        for entry in self.log.after(cached.last.0) {
            cached.last = (entry.event.seq, entry.event.hash);
            let redrawn = matches!(entry.act, Act::EpochStarted { .. });
            if entry.event.is_open() && entry.has_facts() && !redrawn {
                self.turn(&mut cached.turns, &entry)?;
            }
        }
        let weight = cached.turns.iter().map(|turn| turn.weight()).sum();
        if let Some(caches) = caches {
            caches.turns.put(self.id.clone(), cached.clone(), weight);
        }
        Ok(cached.turns)
    }

    /// Adds an event to its turn, and begins the turn it leads to.
    fn turn(&self, turns: &mut Vec<Arc<Turn>>, entry: &Entry) -> Result<(), ServiceError> {
        if let Act::Rewound { to } = entry.act {
            let text = format!("Back to step {to}");
            let heading = Some(Heading { short: text.clone(), text });
            turns.push(Arc::new(Turn { heading, from: entry.step, moves: Vec::new() }));
            return Ok(());
        }
        let narration = self.narration().narration_of(entry.event, Viewer::Spectator)?;
        let begins =
            narration.iter().rev().find(|narration| narration.chapter && !narration.within);
        let heading = begins.map(|narration| Heading {
            text: narration.text.clone(),
            short: narration.heading().to_owned(),
        });
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
