//! How often something happened in a window of time: for limits that hold across restarts.

use sqlx::{SqliteConnection, SqliteExecutor};

use crate::store::StoreError;
use crate::store::column::Columns;

const BUMP: &str = "INSERT INTO tally (what, window, count) VALUES (?, ?, 1) \
    ON CONFLICT (what, window) DO UPDATE SET count = count + 1 RETURNING count";
const COUNT: &str = "SELECT coalesce(sum(count), 0) FROM tally WHERE what = ? AND window = ?";
const SWEEP: &str = "DELETE FROM tally WHERE substr(what, 1, length(?1)) = ?1 AND window < ?2";

/// Counts one more, and tells how many that makes in this window. A window is a number the
/// caller makes from the time: the day, or the hour, since 1970.
pub async fn bump(conn: &mut SqliteConnection, what: &str, window: i64) -> Result<u64, StoreError> {
    Ok(sqlx::query(BUMP).bind(what).bind(window).fetch_one(conn).await?.count(0)?)
}

/// How many there were in a window.
pub async fn count(
    reader: impl SqliteExecutor<'_>,
    what: &str,
    window: i64,
) -> Result<u64, StoreError> {
    let row = sqlx::query(COUNT).bind(what).bind(window).fetch_one(reader).await?;
    Ok(row.count(0)?)
}

/// Forgets the windows before one, of everything that begins with these letters.
pub async fn sweep(
    conn: &mut SqliteConnection,
    prefix: &str,
    before: i64,
) -> Result<u64, StoreError> {
    let done = sqlx::query(SWEEP).bind(prefix).bind(before).execute(conn).await?;
    Ok(done.rows_affected())
}
