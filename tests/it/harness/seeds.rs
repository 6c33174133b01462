//! How much a test that plays at random does: little with every change, much at night.

use std::time::{Duration, Instant};

/// The seeds to play: `few` of them, or as the environment says: `RAVENPOST_SEED` that one alone,
/// `RAVENPOST_SEEDS` so many, `RAVENPOST_MINUTES` one after the other for so long. The last two
/// begin with `RAVENPOST_FROM`, so that a night goes on where the one before ended.
pub fn seeds(few: u64) -> Box<dyn Iterator<Item = u64>> {
    if let Some(seed) = number("RAVENPOST_SEED") {
        return Box::new(std::iter::once(seed));
    }
    let from = number("RAVENPOST_FROM").unwrap_or(0);
    let Some(minutes) = number("RAVENPOST_MINUTES") else {
        return Box::new(from..from + number("RAVENPOST_SEEDS").unwrap_or(few));
    };
    let (began, span) = (Instant::now(), Duration::from_secs(60 * minutes));
    Box::new((from..).take_while(move |_| began.elapsed() < span))
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
