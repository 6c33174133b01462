//! Heartbeats on a database shared by several nodes. An outage is a period without a heartbeat of
//! any node. It is stored with the heartbeat that notices it, so that every node knows of it before
//! it lets a deadline pass. One node records it in the games.

use crate::handles::Cluster;
use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::clocks::outage::{AWAY, LONG, MISSED, SOON};
use crate::game::clocks::pending_compensation::Missed;
use crate::game::core::heartbeat::{ALIVE, HEARTBEAT};
use crate::node::lease::Duty;
use crate::titles;
use ravenpost_log::act::Outage;
use ravenpost_store::lists::nodes::{self, Heartbeat, OpenOutage};
use ravenpost_store::writes;
use ravenpost_zone as zone;

/// Interval of a node's heartbeats, short enough to detect a killed node quickly.
const MISSED_HEARTBEATS: Duration = Duration::seconds(10);
/// How long an outage stays open for a newer program to compensate its games. After that it counts
/// as done; otherwise it would be merged with the next outage, and the time in between compensated
/// too.
const LEFT: Duration = Duration::minutes(10);

impl Cluster<'_> {
    /// Sends a heartbeat and compensates periods in which no node was up.
    pub(in crate::game) async fn shared_heartbeat(
        self,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        // Checked first: a node with a wrong clock keeps serving pages, and no node may decide by
        // rules no longer in force.
        if self.rules_versions().others_rule().await? || self.monitoring().off_clock().is_some() {
            return Ok(());
        }
        self.after_failover().await?;
        self.look_again().await?;
        self.pay_all(now).await?;
        self.clocks().sources_of_removed_nodes(now).await?;
        let before = self.clocks().take_last_signal();
        let known = nodes::open(self.store().read()).await?;
        let soon = before.is_some_and(|last| last <= now && now - last < MISSED_HEARTBEATS);
        let open = if soon { known } else { self.notice(now).await? };
        let Some(missed) = self.open_outage(now, &open).await? else {
            self.inner().missed.is_over(Outage::Server);
            return Ok(());
        };
        let noticed = missed.noticed;
        let done = || self.store().write(writes!(|tx| nodes::done(tx, noticed, now).await));
        // Only games that this program cannot read are left, and they belong to a newer program.
        if self.inner().missed.is_recorded_here(noticed) {
            if now - noticed >= LEFT {
                done().await?;
            }
            return Ok(());
        }
        self.inner().missed.note(missed);
        if !self.monitoring().has_duty(now, Duty::Outage, HEARTBEAT).await? {
            return Ok(());
        }
        match self.clocks().compensate_all(now, missed).await? || now - noticed >= LEFT {
            true => done().await?,
            false => self.inner().missed.record_here(noticed),
        }
        self.inner().missed.is_over(Outage::Server);
        self.monitoring().duty_done(Duty::Outage).await
    }

    /// Sends a heartbeat during a long round, and renews the outage duty if this node has it.
    pub(in crate::game) async fn send_heartbeat_in_round(
        self,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        self.notice(now).await?;
        self.monitoring().renew_duty(now, Duty::Outage, HEARTBEAT).await
    }

    /// Leaves an outage to a newer program, which can read games that this one cannot. That program
    /// compensates them before any of their deadlines pass.
    pub(in crate::game) async fn leave_to_newer(
        self,
        from: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        Ok(self.store().write(writes!(|tx| nodes::left(tx, from, now).await)).await?)
    }

    /// Records periods in which no node was up, without compensating them yet.
    pub(in crate::game) async fn shared_start(
        self,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        let open = self.notice(now).await?;
        if let Some(missed) = self.open_outage(now, &open).await? {
            self.inner().missed.note(missed);
        }
        Ok(())
    }

    /// The newest time zone data of another node, if newer than this node's. Nodes with different
    /// data work, but may show different local times.
    pub async fn newer_zones(self, now: DateTime<Utc>) -> Result<Option<String>, ServiceError> {
        let all = nodes::tzdata(self.store().read(), now - ALIVE).await?;
        let newest = all.into_iter().reduce(
            |one, other| {
                if zone::is_newer(&other, &one) { other } else { one }
            },
        );
        Ok(newest.filter(|newest| zone::is_newer(newest, zone::version())))
    }

    /// Signs this node off in an orderly shutdown, so that other nodes no longer count it as up.
    pub(in crate::game) async fn leaves(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        self.notice(now).await?;
        let node = self.node().to_owned();
        self.store().write(writes!(|tx| nodes::leave(tx, &node).await)).await?;
        Ok(())
    }

    /// Sends a heartbeat. Returns the outages that are not recorded in all games yet.
    async fn notice(self, now: DateTime<Utc>) -> Result<Vec<OpenOutage>, ServiceError> {
        let node = self.node().to_owned();
        let rules = named(&titles::versions());
        let tzdata = zone::version().to_owned();
        let (missed, away, alive) = (MISSED, AWAY, ALIVE);
        let heartbeat = Heartbeat { node, at: now, rules, tzdata, missed, away, alive };
        let open = self.store().write(writes!(|tx| nodes::heartbeat(tx, &heartbeat).await)).await?;
        *self.inner().heartbeat.lock().expect("no holder panics") = Some(now);
        Ok(open)
    }

    /// All open outages as one, extended by delivery problems before it; `None` if there are none.
    async fn open_outage(
        self,
        now: DateTime<Utc>,
        open: &[OpenOutage],
    ) -> Result<Option<Missed>, ServiceError> {
        let began = open.iter().map(|one| one.began).min();
        let noticed = open.iter().map(|one| one.noticed).max();
        let Some((began, noticed)) = began.zip(noticed) else { return Ok(None) };
        let from = self.clocks().emails_stuck(now).await?.map_or(began, |since| since.min(began));
        let until = if noticed - from >= LONG { None } else { Some(noticed + SOON) };
        Ok(Some(Missed { from, noticed, until, what: Outage::Server, shared: true }))
    }
}

/// The stored form of rules versions, as read by other nodes.
pub(in crate::game) fn named(versions: &BTreeMap<&'static str, u32>) -> String {
    serde_json::to_string(versions).unwrap_or_default()
}
