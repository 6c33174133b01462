//! Beats on a database that several nodes share: each node beats, and an outage is when none did.
//! It is written with the beat that notices it, so that whichever node looks next knows of it
//! before it lets any deadline pass; one node tells all clocks.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use super::missed::Missed;
use super::outage::{AWAY, LONG, MISSED, SOON};
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::lease::Duty;
use crate::titles;
use crate::zone;
use ravenpost_log::act::Outage;
use ravenpost_store::lists::nodes::{self, Beat, NobodyUp};
use ravenpost_store::writes;

/// How often a node beats: often enough that who was killed is missed by little.
const BEATS: Duration = Duration::seconds(10);
/// A node that was heard of this long ago is taken to be up.
pub(super) const ALIVE: Duration = Duration::seconds(30);
/// For how long what an outage took from games of a newer program is left to it. If none has come
/// by then it counts as done: a time that stood open for long would be joined to the next one, and
/// give everybody back what lay between them.
const LEFT: Duration = Duration::minutes(10);
/// For how long one node has the telling of the clocks to itself.
pub(super) const TELLS: Duration = Duration::minutes(2);

impl Service {
    /// Beats, and makes good what no node was up for.
    pub(super) async fn shared_heartbeat(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        // Asked first: a node whose clock is off goes on with pages, and is not to decide by rules
        // that are in force no more.
        if self.others_rule().await? || self.off_clock().is_some() {
            return Ok(());
        }
        self.after_failover().await?;
        self.look_again().await?;
        self.pay_all(now).await?;
        self.doors_of_the_gone(now).await?;
        let before = self.last_stirred();
        let known = nodes::open(self.store().read()).await?;
        let soon = before.is_some_and(|last| last <= now && now - last < BEATS);
        let open = if soon { known } else { self.notice(now).await? };
        let Some(missed) = self.nobody_up(now, &open).await? else {
            self.0.missed.is_over(Outage::Server);
            return Ok(());
        };
        let noticed = missed.noticed;
        let done = || self.store().write(writes!(|tx| nodes::done(tx, noticed, now).await));
        // What is left of it is for a newer program: no game that this one can read hangs on it.
        if self.0.missed.is_told_here(noticed) {
            if now - noticed >= LEFT {
                done().await?;
            }
            return Ok(());
        }
        self.0.missed.note(missed);
        if !self.has_duty(now, Duty::Outage, TELLS).await? {
            return Ok(());
        }
        match self.make_good(now, missed).await? || now - noticed >= LEFT {
            true => done().await?,
            false => self.0.missed.told_here(noticed),
        }
        self.0.missed.is_over(Outage::Server);
        self.duty_done(Duty::Outage).await
    }

    /// Beats in the midst of a round, and keeps the telling of the clocks where it has that.
    pub(super) async fn beats_on(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        self.notice(now).await?;
        self.keeps_duty(now, Duty::Outage, TELLS).await
    }

    /// Notes a time for whichever newer program comes: it has gone on with games that this one
    /// cannot read, and gives it back to them before any deadline of theirs passes there.
    pub(super) async fn leave_to_newer(
        &self,
        from: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        Ok(self.store().write(writes!(|tx| nodes::left(tx, from, now).await)).await?)
    }

    /// Notes what no node was up for, and makes nothing good yet.
    pub(super) async fn shared_start(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let open = self.notice(now).await?;
        if let Some(missed) = self.nobody_up(now, &open).await? {
            self.0.missed.note(missed);
        }
        Ok(())
    }

    /// The newest time zone data of another node, where they are newer than this one's: both work,
    /// and may show other times of day.
    pub async fn newer_zones(&self, now: DateTime<Utc>) -> Result<Option<String>, ServiceError> {
        let all = nodes::tzdata(self.store().read(), now - ALIVE).await?;
        let newest = all.into_iter().reduce(
            |one, other| {
                if zone::is_newer(&other, &one) { other } else { one }
            },
        );
        Ok(newest.filter(|newest| zone::is_newer(newest, zone::version())))
    }

    /// Goes in order: no other node takes this one to be up.
    pub(super) async fn leaves(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        self.notice(now).await?;
        let node = self.node().to_owned();
        self.store().write(writes!(|tx| nodes::leave(tx, &node).await)).await?;
        Ok(())
    }

    /// Beats. Tells of the times in which nobody was up that not all clocks know of.
    async fn notice(&self, now: DateTime<Utc>) -> Result<Vec<NobodyUp>, ServiceError> {
        let node = self.node().to_owned();
        let rules = named(&titles::versions());
        let tzdata = zone::version().to_owned();
        let (missed, away, alive) = (MISSED, AWAY, ALIVE);
        let beat = Beat { node, at: now, rules, tzdata, missed, away, alive };
        let open = self.store().write(writes!(|tx| nodes::beat(tx, &beat).await)).await?;
        *self.0.beat.lock().expect("no holder panics") = Some(now);
        Ok(open)
    }

    /// All of them as one, with what else kept time from counting; nothing where there are none.
    async fn nobody_up(
        &self,
        now: DateTime<Utc>,
        open: &[NobodyUp],
    ) -> Result<Option<Missed>, ServiceError> {
        let began = open.iter().map(|one| one.began).min();
        let noticed = open.iter().map(|one| one.noticed).max();
        let Some((began, noticed)) = began.zip(noticed) else { return Ok(None) };
        let from = self.letters_stuck(now).await?.map_or(began, |since| since.min(began));
        let until = if noticed - from >= LONG { None } else { Some(noticed + SOON) };
        Ok(Some(Missed { from, noticed, until, what: Outage::Server, shared: true }))
    }
}

/// How the versions of rules are kept, and told to other nodes.
pub(super) fn named(versions: &BTreeMap<&'static str, u32>) -> String {
    serde_json::to_string(versions).unwrap_or_default()
}
