//! Tracks whether inbound email works. A mail source that is down is treated like a relay outage:
//! an order may be waiting there, so no deadline passes, for at most three days, and the clocks are
//! moved when it recovers. The state is stored in the database, because an outage may outlast the
//! program.

use crate::handles::Clocks;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::core::heartbeat::ALIVE;
use crate::node::lease::Duty;
use ravenpost_log::act::Outage;
use ravenpost_store::lists::nodes;
use ravenpost_store::post::mail_sources::{self, SourceDown};
use ravenpost_store::writes;

/// The name of the remote mailbox among the mail sources.
const MAILBOX: &str = "imap";
/// Separates the name of a mail source from the name of its node.
const AT: &str = " at ";

impl Clocks<'_> {
    /// Records that a mail source is down. May be called repeatedly; the first failure counts.
    pub async fn source_is_down(
        self,
        now: DateTime<Utc>,
        source: &str,
        why: &str,
    ) -> Result<(), ServiceError> {
        let source = self.own_source(source);
        let known = self.sources_down().await?.into_iter().find(|shut| shut.source == source);
        if known.as_ref().is_some_and(|shut| shut.since <= now && shut.why == why) {
            return Ok(());
        }
        if known.is_none() {
            tracing::error!(source, why, "mail source is down");
        }
        let shut = SourceDown { source, since: now, why: why.to_owned() };
        self.store().write(writes!(|tx| mail_sources::shuts(tx, &shut).await)).await?;
        Ok(())
    }

    /// Records that a mail source works. If it was down, returns the start of the outage, once.
    pub async fn source_recovered(
        self,
        now: DateTime<Utc>,
        source: &str,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        self.opened(now, &self.own_source(source)).await
    }

    async fn opened(
        self,
        now: DateTime<Utc>,
        source: &str,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let shut = self.sources_down().await?.into_iter().find(|shut| shut.source == source);
        let Some(SourceDown { source, since, .. }) = shut else { return Ok(None) };
        // Clocks are extended first. If this is interrupted, the mail source still counts as down.
        self.outage_over(now, since, Outage::MailSource).await?;
        tracing::info!(source, "mail source recovered");
        self.store().write(writes!(|tx| mail_sources::opens(tx, &source).await)).await?;
        Ok(Some(since))
    }

    /// The mail sources that are down, longest first.
    pub async fn sources_down(self) -> Result<Vec<SourceDown>, ServiceError> {
        Ok(mail_sources::shut(self.store().read()).await?)
    }

    /// Drops mail sources that are no longer configured, so that deadlines stop waiting for them.
    pub async fn sources_are(
        self,
        now: DateTime<Utc>,
        sources: &[&str],
    ) -> Result<(), ServiceError> {
        let sources: Vec<String> = sources.iter().map(|source| self.own_source(source)).collect();
        for shut in self.own_sources_down().await? {
            if !sources.contains(&shut.source) {
                self.opened(now, &shut.source).await?;
            }
        }
        Ok(())
    }

    /// The mail sources of this node that are down, and the shared mailbox if it is.
    pub async fn own_sources_down(self) -> Result<Vec<SourceDown>, ServiceError> {
        let mut shut = self.sources_down().await?;
        let own = format!("{AT}{}", self.node());
        shut.retain(|shut| !shut.source.contains(AT) || shut.source.ends_with(&own));
        Ok(shut)
    }

    /// The name of a mail source among those of all nodes. A mail folder belongs to one node; the
    /// remote mailbox is shared.
    fn own_source(self, source: &str) -> String {
        match self.store().is_file() || source == MAILBOX {
            true => source.to_owned(),
            false => format!("{source}{AT}{}", self.node()),
        }
    }

    /// Drops the mail sources of nodes that are gone, so that deadlines stop waiting for them.
    pub(in crate::game) async fn sources_of_removed_nodes(
        self,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        let mut shut = self.sources_down().await?;
        shut.retain(|shut| shut.source.contains(AT));
        if shut.is_empty() {
            return Ok(());
        }
        let up = nodes::up(self.store().read(), now - ALIVE).await?;
        for shut in shut {
            let node = shut.source.rsplit(AT).next().unwrap_or_default().to_owned();
            let gone = node != self.node() && !up.contains(&node);
            if gone && self.monitoring().has_duty(now, Duty::Sources, Duration::seconds(30)).await?
            {
                self.opened(now, &shut.source).await?;
            }
        }
        Ok(())
    }
}
