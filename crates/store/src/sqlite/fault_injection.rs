//! Fault injection for tests and simulations.

use crate::Store;
use crate::error::StoreError;
use crate::writes;

const PAGES: &str = "PRAGMA page_count";

impl Store {
    /// Makes the next commits fail, as with a faulty disk.
    pub fn fail_commits(&self, count: u32) {
        self.0.gate.fail(count);
    }

    /// Leaves room for only this many more pages, as on a full disk; `None` removes the limit.
    pub async fn leave_room(&self, pages: Option<u32>) -> Result<(), StoreError> {
        self.write(writes!(|tx| {
            let now: i64 = sqlx::query_scalar(PAGES).fetch_one(&mut *tx.file()?).await?;
            let most = pages.map_or(1_000_000_000, |more| now + i64::from(more));
            // The value of a pragma cannot be bound.
            let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {most}"));
            sqlx::query(limit).execute(tx.file()?).await?;
            Ok(())
        }))
        .await
    }
}
