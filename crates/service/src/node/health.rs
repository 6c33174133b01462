//! Health of the service, for monitoring.

use crate::handles::Monitoring;
use std::collections::BTreeMap;
use std::path::Path;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::components::Component;
use crate::error::ServiceError;
use ravenpost_metrics::labels::DATABASE;
use ravenpost_store::lists::{deadlines, settings};
use ravenpost_store::post::mail_sources::SourceDown;
use ravenpost_store::post::outbox;
use ravenpost_zone as zone;

/// The public health report. It does not include the number of events, which on a small server
/// would reveal that a player left an instruction.
#[derive(Clone, Debug, Serialize)]
pub struct Health {
    pub emails_waiting: u64,
    pub emails_dead: u64,
    /// Queued emails whose delivery was tried before without success.
    pub emails_refused: u64,
    /// Seconds since the relay could last be reached, by this node or any other; `None` while it
    /// works.
    pub relay_down: Option<i64>,
    /// Seconds since the first mail source went down; `None` while all work.
    pub source_down: Option<i64>,
    /// Seconds for which the oldest due email has waited.
    pub oldest_email: Option<i64>,
    /// Games found so far that cannot be read or continued. The log names each.
    pub games_damaged: usize,
    /// Games found so far that a newer program has continued. This one does not touch them.
    pub games_ahead: usize,
    /// Seconds by which the oldest deadline in all other games is overdue; small while the clock
    /// loop works.
    pub overdue: Option<i64>,
    /// Seconds since the server's latest backup; `None` before the first.
    pub backup_age: Option<i64>,
    /// The release of the time zone data in use.
    pub tzdata: &'static str,
    /// A newer release that another node uses.
    pub newer_tzdata: Option<String>,
    /// The first component that does not work, with the reason.
    pub trouble: Option<String>,
    /// Every component: `ok`, or why it does not work.
    pub components: BTreeMap<&'static str, String>,
}

/// The health report while the database cannot be read.
#[derive(Clone, Debug, Serialize)]
pub struct BareHealth {
    pub trouble: Option<String>,
    pub components: BTreeMap<&'static str, String>,
}

/// The state of a working component.
pub(crate) const OK: &str = "ok";
/// Free space on the data disk below which the next writes may fail.
const LEAST_FREE: u64 = 16 << 20;

impl Monitoring<'_> {
    /// Collects the health report; fails if the database cannot be read.
    pub async fn health(self, now: DateTime<Utc>) -> Result<Health, ServiceError> {
        let reader = self.store().read();
        let emails = outbox::counts(reader, now).await?;
        let next = deadlines::next_moment(reader, &self.games().not_served()).await?;
        let out_of_reach = self.games().out_of_reach();
        let relay_down = self
            .clocks()
            .relay_down_here()
            .await?
            .into_iter()
            .chain(self.clocks().relay_down_since().await?);
        let shut = self.clocks().own_sources_down().await?.into_iter().next();
        let components = self.by_component(now, shut.as_ref());
        Ok(Health {
            emails_waiting: emails.waiting,
            emails_dead: emails.dead,
            emails_refused: emails.refused,
            relay_down: relay_down.min().map(|since| (now - since).num_seconds()),
            source_down: shut.map(|shut| (now - shut.since).num_seconds()),
            games_damaged: out_of_reach.damaged,
            games_ahead: out_of_reach.ahead,
            oldest_email: emails.oldest.map(|oldest| (now - oldest).num_seconds()),
            backup_age: self.backed_up().await?.map(|at| (now - at).num_seconds()),
            trouble: first_problem(&components),
            overdue: next.filter(|next| *next < now).map(|next| (now - next).num_seconds()),
            tzdata: zone::version(),
            newer_tzdata: self.cluster().newer_zones(now).await?,
            components,
        })
    }

    /// The health report for when the database cannot be read.
    pub fn health_without_database(self, now: DateTime<Utc>, why: &ServiceError) -> BareHealth {
        let mut components = self.by_component(now, None);
        components.insert(DATABASE, why.to_string());
        BareHealth { trouble: Some(format!("database: {why}")), components }
    }

    /// Checks that pages can be shown: the database answers queries.
    pub async fn can_read(self) -> Result<(), ServiceError> {
        settings::get(self.store().read(), settings::Key::Moved).await?;
        Ok(())
    }

    fn by_component(
        self,
        now: DateTime<Utc>,
        shut: Option<&SourceDown>,
    ) -> BTreeMap<&'static str, String> {
        let mut all = BTreeMap::from([
            ("writer", self.store().trouble().map(|why| why.to_string())),
            ("disk", self.disk_problem()),
        ]);
        for (component, failure) in self.components(now) {
            all.insert(component.name(), failure);
        }
        if let Some(shut) = shut {
            let since = (now - shut.since).num_seconds();
            let why = format!("no emails have come in by {} for {since} s", shut.source);
            all.insert(Component::Inbound.name(), Some(why));
        }
        if let Some(why) = self.rules_versions().reason_to_stand_aside() {
            all.insert(Component::Clocks.name(), Some(why));
        }
        all.into_iter().map(|(name, why)| (name, why.unwrap_or_else(|| OK.to_owned()))).collect()
    }

    /// The problem with the data disk: it is full or cannot be checked, or the database was deleted
    /// while the server uses it. Writes still succeed then, and are lost when the server stops.
    fn disk_problem(self) -> Option<String> {
        if self.store().is_file() && !self.store().path().exists() {
            return Some("the database file was deleted".to_owned());
        }
        match self.free_space() {
            Ok(free) => free.and_then(full),
            Err(error) => Some(error.to_string()),
        }
    }

    /// Returns the free bytes of the data disk. A node of a shared database may have no folder of
    /// its own, and then there is no such disk.
    pub(crate) fn free_space(self) -> Result<Option<u64>, rustix::io::Errno> {
        let folder = self.store().path().parent().filter(|path| !path.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        match rustix::fs::statvfs(folder) {
            Ok(disk) => Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize))),
            Err(rustix::io::Errno::NOENT) if !self.store().is_file() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn full(free: u64) -> Option<String> {
    (free < LEAST_FREE).then(|| format!("only {} KB are free", free >> 10))
}

/// The first component that does not work. The log component is not considered, because the server
/// can work without it.
fn first_problem(components: &BTreeMap<&'static str, String>) -> Option<String> {
    let mut failed = components
        .iter()
        .filter(|(name, state)| **name != Component::Log.name() && state.as_str() != OK);
    failed.next().map(|(name, why)| format!("{name}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disk_counts_as_full_before_its_last_byte() {
        assert_eq!(full(1 << 30), None);
        assert!(full(1 << 20).is_some_and(|why| why.contains("1024 KB")));
    }

    #[test]
    fn lost_log_lines_are_reported_but_the_server_stays_ready() {
        let of = |name: &'static str| BTreeMap::from([(name, "broken".to_owned())]);
        assert_eq!(first_problem(&of("log")), None);
        assert_eq!(first_problem(&of("sender")).as_deref(), Some("sender: broken"));
    }
}
