//! Work that one node does for all: whoever has its lease. A file has one node, which has them all.

use chrono::{DateTime, Duration, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_store::lists::leases::{self, Lease};
use ravenpost_store::writes;

/// The work that is leased.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// What is looked at before a node serves anybody: marks, rules, keys.
    Start,
    /// Telling all clocks of a time in which no node was up.
    Outage,
    /// Giving all games an epoch.
    Epochs,
    Seals,
    TidyUp,
    Exhibition,
    /// Opening the doors of nodes that are gone.
    Doors,
    /// Reading the mailbox elsewhere.
    Mailbox,
    /// Telling all clocks that letters leave again.
    Relay,
}

impl Duty {
    fn key(self) -> &'static str {
        match self {
            Duty::Start => "startup",
            Duty::Outage => "outage",
            Duty::Epochs => "epochs",
            Duty::Seals => "seals",
            Duty::TidyUp => "cleanup",
            Duty::Exhibition => "exhibition_games",
            Duty::Doors => "mail_sources",
            Duty::Mailbox => "imap_mailbox",
            Duty::Relay => "smtp_relay",
        }
    }
}

impl Service {
    /// Whether this node is to do that work: it has the lease from now on for so long, or for half
    /// of that at least.
    pub async fn has_duty(
        &self,
        now: DateTime<Utc>,
        duty: Duty,
        span: Duration,
    ) -> Result<bool, ServiceError> {
        self.takes(now, duty.key(), span).await
    }

    /// Whether another node has that work.
    pub async fn others_do(&self, now: DateTime<Utc>, duty: Duty) -> Result<bool, ServiceError> {
        let lease = leases::of(self.store().read(), duty.key()).await?;
        Ok(lease.is_some_and(|lease| lease.holder != self.node() && lease.until > now))
    }

    /// Goes on with that work where this node has it.
    pub(in crate::service) async fn keeps_duty(
        &self,
        now: DateTime<Utc>,
        duty: Duty,
        span: Duration,
    ) -> Result<(), ServiceError> {
        match leases::of(self.store().read(), duty.key()).await? {
            Some(lease) if lease.holder == self.node() && lease.until > now => {
                self.takes(now, duty.key(), span).await.map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Another node may take that work up at once.
    pub async fn duty_done(&self, duty: Duty) -> Result<(), ServiceError> {
        self.gives_back(duty.key()).await
    }

    /// Takes a lease by its name, or keeps it. Nothing is written while it is somebody else's.
    pub(in crate::service) async fn takes(
        &self,
        now: DateTime<Utc>,
        what: &str,
        span: Duration,
    ) -> Result<bool, ServiceError> {
        if self.store().is_file() {
            return Ok(true);
        }
        match leases::of(self.store().read(), what).await? {
            Some(lease) if lease.holder != self.node() && lease.until > now => return Ok(false),
            Some(lease) if lease.holder == self.node() && lease.until - now > span / 2 => {
                return Ok(true);
            }
            _ => {}
        }
        let lease = Lease { holder: self.node().to_owned(), until: now + span };
        let what = what.to_owned();
        let job = self.store().write(writes!(|tx| leases::take(tx, &what, &lease, now).await));
        Ok(job.await?)
    }

    pub(in crate::service) async fn gives_back(&self, what: &str) -> Result<(), ServiceError> {
        if self.store().is_file() {
            return Ok(());
        }
        let (what, node) = (what.to_owned(), self.node().to_owned());
        let job = self.store().write(writes!(|tx| leases::give_back(tx, &what, &node).await));
        Ok(job.await?)
    }
}
