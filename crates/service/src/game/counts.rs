//! Counts what happens to games, for monitoring.

use crate::handles::Games;

use crate::game::core::folded::Game;
use ravenpost_log::Act;
use ravenpost_log::act::Via;
use ravenpost_metrics::labels::{Lookup, LookupLabels, OrderLabels, OrderResult, OrderSource};
use ravenpost_rules::numbers::Seq;

impl Games<'_> {
    /// Counts the events of a game after that one, which were just stored.
    pub(crate) fn count_stored(self, game: &Game, after: Seq) {
        let metrics = self.metrics();
        for entry in game.log.after(after) {
            metrics.events.inc();
            match entry.act {
                Act::Ordered { via, .. } => self.count_order(*via, OrderResult::Accepted),
                Act::TimedOut { deadline: Some(_), .. } => {
                    metrics.timeouts.inc();
                }
                _ => {}
            }
        }
    }

    pub(crate) fn count_order(self, via: Via, result: OrderResult) {
        let source = match via {
            Via::Page => OrderSource::Page,
            Via::Email => OrderSource::Email,
            Via::Bot => OrderSource::Bot,
            Via::Command => OrderSource::Command,
            Via::Instruction => OrderSource::Instruction,
            Via::Api => OrderSource::Api,
        };
        self.metrics().orders.get_or_create(&OrderLabels { source, result }).inc();
    }

    /// Counts a look-up in the cache.
    pub(crate) fn count_lookup(self, found: bool) {
        let result = if found { Lookup::Hit } else { Lookup::Miss };
        self.metrics().game_cache_lookups.get_or_create(&LookupLabels { result }).inc();
    }
}
