//! How much randomised tests do: little for every change, much in night runs.

use std::time::{Duration, Instant};

/// Returns the seeds to play: `few` of them by default. The environment can select a single one
/// (`RAVENPOST_SEED`), a number of them (`RAVENPOST_SEEDS`), or a duration (`RAVENPOST_MINUTES`).
/// The last two start at `RAVENPOST_FROM`, so that a night run can continue where the previous one
/// ended.
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
