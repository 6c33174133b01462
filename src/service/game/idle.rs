//! Tables at which nobody does anything any more: all are warned, and the table is closed when
//! nobody has done anything since. One that has not begun is closed; a game ends without a result.

use chrono::{DateTime, Duration, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::commit::SideWrites;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::games;

/// Nothing is looked at that changed within this: a warning is as long at least.
const QUIET: Duration = Duration::days(7);
/// Tables asked for at a time.
const STRIDE: u32 = 200;

impl Service {
    /// Warns and closes tables at which nobody does anything. Games whose deadlines pass are seen
    /// to when they do.
    pub async fn see_to_idle_tables(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let mut last = None;
        loop {
            let (reader, quiet) = (self.store().read(), now - QUIET);
            let idle = games::unchanged(reader, quiet, last.as_ref(), STRIDE).await?;
            for game in &idle {
                self.see_to_idle(now, game).await;
            }
            last = idle.into_iter().next_back();
            if last.is_none() {
                return Ok(());
            }
        }
    }

    async fn see_to_idle(&self, now: DateTime<Utc>, game: &GameId) {
        let work = self.work(game, now, |batch| {
            batch.see_to_idle()?;
            Ok(((), SideWrites::default()))
        });
        if let Err(error) = self.apart(game, work).await
            && !matches!(error, ServiceError::Damaged { .. })
        {
            tracing::error!(%game, %error, "a table at which nobody plays is not seen to");
        }
    }
}

impl Batch {
    /// Warns all, or closes the table, where it is time for that.
    pub(super) fn see_to_idle(&mut self) -> Result<(), ServiceError> {
        let course = &self.live.course;
        if course.is_idle(self.now) {
            return match course.status {
                Status::Open => self.note(Act::Cancelled).map(drop),
                Status::Running => self.end(Some(Vec::new())),
                Status::Over | Status::Cancelled => Ok(()),
            };
        }
        match course.to_warn(self.now).filter(|_| !course.held_seats().is_empty()) {
            Some(closes) => self.note(Act::Warned { closes }).map(drop),
            None => Ok(()),
        }
    }
}
