//! Duties that one node performs for all, by holding a lease. A file database has one node with all
//! duties.

use crate::handles::Monitoring;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use ravenpost_store::lists::leases::{self, Lease};
use ravenpost_store::writes;

/// A leased duty, with the stored name of its lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr, strum::VariantArray)]
pub enum Duty {
    /// Startup work before a node serves requests: marks, rules and keys.
    #[strum(serialize = "startup")]
    Start,
    /// Compensating all games for an outage of all nodes.
    #[strum(serialize = "outage")]
    Outage,
    /// Renewing the epochs of all games.
    #[strum(serialize = "epochs")]
    Epochs,
    #[strum(serialize = "seals")]
    Seals,
    #[strum(serialize = "cleanup")]
    TidyUp,
    #[strum(serialize = "exhibition_games")]
    Exhibition,
    /// Dropping the mail sources of nodes that are gone.
    #[strum(serialize = "mail_sources")]
    Sources,
    /// Reading the remote mailbox.
    #[strum(serialize = "imap_mailbox")]
    Mailbox,
    /// Compensating all games after a relay outage.
    #[strum(serialize = "smtp_relay")]
    Relay,
}

impl Duty {
    pub const ALL: &[Duty] = <Duty as strum::VariantArray>::VARIANTS;

    /// The stored name of the lease.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

impl Monitoring<'_> {
    /// Takes or renews the lease on a duty. Returns whether this node holds it, for at least half
    /// of `span`.
    pub async fn has_duty(
        self,
        now: DateTime<Utc>,
        duty: Duty,
        span: Duration,
    ) -> Result<bool, ServiceError> {
        self.takes(now, duty.key(), span).await
    }

    /// Whether another node holds the duty.
    pub async fn others_do(self, now: DateTime<Utc>, duty: Duty) -> Result<bool, ServiceError> {
        let lease = leases::of(self.store().read(), duty.key()).await?;
        Ok(lease.is_some_and(|lease| lease.holder != self.node() && lease.until > now))
    }

    /// Renews the lease on a duty if this node holds it.
    pub(crate) async fn renew_duty(
        self,
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

    /// Releases the duty for other nodes.
    pub async fn duty_done(self, duty: Duty) -> Result<(), ServiceError> {
        self.gives_back(duty.key()).await
    }

    /// Takes or renews a lease by name. Nothing is written while another node holds it.
    pub(crate) async fn takes(
        self,
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

    pub(crate) async fn gives_back(self, what: &str) -> Result<(), ServiceError> {
        if self.store().is_file() {
            return Ok(());
        }
        let (what, node) = (what.to_owned(), self.node().to_owned());
        let job = self.store().write(writes!(|tx| leases::give_back(tx, &what, &node).await));
        Ok(job.await?)
    }
}
