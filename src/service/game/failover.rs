//! A failover that may have lost events is a restore: every game that goes on gets an epoch before
//! its next order, so that no dice of what was lost come again.
//!
//! A database that several nodes share is in another history (PostgreSQL's timeline) once a standby
//! has taken over, or once it was set back to a moment. Where it does not have everything that was
//! answered, something may be gone; and what a node has seen, a game in memory or the end of the
//! log, and the database does not have is gone. Which of these is noticed first, and by which node,
//! is written down once, with the end of the log at that moment. An order that was under way
//! meanwhile is decided anew: the database takes it only in the history in which it was decided.

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
use ravenpost_store::sqlite::mark::Mark;
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
        let (saw, lost) = (self.known_history(), lost || self.is_set_back().await?);
        let job = self.store().write(writes!(|tx| {
            let written = settings::get(&mut *tx, OWED).await?;
            let before: Owed =
                written.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
            let mut owed = before.clone();
            let other = before.timeline.is_some_and(|known| known != history.timeline);
            let known_loss = before.lost_timeline == Some(history.timeline);
            // That a standby was waited for says something of a failover, and nothing of a restore,
            // which brings this row back as it was. Only who was up meanwhile tells them apart.
            let vouched = before.synchronous
                && saw.is_some_and(|saw| saw.synchronous && Some(saw.timeline) == before.timeline);
            if lost && !known_loss || other && !vouched {
                owed.cause = Some(Renewal::DatabaseBehind);
                owed.after_position = events::last_position(&mut *tx).await?;
                owed.lost_timeline = Some(history.timeline);
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
        let to_all = owed.cause.map(|why| OwedToAll { why, after: owed.after_position });
        let mut known = self.0.owed_to_all.lock().expect("no holder panics");
        if to_all.is_some() && *known != to_all {
            tracing::error!(
                timeline = history.timeline,
                "the database was failed over or set back, and answered orders may be lost: every \
                 game that goes on gets an epoch; players should be told"
            );
        }
        *known = to_all;
        drop(known);
        // The last to be said: whoever decides in this history knows what is owed because of it.
        *self.0.history.lock().expect("no holder panics") = Some(history);
        Ok(())
    }

    /// How far the log has come, which is kept in mind: a log that does not go through it any more
    /// was set back, and that is written down before anybody is told of a lesser end.
    pub async fn came_to(&self) -> Result<Option<Mark>, ServiceError> {
        if self.is_set_back().await? {
            self.look_at_history(true).await?;
        }
        let mark = self.store().mark().await?;
        *self.0.came_to.lock().expect("no holder panics") = mark;
        Ok(mark)
    }

    /// Whether the log of a shared database has lost what it had come to. Nobody but the program
    /// itself puts another file in place of its own.
    async fn is_set_back(&self) -> Result<bool, ServiceError> {
        let came_to = *self.0.came_to.lock().expect("no holder panics");
        match came_to.filter(|_| !self.store().is_file()) {
            Some(mark) => Ok(!self.store().went_through(&mark).await?),
            None => Ok(false),
        }
    }

    /// Why this game is owed an epoch by a failover; nothing where it has begun one since.
    pub(super) async fn owed_by_failover(
        &self,
        id: &GameId,
    ) -> Result<Option<Renewal>, ServiceError> {
        let owed = *self.0.owed_to_all.lock().expect("no holder panics");
        let Some(OwedToAll { why, after }) = owed else { return Ok(None) };
        let live = self.refolded(id).await?;
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
                    if let Some(all) = all.filter(|all| all.after_position == owed.after) {
                        let mut paid = all;
                        paid.cause = None;
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
