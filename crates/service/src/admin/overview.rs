//! The state of the server at a glance.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::handles::Administration;
use crate::node::health::Health;
use ravenpost_log::table::status::Status;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::games;
use ravenpost_store::people::players;
use ravenpost_store::talk::reports;

pub struct Overview {
    pub health: Health,
    /// Free bytes on the data disk; `None` if the node has no folder of its own.
    pub free: Option<u64>,
    /// The size of the database file in bytes; `None` for a database server.
    pub database: Option<u64>,
    pub players: u64,
    pub open: u64,
    pub running: u64,
    /// Reports that no admin has closed, except those about the asking admin.
    pub reports: u64,
}

impl Administration<'_> {
    /// Returns the state of the server, for an admin.
    pub async fn overview(
        self,
        now: DateTime<Utc>,
        admin: PlayerId,
    ) -> Result<Overview, ServiceError> {
        let reader = self.store().read();
        let file = std::fs::metadata(self.store().path()).ok().filter(|_| self.store().is_file());
        Ok(Overview {
            health: self.monitoring().health(now).await?,
            free: self.monitoring().free_space().ok().flatten(),
            database: file.map(|file| file.len()),
            players: players::count(reader).await?,
            open: games::count(reader, Status::Open).await?,
            running: games::count(reader, Status::Running).await?,
            reports: reports::open(reader, admin).await?,
        })
    }
}
