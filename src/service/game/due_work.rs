//! Which games this node looks after in a tick. Where several nodes share a database each claims
//! what it takes up: the work is done once, and by another when whoever had it does not come back.
//!
//! Twice the work would be harmless, because a game is only ever gone on with from where it stands.

use chrono::{DateTime, Duration, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_log::GameId;
use ravenpost_store::lists::deadlines;
use ravenpost_store::lists::leases::Lease;
use ravenpost_store::writes;

/// How long a claim holds. What is stored in a game ends it.
const CLAIMED: Duration = Duration::seconds(30);

impl Service {
    /// The games that are due, each once; on a shared database those that are this node's.
    pub(super) async fn due_work(
        &self,
        now: DateTime<Utc>,
        stride: u32,
    ) -> Result<Vec<GameId>, ServiceError> {
        let (reader, but) = (self.store().read(), self.not_served());
        let mut due: Vec<GameId> = Vec::new();
        for row in deadlines::due(reader, now, stride, &but, self.node()).await? {
            if due.last() != Some(&row.game) && !due.contains(&row.game) {
                due.push(row.game);
            }
        }
        if due.is_empty() || self.store().is_file() {
            return Ok(due);
        }
        let claim = Lease { holder: self.node().to_owned(), until: now + CLAIMED };
        let games = due.clone();
        let job = self.store().write(writes!(|tx| deadlines::claim(tx, &games, &claim, now).await));
        let ours = job.await?;
        due.retain(|game| ours.contains(game));
        Ok(due)
    }
}
