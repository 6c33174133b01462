//! How often something happened in a window of time: for limits that hold across restarts.

use crate::error::StoreError;
use crate::sql::{Reader, Tx, sql};

const BUMP: &str = "INSERT INTO rate_counter (key, window_number, count) VALUES ($1, $2, 1) \
    ON CONFLICT (key, window_number) DO UPDATE SET count = rate_counter.count + 1 \
    RETURNING count";
const COUNT: &str = "SELECT CAST(coalesce(sum(count), 0) AS bigint) FROM rate_counter \
    WHERE key = $1 AND window_number = $2";
const SWEEP: &str =
    "DELETE FROM rate_counter WHERE substr(key, 1, length($1)) = $1 AND window_number < $2";

/// Counts one more, and tells how many that makes in this window. A window is a number the
/// caller makes from the time: the day, or the hour, since 1970.
pub async fn bump(tx: &mut Tx, what: &str, window: i64) -> Result<u64, StoreError> {
    sql(BUMP).bind(what).bind(window).row(tx).await?.count(0)
}

/// How many there were in a window.
pub async fn count(
    reader: impl Into<Reader<'_>>,
    what: &str,
    window: i64,
) -> Result<u64, StoreError> {
    let row = sql(COUNT).bind(what).bind(window).row(reader).await?;
    row.count(0)
}

/// Forgets the windows before one, of everything that begins with these letters.
pub async fn sweep(tx: &mut Tx, prefix: &str, before: i64) -> Result<u64, StoreError> {
    sql(SWEEP).bind(prefix).bind(before).run(tx).await
}
