//! Updates the metrics that describe a state, just before they are read.

use crate::handles::Monitoring;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::{DateTime, NaiveTime, Utc};

use crate::error::ServiceError;
use crate::node::health::{Health, OK};
use ravenpost_metrics::labels::{
    ComponentLabels, DATABASE, NodeLabels, NodeState, OutboxLabels, OutboxState, VersionLabels,
};
use ravenpost_store::log::seals;
use ravenpost_store::post::outbox;

/// How long to wait for the database. The other metrics are shown without it.
const TIMEOUT: Duration = Duration::from_secs(5);

impl Monitoring<'_> {
    /// Updates all metrics. If the database cannot be read, those that come from it keep their last
    /// values.
    pub async fn measure(self, now: DateTime<Utc>) {
        self.measure_node();
        let read = tokio::time::timeout(TIMEOUT, self.measure_database(now)).await;
        let late = || ServiceError::Broken(anyhow::anyhow!("no answer within {TIMEOUT:?}"));
        let components = match read.unwrap_or_else(|_| Err(late())) {
            Ok(components) => components,
            Err(error) => self.health_without_database(now, &error).components,
        };
        for (component, state) in components {
            let labels = ComponentLabels { component };
            self.metrics().component_up.get_or_create(&labels).set((state == OK).into());
        }
    }

    /// Updates the metrics that need no database.
    fn measure_node(self) {
        let (metrics, work) = (self.metrics(), self.store().writer_work());
        metrics.writer_queue_jobs.set(shown(work.queued as u64));
        metrics.writer_jobs.inner().store(work.jobs, Ordering::Relaxed);
        metrics.writer_transactions.inner().store(work.transactions, Ordering::Relaxed);
        metrics.game_cache_bytes.set(shown(self.cached_count() as u64));
        metrics.build_info.get_or_create(&VersionLabels::own()).set(1);
    }

    /// Updates the metrics that come from the database. Returns the state of each component.
    async fn measure_database(
        self,
        now: DateTime<Utc>,
    ) -> Result<BTreeMap<&'static str, String>, ServiceError> {
        let health = self.health(now).await?;
        let emails = outbox::counts(self.store().read(), now).await?;
        let seal = seals::last(self.store().read()).await?;
        let backup = self.backed_up().await?;
        let nodes = self.cluster().node_states(now).await?;
        let metrics = self.metrics();
        for (state, count) in [
            (OutboxState::Waiting, emails.waiting.saturating_sub(emails.refused)),
            (OutboxState::Retrying, emails.refused),
            (OutboxState::Sending, emails.sending),
            (OutboxState::Failed, emails.dead),
        ] {
            metrics.outbox_emails.get_or_create(&OutboxLabels { state }).set(shown(count));
        }
        for (state, count) in [
            (NodeState::Working, nodes.working),
            (NodeState::WithoutRelay, nodes.without_relay),
            (NodeState::Silent, nodes.silent),
        ] {
            metrics.nodes.get_or_create(&NodeLabels { state }).set(shown(count));
        }
        let sealed = seal.map(|seal| seal.day.and_time(NaiveTime::MIN).and_utc().timestamp());
        metrics.seal_timestamp_seconds.set(sealed.unwrap_or(0));
        metrics.backup_timestamp_seconds.set(backup.map_or(0, |made| made.timestamp()));
        self.show_health(&health);
        let mut components = health.components;
        components.insert(DATABASE, OK.to_owned());
        Ok(components)
    }

    fn show_health(self, health: &Health) {
        let metrics = self.metrics();
        metrics.outbox_oldest_age_seconds.set(health.oldest_email.unwrap_or(0));
        metrics.relay_down_seconds.set(health.relay_down.unwrap_or(0));
        metrics.mail_source_down_seconds.set(health.source_down.unwrap_or(0));
        metrics.clock_lag_seconds.set(health.overdue.unwrap_or(0));
        metrics.damaged_games.set(shown(health.games_damaged as u64));
    }
}

/// Converts a count to the type of a gauge.
fn shown(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
