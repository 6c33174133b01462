//! Selects the games that this node handles in a tick. Nodes that share a database claim the games
//! they take. Another node takes over when a claim expires.
//!
//! Handling a game twice is harmless, because work always starts from its current state.

use crate::handles::Clocks;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use ravenpost_log::GameId;
use ravenpost_store::lists::deadlines;
use ravenpost_store::lists::leases::Lease;
use ravenpost_store::writes;

/// How long a claim is valid. Storing an event in the game ends it earlier.
const CLAIMED: Duration = Duration::seconds(30);

impl Clocks<'_> {
    /// The due games, each once; on a shared database only those claimed by this node.
    pub(in crate::game) async fn due_work(
        self,
        now: DateTime<Utc>,
        stride: u32,
    ) -> Result<Vec<GameId>, ServiceError> {
        let (reader, but) = (self.store().read(), self.games().not_served());
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
