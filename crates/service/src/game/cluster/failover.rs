//! A failover that may have lost events is treated like a restore. Every unfinished game gets a new
//! epoch before its next order, so that no lost draws repeat.
//!
//! A shared database enters another history (PostgreSQL's timeline) when a standby takes over or
//! after a point-in-time restore. Unless it is known to contain every acknowledged event, events
//! may be lost. If a node has seen a game state or a log end that the database does not have,
//! events are certainly lost. The first node to notice either writes it down once, with the end of
//! the log at that moment. An order in progress at that time is decided again: the database accepts
//! it only in the history in which it was decided.

use crate::handles::Cluster;
use std::sync::atomic::Ordering;

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::fairness::renewal::{PendingRenewal, has_begun_one};
use crate::node::lease::Duty;
use ravenpost_log::GameId;
use ravenpost_log::act::Renewal;
use ravenpost_log::table::status::Status;
use ravenpost_store::History;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::log::events;
use ravenpost_store::sqlite::high_water_mark::HighWaterMark;
use ravenpost_store::writes;

/// How long the lease on renewing the epochs of all games lasts.
const ALONE: Duration = Duration::minutes(10);

/// A pending new epoch for all unfinished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EpochsForAll {
    pub why: Renewal,
    /// Games that began an epoch after this position are done.
    pub after: u64,
}

impl Cluster<'_> {
    /// Checks whether the database is still in the same history, if there is reason to doubt it.
    /// Runs before a game is worked on and with each heartbeat.
    pub(in crate::game) async fn after_failover(self) -> Result<(), ServiceError> {
        let (sessions, inner) = (self.store().sessions(), self.inner());
        let lost = inner.lost.swap(false, Ordering::SeqCst);
        if !lost && inner.sessions.load(Ordering::SeqCst) == sessions {
            return Ok(());
        }
        match self.look_at_history(lost).await {
            Ok(()) => {
                inner.sessions.store(sessions, Ordering::SeqCst);
                Ok(())
            }
            Err(error) => {
                inner.lost.fetch_or(lost, Ordering::SeqCst);
                Err(error)
            }
        }
    }

    /// Checks again with each heartbeat. Synchronous replication can be switched on or off while
    /// nodes run, and what the next failover may lose depends on its last state.
    pub(in crate::game) async fn look_again(self) -> Result<(), ServiceError> {
        let history = self.store().history().await?;
        if self.known_history() == history {
            return Ok(());
        }
        self.look_at_history(false).await
    }

    /// The history in which the database was last seen.
    pub(in crate::game) fn known_history(self) -> Option<History> {
        *self.inner().history.lock().expect("no holder panics")
    }

    /// Records the history of the database. If events may have been lost, every unfinished game
    /// needs a new epoch from here on.
    pub(in crate::game) async fn look_at_history(self, lost: bool) -> Result<(), ServiceError> {
        let Some(history) = self.store().history().await? else { return Ok(()) };
        let (saw, lost) = (self.known_history(), lost || self.is_set_back().await?);
        let job = self.store().write(writes!(|tx| {
            let written = settings::get(&mut *tx, Key::PendingEpochs).await?;
            let before: PendingRenewal =
                written.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
            let mut queued = before.clone();
            let other = before.timeline.is_some_and(|known| known != history.timeline);
            let known_loss = before.lost_timeline == Some(history.timeline);
            // Synchronous commits vouch for a failover, but not for a restore, which brings this
            // row back as it was. Only a node that was running throughout can tell the two apart.
            let vouched = before.synchronous
                && saw.is_some_and(|saw| saw.synchronous && Some(saw.timeline) == before.timeline);
            if lost && !known_loss || other && !vouched {
                queued.cause = Some(Renewal::DatabaseBehind);
                queued.after_position = events::last_position(&mut *tx).await?;
                queued.lost_timeline = Some(history.timeline);
            }
            queued.timeline = Some(history.timeline);
            queued.synchronous = history.synchronous;
            if queued != before {
                let text = serde_json::to_string(&queued).unwrap_or_default();
                settings::set(tx, Key::PendingEpochs, &text).await?;
            }
            Ok(queued)
        }));
        let queued = job.await?;
        let to_all = queued.cause.map(|why| EpochsForAll { why, after: queued.after_position });
        let mut known = self.inner().epochs_for_all.lock().expect("no holder panics");
        if to_all.is_some() && *known != to_all {
            tracing::error!(
                timeline = history.timeline,
                "database failed over or was rolled back; acknowledged orders may be lost"
            );
        }
        *known = to_all;
        drop(known);
        // Set last: a caller that decides in this history must also see the pending epochs.
        *self.inner().history.lock().expect("no holder panics") = Some(history);
        Ok(())
    }

    /// Returns the end of the log and remembers it. If the log no longer contains the remembered
    /// end, it was rolled back, and that is recorded before the new end is returned.
    pub async fn end_of_log(self) -> Result<Option<HighWaterMark>, ServiceError> {
        if self.is_set_back().await? {
            self.look_at_history(true).await?;
        }
        let mark = self.store().mark().await?;
        *self.inner().end_of_log.lock().expect("no holder panics") = mark;
        Ok(mark)
    }

    /// Whether a shared database has lost events this node had seen. A file database is only ever
    /// replaced by this program itself.
    async fn is_set_back(self) -> Result<bool, ServiceError> {
        let end_of_log = *self.inner().end_of_log.lock().expect("no holder panics");
        match end_of_log.filter(|_| !self.store().is_file()) {
            Some(mark) => Ok(!self.store().went_through(&mark).await?),
            None => Ok(false),
        }
    }

    /// Why this game needs an epoch because of a failover; `None` if it has begun one since.
    pub(in crate::game) async fn epochs_after_failover(
        self,
        id: &GameId,
    ) -> Result<Option<Renewal>, ServiceError> {
        let queued = *self.inner().epochs_for_all.lock().expect("no holder panics");
        let Some(EpochsForAll { why, after }) = queued else { return Ok(None) };
        let game = self.games().refolded(id).await?;
        let unfinished = matches!(game.status.state, Status::Open | Status::Running);
        Ok((unfinished && !has_begun_one(&game, after)).then_some(why))
    }

    /// Renews the epochs of all games that need it. Only one node at a time does so.
    pub(in crate::game) async fn pay_all(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let queued = *self.inner().epochs_for_all.lock().expect("no holder panics");
        let Some(queued) = queued else { return Ok(()) };
        if !self.monitoring().has_duty(now, Duty::Epochs, ALONE).await? {
            return self.look_at_history(false).await;
        }
        let (_, failed) = self.fairness().renew_all(now, queued.after, queued.why).await?;
        if failed == 0 {
            self.store()
                .write(writes!(|tx| {
                    let written = settings::get(&mut *tx, Key::PendingEpochs).await?;
                    let all: Option<PendingRenewal> =
                        written.and_then(|text| serde_json::from_str(&text).ok());
                    if let Some(all) = all.filter(|all| all.after_position == queued.after) {
                        let mut paid = all;
                        paid.cause = None;
                        let text = serde_json::to_string(&paid).unwrap_or_default();
                        settings::set(tx, Key::PendingEpochs, &text).await?;
                    }
                    Ok(())
                }))
                .await?;
            *self.inner().epochs_for_all.lock().expect("no holder panics") = None;
        }
        self.monitoring().duty_done(Duty::Epochs).await
    }
}
