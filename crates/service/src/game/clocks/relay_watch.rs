//! Tracks outages of the mail relay. The start is stored in the database, because an outage may
//! outlast the program. No clock runs while prompts cannot be sent by email.
//!
//! If several nodes share a database, email works as long as one of them reaches the relay. Each
//! node records that it cannot; it is an outage of the installation only if none can.

use crate::handles::Clocks;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::heartbeat::{ALIVE, HEARTBEAT};
use crate::node::lease::Duty;
use ravenpost_log::act::Outage;
use ravenpost_store::lists::nodes;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::writes;

impl Clocks<'_> {
    /// Records that this node cannot reach the relay. May be called repeatedly: the first failure
    /// counts, but each call also checks whether another node can still send.
    pub async fn relay_is_down(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let (node, reader) = (self.node().to_owned(), self.store().read());
        let unnoted = nodes::relay_of(reader, &node).await? == Some(None);
        let noted = self.relay_down_since().await?.is_some_and(|since| since <= now);
        if !unnoted && (noted || nodes::another_sends(reader, &node, now - ALIVE).await?) {
            return Ok(());
        }
        self.store()
            .write(writes!(|tx| {
                if unnoted {
                    nodes::relay_down(tx, &node, Some(now)).await?;
                }
                if nodes::another_sends(&mut *tx, &node, now - ALIVE).await? {
                    return Ok(());
                }
                let known = settings::get(&mut *tx, Key::RelayDownSince).await?;
                let since = known.as_deref().and_then(moment).map_or(now, |since| since.min(now));
                settings::set(tx, Key::RelayDownSince, &since.to_rfc3339()).await
            }))
            .await?;
        Ok(())
    }

    /// Records that this node reaches the relay. If no node did before, returns the start of that
    /// outage, once.
    pub async fn relay_answers(
        self,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        if self.relay_down_here().await?.is_some() {
            let node = self.node().to_owned();
            self.store().write(writes!(|tx| nodes::relay_down(tx, &node, None).await)).await?;
        }
        let Some(since) = self.relay_down_since().await? else { return Ok(None) };
        if !self.monitoring().has_duty(now, Duty::Relay, HEARTBEAT).await? {
            return Ok(None);
        }
        // Clocks are extended first. If this is interrupted, the relay still counts as down.
        self.outage_over(now, since, Outage::Relay).await?;
        self.store().write(writes!(|tx| settings::unset(tx, Key::RelayDownSince).await)).await?;
        self.monitoring().duty_done(Duty::Relay).await?;
        Ok(Some(since))
    }

    /// The start of the current relay outage; `None` while delivery works.
    pub async fn relay_down_since(self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let since = settings::get(self.store().read(), Key::RelayDownSince).await?;
        Ok(since.as_deref().and_then(moment))
    }

    /// The nodes that cannot reach the relay, each with the start of its outage.
    pub async fn nodes_cut_off(
        self,
        now: DateTime<Utc>,
    ) -> Result<Vec<(String, DateTime<Utc>)>, ServiceError> {
        Ok(nodes::cut_off(self.store().read(), now - ALIVE).await?)
    }

    /// The start of this node's own relay outage, if it is one of several nodes.
    pub(crate) async fn relay_down_here(self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        Ok(nodes::relay_of(self.store().read(), self.node()).await?.flatten())
    }
}

fn moment(text: &str) -> Option<DateTime<Utc>> {
    Some(DateTime::parse_from_rfc3339(text).ok()?.to_utc())
}
