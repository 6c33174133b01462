//! The messages that players reported, for admins.

use chrono::{DateTime, Utc};

use super::listed::{Listed, PAGE, skipped};
use crate::error::ServiceError;
use crate::handles::Administration;
use crate::people::admins::must_be_admin;
use ravenpost_store::talk::reports::{self, Report};
use ravenpost_store::{PlayerId, writes};

impl Administration<'_> {
    /// Returns a page of the reports that an admin may see, or of all for a command on the server,
    /// open ones first. Pages count from 1.
    pub async fn reports(
        self,
        admin: Option<PlayerId>,
        page: u32,
    ) -> Result<Listed<Report>, ServiceError> {
        let reader = self.store().read();
        Ok(Listed::of(reports::list(reader, admin, PAGE + 1, skipped(page)).await?))
    }

    /// Closes a report that an admin has dealt with.
    pub async fn close_report(
        self,
        now: DateTime<Utc>,
        by: PlayerId,
        report: i64,
    ) -> Result<(), ServiceError> {
        let job = self.store().try_write(writes!(|tx| {
            must_be_admin(&mut *tx, by).await?;
            Ok(reports::close(tx, by, report, now).await?)
        }));
        job.await
    }
}
