//! Counts what happens to games, for monitoring.

use crate::game::core::folded::Game;
use ravenpost_log::Act;
use ravenpost_log::act::Via;
use ravenpost_metrics::Metrics;
use ravenpost_metrics::labels::{Lookup, LookupLabels, OrderLabels, OrderResult, OrderSource};
use ravenpost_rules::numbers::Seq;

/// Counts the events of a game after that one, which were just stored.
pub(crate) fn count_stored(metrics: &Metrics, game: &Game, after: Seq) {
    for entry in game.log.after(after) {
        metrics.events.inc();
        match entry.act {
            Act::Ordered { via, .. } => count_order(metrics, *via, OrderResult::Accepted),
            Act::TimedOut { deadline: Some(_), .. } => {
                metrics.timeouts.inc();
            }
            _ => {}
        }
    }
}

pub(crate) fn count_order(metrics: &Metrics, via: Via, result: OrderResult) {
    let source = match via {
        Via::Page => OrderSource::Page,
        Via::Email => OrderSource::Email,
        Via::Bot => OrderSource::Bot,
        Via::Command => OrderSource::Command,
        Via::Instruction => OrderSource::Instruction,
        Via::Api => OrderSource::Api,
    };
    metrics.orders.get_or_create(&OrderLabels { source, result }).inc();
}

/// Counts a look-up in the cache.
pub(crate) fn count_lookup(metrics: &Metrics, found: bool) {
    let result = if found { Lookup::Hit } else { Lookup::Miss };
    metrics.game_cache_lookups.get_or_create(&LookupLabels { result }).inc();
}
