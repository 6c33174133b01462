//! Tables at which nobody does anything any more: all are warned, and the table is closed when
//! nobody has done anything since. One that has not begun is closed; a game ends without a result.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::side_writes::SideWrites;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::games;
use ravenpost_store::writes;

/// Nothing is looked at that changed within this: a warning is as long at least.
const QUIET: Duration = Duration::days(7);
/// Tables asked for at a time.
const STRIDE: u32 = 200;

impl Service {
    /// Warns and closes tables at which nobody does anything. Games whose deadlines pass are seen
    /// to when they do. Of each it is noted before when it need not be looked at again, so that a
    /// round costs what there is to do, however many tables are quiet.
    pub async fn see_to_idle_tables(&self, now: DateTime<Utc>) -> Result<u64, ServiceError> {
        let (mut last, mut looked) = (None, 0);
        loop {
            let (reader, quiet) = (self.store().read(), now - QUIET);
            let idle = games::unchanged(reader, quiet, now, last.as_ref(), STRIDE).await?;
            let mut notes = Vec::with_capacity(idle.len());
            for game in &idle {
                // What is damaged is looked at again when it may be mended.
                let until = self.see_to_idle(now, game).await.unwrap_or(now + QUIET);
                notes.push((game.clone(), until));
            }
            looked += idle.len() as u64;
            last = idle.into_iter().next_back();
            if last.is_none() {
                return Ok(looked);
            }
            let job = self.store().write(writes!(|tx| {
                for (game, until) in &notes {
                    games::quiet_until(tx, game, *until).await?;
                }
                Ok(())
            }));
            job.await?;
        }
    }

    /// Looks at one table, and says before when that need not be done again.
    async fn see_to_idle(&self, now: DateTime<Utc>, game: &GameId) -> Option<DateTime<Utc>> {
        let seen = self.apart(game, self.look_at_idle(now, game)).await;
        match seen {
            Ok(until) => Some(until),
            Err(ServiceError::Damaged { .. }) => None,
            Err(error) => {
                tracing::error!(%game, %error, "a table at which nobody plays is not seen to");
                None
            }
        }
    }

    /// A table that is only looked at does not lie ready for it: others do that are played.
    async fn look_at_idle(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
    ) -> Result<DateTime<Utc>, ServiceError> {
        let live = match self.current(game).await? {
            Some(live) => live,
            None => Arc::new(self.refolded(game).await?),
        };
        if !live.course.is_idle(now) && live.course.to_warn(now).is_none() {
            return Ok(live.course.quiet_until(now));
        }
        let work = self.work(game, now, |batch| {
            batch.see_to_idle()?;
            Ok((batch.live.course.quiet_until(now), SideWrites::default()))
        });
        work.await.map(|(until, _)| until)
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
        // A table that waits for players has an organiser to warn, even if nobody sits there yet.
        let waits = course.status == Status::Open || !course.held_seats().is_empty();
        match course.to_warn(self.now).filter(|_| waits) {
            Some(closes) => self.note(Act::ClosureAnnounced { closes_at: closes }).map(drop),
            None => Ok(()),
        }
    }
}
