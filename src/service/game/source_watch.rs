//! Whether letters come in. A door that is shut is an outage like that of the relay: an order may
//! lie behind it, so no deadline passes, for three days at most, and the clocks are moved when it
//! opens again. Kept in the database, because that may outlast the program.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_log::act::Outage;
use ravenpost_store::post::mail_sources::{self, SourceDown};
use ravenpost_store::writes;

impl Service {
    /// No letter comes in by this door, for this reason. Told again and again, the first time
    /// counts.
    pub async fn door_is_shut(
        &self,
        now: DateTime<Utc>,
        door: &str,
        why: &str,
    ) -> Result<(), ServiceError> {
        let known = self.shut_doors().await?.into_iter().find(|shut| shut.door == door);
        if known.as_ref().is_some_and(|shut| shut.since <= now && shut.why == why) {
            return Ok(());
        }
        if known.is_none() {
            tracing::error!(door, why, "no letters come in: a door is shut");
        }
        let shut = SourceDown { door: door.to_owned(), since: now, why: why.to_owned() };
        self.store().write(writes!(|tx| mail_sources::shuts(tx, &shut).await)).await?;
        Ok(())
    }

    /// Letters come in by this door. Tells since when they did not, once.
    pub async fn door_is_open(
        &self,
        now: DateTime<Utc>,
        door: &str,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let shut = self.shut_doors().await?.into_iter().find(|shut| shut.door == door);
        let Some(SourceDown { door, since, .. }) = shut else { return Ok(None) };
        // The clocks first: should that be broken off, the door counts as shut still.
        self.outage_over(now, since, Outage::Door).await?;
        tracing::info!(door, "letters come in again");
        self.store().write(writes!(|tx| mail_sources::opens(tx, &door).await)).await?;
        Ok(Some(since))
    }

    /// The doors that are shut, the longest first.
    pub async fn shut_doors(&self) -> Result<Vec<SourceDown>, ServiceError> {
        Ok(mail_sources::shut(self.store().read()).await?)
    }

    /// Doors that are not among these were taken away: nobody waits for them any more.
    pub async fn doors_are(&self, now: DateTime<Utc>, doors: &[&str]) -> Result<(), ServiceError> {
        for shut in self.shut_doors().await? {
            if !doors.contains(&shut.door.as_str()) {
                self.door_is_open(now, &shut.door).await?;
            }
        }
        Ok(())
    }
}
