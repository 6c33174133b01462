//! Counters per time window, for rate limits that survive restarts.

use crate::error::StoreError;
use crate::sql::{Reader, Tx, sql};

const BUMP: &str = "INSERT INTO rate_counter (key, window_number, count) VALUES ($1, $2, 1) \
    ON CONFLICT (key, window_number) DO UPDATE SET count = rate_counter.count + 1 \
    RETURNING count";
const COUNT: &str = "SELECT CAST(coalesce(sum(count), 0) AS bigint) AS count \
    FROM rate_counter WHERE key = $1 AND window_number = $2";
const SWEEP: &str =
    "DELETE FROM rate_counter WHERE substr(key, 1, length($1)) = $1 AND window_number < $2";

/// Increments a counter and returns its value in this window. The caller derives the window from
/// the time, for example as the number of days or hours since 1970.
pub async fn bump(tx: &mut Tx, what: &str, window: i64) -> Result<u64, StoreError> {
    sql(BUMP).bind(what).bind(window).row(tx).await?.count("count")
}

/// Returns the value of a counter in a window.
pub async fn count(
    reader: impl Into<Reader<'_>>,
    what: &str,
    window: i64,
) -> Result<u64, StoreError> {
    let row = sql(COUNT).bind(what).bind(window).row(reader).await?;
    row.count("count")
}

/// Deletes the windows before `before` of all counters with this prefix.
pub async fn sweep(tx: &mut Tx, prefix: &str, before: i64) -> Result<u64, StoreError> {
    sql(SWEEP).bind(prefix).bind(before).run(tx).await
}
