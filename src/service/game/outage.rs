//! Nobody loses time to an outage: of the server, of the machine's clock, of the mail relay, or of
//! a door by which letters come in.
//!
//! The clock loop beats (`nobody_up.rs` where several nodes share a database). Between two beats
//! that lie too far apart nobody could give an order (or the wall clock was set), so that time does
//! not count: before anything due is done, each game whose clocks ran through it gets an event that
//! moves them. While the relay is down no deadline passes, because turn letters may not have left,
//! and while a door is shut none does, because an order may lie behind it; when they are back, the
//! clocks are moved alike.
//!
//! Votes, stops, interrupted turns and orders that are taken back give back their own time: what of
//! an outage overlaps with that is made good by it (`wait.rs`).
//!
//! An outage is made good once: a game knows until when it was, so that this can be broken off
//! anywhere and done again. It is done beside the pages, a few games at a time and keeping none of
//! them; a game that somebody works on meanwhile is made good before that (`missed.rs`).

use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, Duration, Utc};
use futures_util::{TryStreamExt, stream};

use super::missed::Missed;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::side_writes::SideWrites;
use ravenpost_log::GameId;
use ravenpost_log::act::Outage;
use ravenpost_log::span::span;
use ravenpost_store::lists::{deadlines, nodes, settings};
use ravenpost_store::{Store, StoreError, writes};

/// Where the last beat is kept, in milliseconds since 1970.
const BEAT: &str = nodes::BEAT;
/// How often a beat is written down.
const WRITTEN: Duration = Duration::minutes(1);
/// Between two beats of a running server there is less than this.
pub(super) const MISSED: Duration = Duration::minutes(1);
/// A server that starts was away if it was for more than this.
pub(super) const AWAY: Duration = Duration::seconds(1);
/// An outage from which on every clock is moved. After a shorter one, such as a restart, only
/// those are that would soon run out: nobody else can notice it.
pub(super) const LONG: Duration = Duration::minutes(5);
pub(super) const SOON: Duration = Duration::hours(1);
/// How long deadlines wait for a relay that does not answer, or a door that is shut. The operator
/// has long been told.
const PATIENCE: Duration = Duration::days(3);
/// Games handled in one go; and at once, few enough that whoever asks for a page hardly waits.
const STRIDE: u32 = 1000;
const AT_ONCE: usize = 4;

impl Service {
    /// Notes that the server comes back, before anybody is served: what it missed is made good by
    /// the first beat, and in each game that is worked on before.
    pub async fn comes_back(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        if !self.store().is_file() {
            return self.shared_start(now).await;
        }
        let last = self.written_beat().await?;
        if let Some(last) = last.filter(|last| now - *last > AWAY) {
            self.0.missed.note(self.missed(now, last, Outage::Server).await?);
        }
        Ok(())
    }

    /// Notes that the server is up, and makes good the time before this in which it was not.
    /// Called before every tick.
    pub async fn heartbeat(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        if !self.store().is_file() {
            return self.shared_heartbeat(now).await;
        }
        let before = self.last_stirred();
        let (last, missed) = match before {
            Some(last) => (Some(last), MISSED),
            None => (self.written_beat().await?, AWAY),
        };
        if let Some(last) = last.filter(|last| now - *last > missed) {
            let told = self.outage_over(now, last, Outage::Server).await;
            told.inspect_err(|_| self.has_not_stirred())?;
        }
        if before.is_none() || self.written_beat().await?.is_none_or(|last| due(last, now)) {
            self.write_beat(now).await?;
        }
        *self.0.beat.lock().expect("no holder panics") = Some(now);
        Ok(())
    }

    /// The last beat of a server that stops in order, so that its rest can be told to the second.
    pub async fn last_beat(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        if !self.store().is_file() {
            return self.leaves(now).await;
        }
        self.write_beat(now).await
    }

    /// Since when letters cannot leave or not come in, as long as deadlines wait for that.
    pub(in crate::service) async fn letters_stuck(
        &self,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let doors = self.shut_doors().await?.into_iter().map(|shut| shut.since);
        let all = self.relay_down_since().await?.into_iter().chain(doors);
        Ok(all.filter(|since| now - *since < PATIENCE).min())
    }

    /// An outage that began `from` then is over: moves the clocks of all games by what they ran
    /// through. What another outage has kept from counting so far is made good with it, because a
    /// game only knows until when all is.
    pub(in crate::service) async fn outage_over(
        &self,
        now: DateTime<Utc>,
        from: DateTime<Utc>,
        what: Outage,
    ) -> Result<(), ServiceError> {
        let missed = self.missed(now, from, what).await?;
        self.0.missed.note(missed);
        // What could not be made good stands noted until it is tried again.
        let all = self.make_good(now, missed).await?;
        if !all && !self.store().is_file() {
            self.leave_to_newer(missed.from, now).await?;
        }
        self.0.missed.is_over(what);
        Ok(())
    }

    async fn missed(
        &self,
        noticed: DateTime<Utc>,
        from: DateTime<Utc>,
        what: Outage,
    ) -> Result<Missed, ServiceError> {
        let from = self.letters_stuck(noticed).await?.map_or(from, |since| since.min(from));
        let until = if noticed - from >= LONG { None } else { Some(noticed + SOON) };
        Ok(Missed { from, noticed, until, what, shared: false })
    }

    /// Tells whether all games know of it now that can be read by anybody: those that a newer
    /// program has gone on with are left to it.
    pub(super) async fn make_good(
        &self,
        now: DateTime<Utc>,
        missed: Missed,
    ) -> Result<bool, ServiceError> {
        let (mut last, all) = (None, AtomicBool::new(true));
        loop {
            let reader = self.store().read();
            let games = deadlines::games(reader, last.as_ref(), missed.until, STRIDE).await?;
            let Some(end) = games.last() else { break };
            last = Some(end.clone());
            stream::iter(games.into_iter().map(Ok))
                .try_for_each_concurrent(AT_ONCE, async |game| {
                    let done = self.make_good_one(now, game, missed).await?;
                    all.fetch_and(done, Ordering::Relaxed);
                    Ok::<_, ServiceError>(())
                })
                .await?;
        }
        let Missed { from, what, .. } = missed;
        let all = all.into_inner();
        tracing::info!(%from, until = %now, ?what, all, "an outage was made good to the clocks");
        Ok(all)
    }

    async fn make_good_one(
        &self,
        now: DateTime<Utc>,
        game: GameId,
        missed: Missed,
    ) -> Result<bool, ServiceError> {
        let kept = self.is_kept(&game);
        let work = async {
            // It is noted first in whatever work is done.
            if missed.lost_by(&*self.live(&game).await?, now).is_some() {
                self.work(&game, now, |_| Ok(((), SideWrites::default()))).await?;
            }
            Ok(())
        };
        let done = self.apart(&game, work).await;
        if !kept {
            self.forget(&game);
        }
        match done {
            // The whole is tried again: no deadline may pass before this is stored.
            Err(ServiceError::Store(error)) if error.passing() => Err(error.into()),
            Err(error) if error.is_ahead() => Ok(false),
            Err(error) => {
                tracing::error!(%game, %error, "an outage could not be made good");
                Ok(true)
            }
            Ok(()) => Ok(true),
        }
    }

    /// Notes that games came to a server that never was up: until it is, no time counts.
    pub(in crate::service) async fn first_beat(
        &self,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        let text = now.timestamp_millis().to_string();
        self.store().write(writes!(|tx| settings::init(tx, BEAT, &text).await)).await?;
        Ok(())
    }

    async fn written_beat(&self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        Ok(last_seen(self.store()).await?)
    }

    async fn write_beat(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let text = now.timestamp_millis().to_string();
        let job = self.store().write(writes!(|tx| settings::set(tx, BEAT, &text).await));
        Ok(job.await?)
    }
}

/// When the server over that database last stirred: a minute ago at most, while it runs.
pub async fn last_seen(store: &Store) -> Result<Option<DateTime<Utc>>, StoreError> {
    let written = settings::get(store.read(), BEAT).await?;
    let ms = written.and_then(|text| text.parse().ok());
    Ok(ms.and_then(DateTime::from_timestamp_millis))
}

/// Whether a beat is to be written. A clock that was set back is written down at once: only so is
/// its way forward noticed.
fn due(last: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now < last || now - last >= WRITTEN
}

/// What an outage is called in the story of a game.
pub(in crate::service) fn told(from: DateTime<Utc>, to: DateTime<Utc>, what: Outage) -> String {
    let who = match what {
        Outage::Server => "The server was away",
        Outage::Relay => "No letters could leave",
        Outage::MailSource => "No letters could come in",
    };
    format!("{who} for {}: that time does not count on any clock", span(to - from))
}
