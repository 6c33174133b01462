//! The tables of the server, for admins. What happens in a game stays hidden from them.

use chrono::{DateTime, TimeDelta, Utc};

use super::listed::{Listed, PAGE, skipped};
use crate::error::ServiceError;
use crate::handles::Administration;
use ravenpost_log::GameId;
use ravenpost_store::StoreError;
use ravenpost_store::lists::games::{self, GameRow, ListPart, Stuck};

/// Days without any change after which a running game without deadlines counts as stuck.
pub const STUCK_DAYS: i64 = 14;
/// A game also counts as stuck this many days after a deadline on which the server did not act.
/// While mail is down, deadlines do not pass for up to three days.
pub const OVERDUE_DAYS: i64 = 3;

/// A game that this server cannot read or continue.
pub struct DamagedTable {
    pub id: GameId,
    /// Its row, if that can be read.
    pub row: Option<GameRow>,
    pub why: String,
    /// Whether it is sound, but a newer version has continued it.
    pub newer: bool,
}

impl Administration<'_> {
    /// Returns a page of all games whose name contains `search`, or with that id, most recently
    /// changed first. Pages count from 1.
    pub async fn tables(self, search: &str, page: u32) -> Result<Listed<GameRow>, ServiceError> {
        Ok(Listed::of(games::search(self.store().read(), search, part(page)).await?))
    }

    /// Returns a page of the running games that do not progress, longest unchanged first. Games
    /// that are paused, voting, or waiting for players or the end of a vacation are excluded.
    pub async fn stuck_tables(
        self,
        now: DateTime<Utc>,
        search: &str,
        page: u32,
    ) -> Result<Listed<GameRow>, ServiceError> {
        let when = Stuck {
            now,
            overdue: now - TimeDelta::days(OVERDUE_DAYS),
            unchanged: now - TimeDelta::days(STUCK_DAYS),
        };
        Ok(Listed::of(games::stuck(self.store().read(), search, when, part(page)).await?))
    }

    /// Returns the games that this node has found unreadable so far.
    pub async fn damaged_tables(self) -> Result<Vec<DamagedTable>, ServiceError> {
        let damaged = self.games().damaged().into_iter().map(|found| (found, false));
        let ahead = self.games().ahead().into_iter().map(|found| (found, true));
        let mut tables = Vec::new();
        for ((id, why), newer) in damaged.chain(ahead) {
            let row = match games::get(self.store().read(), &id).await {
                Ok(row) => Some(row),
                Err(StoreError::NotFound | StoreError::Corrupt(_)) => None,
                Err(error) => return Err(error.into()),
            };
            tables.push(DamagedTable { id, row, why, newer });
        }
        Ok(tables)
    }
}

fn part(page: u32) -> ListPart {
    ListPart { limit: PAGE + 1, skip: skipped(page) }
}
