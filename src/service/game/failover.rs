//! A failover that may have lost events is a restore: every game that goes on gets an epoch before
//! its next order, so that no dice of what was lost come again.
//!
//! A database that several nodes share is in another history (PostgreSQL's timeline) once a standby
//! has taken over. Where it did not have everything that was answered, something may be gone; and a
//! game that a node has in memory and the database does not have is gone. Which of both is noticed
//! first, and by which node, is written down once, with the end of the log at that moment. An order
//! that was under way meanwhile is decided anew: the database takes it only in the history
//! in which it was decided.

use std::sync::atomic::Ordering;

use chrono::{DateTime, Duration, Utc};

use super::renewal::{OWED, Owed, has_begun_one};
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::lease::Duty;
use ravenpost_log::GameId;
use ravenpost_log::act::Renewal;
use ravenpost_log::table::status::Status;
use ravenpost_store::History;
use ravenpost_store::lists::settings;
use ravenpost_store::log::events;
use ravenpost_store::writes;

/// For how long one node has the epochs of all games to itself.
const ALONE: Duration = Duration::minutes(10);

/// Epochs that are owed to all games that go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::service) struct OwedToAll {
    pub why: Renewal,
    /// Whoever began an epoch behind this position has it.
    pub after: u64,
}

impl Service {
    /// Looks whether the database is still what it was, if there is any reason to ask. Before a
    /// game is worked on, and with each beat.
    pub(super) async fn after_failover(&self) -> Result<(), ServiceError> {
        let (sessions, inner) = (self.store().sessions(), &self.0);
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

    /// Looks anew with each beat: whether a commit waits for a standby can be set while nodes run,
    /// and what the next failover may have lost hangs on how it was last.
    pub(super) async fn look_again(&self) -> Result<(), ServiceError> {
        let history = self.store().history().await?;
        if self.known_history() == history {
            return Ok(());
        }
        self.look_at_history(false).await
    }

    /// In which history the database was when it was last looked at.
    pub(super) fn known_history(&self) -> Option<History> {
        *self.0.history.lock().expect("no holder panics")
    }

    /// Writes down in which history the database is. Where events may have been lost with that,
    /// all games are owed an epoch from here on.
    pub(super) async fn look_at_history(&self, lost: bool) -> Result<(), ServiceError> {
        let Some(history) = self.store().history().await? else { return Ok(()) };
        let job = self.store().write(writes!(|tx| {
            let written = settings::get(&mut *tx, OWED).await?;
            let before: Owed =
                written.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
            let mut owed = before.clone();
            let other = before.timeline.is_some_and(|known| known != history.timeline);
            let known_loss = before.lost == Some(history.timeline);
            if lost && !known_loss || other && !before.synchronous {
                owed.why = Some(Renewal::Behind);
                owed.after = events::last_position(&mut *tx).await?;
                owed.lost = Some(history.timeline);
            }
            owed.timeline = Some(history.timeline);
            owed.synchronous = history.synchronous;
            if owed != before {
                let text = serde_json::to_string(&owed).unwrap_or_default();
                settings::set(tx, OWED, &text).await?;
            }
            Ok(owed)
        }));
        let owed = job.await?;
        let to_all = owed.why.map(|why| OwedToAll { why, after: owed.after });
        let mut known = self.0.owed_to_all.lock().expect("no holder panics");
        if to_all.is_some() && *known != to_all {
            tracing::error!(
                timeline = history.timeline,
                "the database was failed over, and answered orders may be lost: every game that \
                 goes on gets an epoch; players should be told"
            );
        }
        *known = to_all;
        drop(known);
        // The last to be said: whoever decides in this history knows what is owed because of it.
        *self.0.history.lock().expect("no holder panics") = Some(history);
        Ok(())
    }

    /// Why this game is owed an epoch by a failover; nothing where it has begun one since.
    pub(super) async fn owed_by_failover(
        &self,
        id: &GameId,
    ) -> Result<Option<Renewal>, ServiceError> {
        let owed = *self.0.owed_to_all.lock().expect("no holder panics");
        let Some(OwedToAll { why, after }) = owed else { return Ok(None) };
        let live = self.live(id).await?;
        let goes_on = matches!(live.course.status, Status::Open | Status::Running);
        Ok((goes_on && !has_begun_one(&live, after)).then_some(why))
    }

    /// Gives all games the epochs they are owed. One node does.
    pub(super) async fn pay_all(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let owed = *self.0.owed_to_all.lock().expect("no holder panics");
        let Some(owed) = owed else { return Ok(()) };
        if !self.has_duty(now, Duty::Epochs, ALONE).await? {
            return self.look_at_history(false).await;
        }
        let (_, failed) = self.renew_all(now, owed.after, owed.why).await?;
        if failed == 0 {
            self.store()
                .write(writes!(|tx| {
                    let written = settings::get(&mut *tx, OWED).await?;
                    let all: Option<Owed> =
                        written.and_then(|text| serde_json::from_str(&text).ok());
                    if let Some(all) = all.filter(|all| all.after == owed.after) {
                        let mut paid = all;
                        paid.why = None;
                        let text = serde_json::to_string(&paid).unwrap_or_default();
                        settings::set(tx, OWED, &text).await?;
                    }
                    Ok(())
                }))
                .await?;
            *self.0.owed_to_all.lock().expect("no holder panics") = None;
        }
        self.duty_done(Duty::Epochs).await
    }
}
