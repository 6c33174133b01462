//! Cached past states of games. A step that was shown once is a shorter starting point for the
//! next. They can be dropped at any time.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Game;
use super::handles::GameHistory;
use crate::cache::Cache;
use crate::error::ServiceError;
use crate::game::core::log::metadata::EventMetadata;
use crate::game::core::return_points;
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Seq;

/// Maximum number of cached states per game. Each shares its log with the current game.
const STEPS: usize = 24;

/// Past states of a game, by the number of their last event.
type Cached = BTreeMap<Seq, Arc<Game>>;

/// The past states of all games.
pub(super) type AllCheckpoints = Cache<GameId, Arc<Cached>>;

impl GameHistory<'_> {
    /// Returns the game in its state after event `seq`.
    pub fn at(&self, seq: Seq) -> Result<Game, ServiceError> {
        let mut game = match self.nearest(seq).filter(|cached| self.goes_on(cached.last_seq(), seq))
        {
            Some(cached) if cached.last_seq() == seq => return Ok(Game::clone(&cached)),
            Some(cached) => {
                let mut game = Game::clone(&cached);
                let since = self.log.after(game.last_seq());
                let mut since = since.take_while(|entry| entry.event.seq <= seq);
                since.try_for_each(|entry| {
                    game.take_new(entry.event.clone(), entry.act.clone(), None)
                })?;
                game
            }
            None => {
                let log = self.log.pick(|one| one.seq <= seq);
                let log: Vec<_> = log.map(|entry| entry.event.clone()).collect();
                Game { caches: self.caches.clone(), ..Game::fold(&self.id, &log)? }
            }
        };
        game.log = self.log.up_to(seq, &game.log);
        self.keep(seq, Arc::new(game.clone()));
        Ok(game)
    }

    /// Caches a state that this game went through while it was read.
    pub(crate) fn remember(&self, past: Game) {
        let seq = past.last_seq();
        let log = self.log.up_to(seq, &past.log);
        self.keep(seq, Arc::new(Game { log, caches: self.caches.clone(), ..past }));
    }

    /// Makes the cached states share the log of this game, which was just packed.
    pub(crate) fn share_log(&self) {
        let Some(caches) = self.caches.upgrade() else { return };
        let Some(cached) = caches.steps.get(&self.id) else { return };
        for (seq, past) in cached.iter() {
            if self.log.hash(*seq) == Some(past.tip.head.hash) {
                let log = self.log.up_to(*seq, &past.log);
                self.keep(*seq, Arc::new(Game { log, ..Game::clone(past) }));
            }
        }
    }

    /// Whether no event between two others rewinds the game. Rewinds are folded from the beginning,
    /// which stores the states they return to.
    fn goes_on(&self, from: Seq, to: Seq) -> bool {
        let back = |one: &EventMetadata| return_points::BACK.contains(&one.kind);
        !self.log.metadata_after(from).take_while(|one| one.seq <= to).any(|one| back(&one))
    }

    /// The latest cached state at or before `seq`, provided that the hash of its last event is in
    /// this log.
    fn nearest(&self, seq: Seq) -> Option<Arc<Game>> {
        let cached = self.caches.upgrade()?.steps.get(&self.id)?;
        let (_, game) = cached.range(..=seq).next_back()?;
        (self.log.hash(game.last_seq()) == Some(game.tip.head.hash)).then(|| Arc::clone(game))
    }

    fn keep(&self, seq: Seq, game: Arc<Game>) {
        let Some(caches) = self.caches.upgrade() else { return };
        let mut steps =
            caches.steps.get(&self.id).map(|cached| Cached::clone(&cached)).unwrap_or_default();
        if steps.len() >= STEPS && !steps.contains_key(&seq) {
            // Evict the state that saves the least work: the one closest to its predecessor.
            let apart = |at: &Seq| at.0 - steps.range(..at).next_back().map_or(0, |(at, _)| at.0);
            let least = steps.keys().min_by_key(|at| apart(at)).copied();
            least.and_then(|at| steps.remove(&at));
        }
        steps.insert(seq, game);
        let weight = steps.values().map(|game| game.memory().weight_alone()).sum();
        caches.steps.put(self.id.clone(), Arc::new(steps), weight);
    }
}
