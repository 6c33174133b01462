//! Whether letters come in. A door that is shut is an outage like that of the relay: an order may
//! lie behind it, so no deadline passes, for three days at most, and the clocks are moved when it
//! opens again. Kept in the database, because that may outlast the program.

use chrono::{DateTime, Duration, Utc};

use super::nobody_up::ALIVE;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::lease::Duty;
use ravenpost_log::act::Outage;
use ravenpost_store::lists::nodes;
use ravenpost_store::post::mail_sources::{self, SourceDown};
use ravenpost_store::writes;

/// The mailbox elsewhere, among the doors.
const MAILBOX: &str = "imap";
/// Between a door of a node and the node's name.
const AT: &str = " at ";

impl Service {
    /// No letter comes in by this door, for this reason. Told again and again, the first time
    /// counts.
    pub async fn door_is_shut(
        &self,
        now: DateTime<Utc>,
        door: &str,
        why: &str,
    ) -> Result<(), ServiceError> {
        let door = self.own_door(door);
        let known = self.shut_doors().await?.into_iter().find(|shut| shut.door == door);
        if known.as_ref().is_some_and(|shut| shut.since <= now && shut.why == why) {
            return Ok(());
        }
        if known.is_none() {
            tracing::error!(door, why, "no letters come in: a door is shut");
        }
        let shut = SourceDown { door, since: now, why: why.to_owned() };
        self.store().write(writes!(|tx| mail_sources::shuts(tx, &shut).await)).await?;
        Ok(())
    }

    /// Letters come in by this door. Tells since when they did not, once.
    pub async fn door_is_open(
        &self,
        now: DateTime<Utc>,
        door: &str,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        self.opened(now, &self.own_door(door)).await
    }

    async fn opened(
        &self,
        now: DateTime<Utc>,
        door: &str,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let shut = self.shut_doors().await?.into_iter().find(|shut| shut.door == door);
        let Some(SourceDown { door, since, .. }) = shut else { return Ok(None) };
        // The clocks first: should that be broken off, the door counts as shut still.
        self.outage_over(now, since, Outage::MailSource).await?;
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
        let doors: Vec<String> = doors.iter().map(|door| self.own_door(door)).collect();
        for shut in self.own_shut_doors().await? {
            if !doors.contains(&shut.door) {
                self.opened(now, &shut.door).await?;
            }
        }
        Ok(())
    }

    /// The mail sources of this node that are down, and the shared mailbox if it is.
    pub async fn own_shut_doors(&self) -> Result<Vec<SourceDown>, ServiceError> {
        let mut shut = self.shut_doors().await?;
        let own = format!("{AT}{}", self.node());
        shut.retain(|shut| !shut.door.contains(AT) || shut.door.ends_with(&own));
        Ok(shut)
    }

    /// How a door is called among those of all nodes. A folder is a node's own, and so is what it
    /// says of it; the mailbox elsewhere is everybody's.
    fn own_door(&self, door: &str) -> String {
        match self.store().is_file() || door == MAILBOX {
            true => door.to_owned(),
            false => format!("{door}{AT}{}", self.node()),
        }
    }

    /// A node that is gone took its doors with it: nobody can look behind them, and no deadline
    /// waits for them any more.
    pub(super) async fn doors_of_the_gone(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let mut shut = self.shut_doors().await?;
        shut.retain(|shut| shut.door.contains(AT));
        if shut.is_empty() {
            return Ok(());
        }
        let up = nodes::up(self.store().read(), now - ALIVE).await?;
        for shut in shut {
            let node = shut.door.rsplit(AT).next().unwrap_or_default().to_owned();
            let gone = node != self.node() && !up.contains(&node);
            if gone && self.has_duty(now, Duty::Doors, Duration::seconds(30)).await? {
                self.opened(now, &shut.door).await?;
            }
        }
        Ok(())
    }
}
