//! Idle tables. All players are warned, and the table is closed if nobody acts after that. A table
//! that has not started is cancelled; a running game ends without a result.

use crate::handles::Members;
use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::side_writes::SideWrites;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::games;
use ravenpost_store::writes;

/// Tables that changed within this time are not checked. The warning period is at least as long.
const QUIET: Duration = Duration::days(7);
/// Tables read at a time.
const STRIDE: u32 = 200;

impl Members<'_> {
    /// Warns about and closes idle tables. Games with running deadlines are handled by the clock
    /// loop. For each table the time of its next check is stored, so the cost of a round does not
    /// depend on the number of idle tables.
    pub async fn see_to_idle_tables(self, now: DateTime<Utc>) -> Result<u64, ServiceError> {
        let (mut last, mut looked) = (None, 0);
        loop {
            let (reader, quiet) = (self.store().read(), now - QUIET);
            let idle = games::unchanged(reader, quiet, now, last.as_ref(), STRIDE).await?;
            let mut notes = Vec::with_capacity(idle.len());
            for game in &idle {
                // A damaged game is checked again later, in case it was repaired.
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

    /// Checks one table. Returns the time of its next check.
    async fn see_to_idle(self, now: DateTime<Utc>, game: &GameId) -> Option<DateTime<Utc>> {
        let seen = self.games().apart(game, self.look_at_idle(now, game)).await;
        match seen {
            Ok(until) => Some(until),
            Err(ServiceError::Damaged { .. }) => None,
            Err(error) => {
                tracing::error!(%game, %error, "failed to check idle table");
                None
            }
        }
    }

    /// Checks a table without caching its game, because the cache is for games being played.
    async fn look_at_idle(
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
    ) -> Result<DateTime<Utc>, ServiceError> {
        let game = match self.cluster().current(game_id).await? {
            Some(game) => game,
            None => Arc::new(self.games().refolded(game_id).await?),
        };
        if !game.status.is_idle(now) && game.status.to_warn(now).is_none() {
            return Ok(game.status.quiet_until(now));
        }
        let work = self.games().work(game_id, now, |batch| {
            batch.see_to_idle()?;
            Ok((batch.game.status.quiet_until(now), SideWrites::default()))
        });
        work.await.map(|(until, _)| until)
    }
}

impl Batch {
    /// Warns the players or closes the table, if it is time.
    pub(in crate::game) fn see_to_idle(&mut self) -> Result<(), ServiceError> {
        let status = &self.game.status;
        if status.is_idle(self.now) {
            return match status.state {
                Status::Open => self.note(Act::Cancelled).map(drop),
                Status::Running => self.end(Some(Vec::new())),
                Status::Over | Status::Cancelled => Ok(()),
            };
        }
        // A table that waits for players has an organiser to warn, even if no seat is taken yet.
        let waits = status.state == Status::Open || !status.seats.held_seats().is_empty();
        match status.to_warn(self.now).filter(|_| waits) {
            Some(closes) => self.note(Act::ClosureAnnounced { closes_at: closes }).map(drop),
            None => Ok(()),
        }
    }
}
