//! Compensates players for outages of the server, the machine's clock, the mail relay and the mail
//! sources.
//!
//! The clock loop sends heartbeats (`outages.rs` if several nodes share a database). If two
//! heartbeats are too far apart, players could not act (or the wall clock was set), so that time
//! does not count. Before any due work is done, each game whose clocks ran during the gap gets an
//! event that moves them. No deadline passes while the relay is down, because turn emails may not
//! have been sent, or while a mail source is down, because an order may be waiting there. The
//! clocks are extended in the same way after they recover.
//!
//! Votes, pauses, interrupted turns and undone orders compensate their own time, including the part
//! of an outage that overlaps them (`ravenpost_log::table::stop_effects`).
//!
//! An outage is compensated once. Each game records the end of its compensated period, so the work
//! can be interrupted and repeated. It runs concurrently with page requests, a few games at a time,
//! and does not fill the cache. Other work on a game compensates it first
//! (`pending_compensation.rs`).

use crate::handles::Clocks;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, Duration, Utc};
use futures_util::{TryStreamExt, stream};

use crate::error::ServiceError;
use crate::game::clocks::pending_compensation::Missed;
use crate::game::core::side_writes::SideWrites;
use ravenpost_log::GameId;
use ravenpost_log::act::Outage;
use ravenpost_log::span::span;
use ravenpost_store::lists::deadlines;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::{Store, StoreError, writes};

/// How often a heartbeat is stored.
const WRITTEN: Duration = Duration::minutes(1);
/// The heartbeats of a running server are less than this apart.
pub(in crate::game) const MISSED: Duration = Duration::minutes(1);
/// A server that starts was down if its last heartbeat is older than this.
pub(in crate::game) const AWAY: Duration = Duration::seconds(1);
/// From this length on, an outage moves every clock. A shorter one, such as a restart, moves only
/// clocks that would run out soon, because it makes no difference to the others.
pub(in crate::game) const LONG: Duration = Duration::minutes(5);
pub(in crate::game) const SOON: Duration = Duration::hours(1);
/// How long deadlines wait for a relay or mail source that is down. The admin has been alerted by
/// then.
const PATIENCE: Duration = Duration::days(3);
/// Games per batch, and games handled concurrently. The latter is small to keep page requests fast.
const STRIDE: u32 = 1000;
const AT_ONCE: usize = 4;

impl Clocks<'_> {
    /// Records an outage when the server starts, before requests are served. The first heartbeat
    /// compensates it, or earlier work on a game does so for that game.
    pub async fn comes_back(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        if !self.store().is_file() {
            return self.cluster().shared_start(now).await;
        }
        let last = self.written_heartbeat().await?;
        if let Some(last) = last.filter(|last| now - *last > AWAY) {
            self.inner().missed.note(self.missed(now, last, Outage::Server).await?);
        }
        Ok(())
    }

    /// Records that the server is up, and compensates for the downtime before. Called before every
    /// tick.
    pub async fn heartbeat(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        if !self.store().is_file() {
            return self.cluster().shared_heartbeat(now).await;
        }
        let before = self.take_last_signal();
        let (last, missed) = match before {
            Some(last) => (Some(last), MISSED),
            None => (self.written_heartbeat().await?, AWAY),
        };
        if let Some(last) = last.filter(|last| now - *last > missed) {
            let outcome = self.outage_over(now, last, Outage::Server).await;
            outcome.inspect_err(|_| self.discard_signal())?;
        }
        if before.is_none() || self.written_heartbeat().await?.is_none_or(|last| due(last, now)) {
            self.write_heartbeat(now).await?;
        }
        *self.inner().heartbeat.lock().expect("no holder panics") = Some(now);
        Ok(())
    }

    /// The last heartbeat before an orderly shutdown, so that the downtime is measured to the
    /// second.
    pub async fn last_heartbeat(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        if !self.store().is_file() {
            return self.cluster().leaves(now).await;
        }
        self.write_heartbeat(now).await
    }

    /// The start of the current email outage, as long as deadlines wait for it.
    pub(crate) async fn emails_stuck(
        self,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let sources = self.sources_down().await?.into_iter().map(|shut| shut.since);
        let all = self.relay_down_since().await?.into_iter().chain(sources);
        Ok(all.filter(|since| now - *since < PATIENCE).min())
    }

    /// Ends an outage that began at `from`, and moves the clocks of all affected games. Overlapping
    /// outages so far are compensated too, because a game records only one end for all of them.
    pub(crate) async fn outage_over(
        self,
        now: DateTime<Utc>,
        from: DateTime<Utc>,
        what: Outage,
    ) -> Result<(), ServiceError> {
        let missed = self.missed(now, from, what).await?;
        self.inner().missed.note(missed);
        // An outage that could not be compensated stays recorded and is tried again.
        let all = self.compensate_all(now, missed).await?;
        if !all && !self.store().is_file() {
            self.cluster().leave_to_newer(missed.from, now).await?;
        }
        self.inner().missed.is_over(what);
        Ok(())
    }

    async fn missed(
        self,
        noticed: DateTime<Utc>,
        from: DateTime<Utc>,
        what: Outage,
    ) -> Result<Missed, ServiceError> {
        let from = self.emails_stuck(noticed).await?.map_or(from, |since| since.min(from));
        let until = if noticed - from >= LONG { None } else { Some(noticed + SOON) };
        Ok(Missed { from, noticed, until, what, shared: false })
    }

    /// Compensates an outage in all games. Returns whether every game was handled, apart from
    /// damaged ones; games continued by a newer program are left to it.
    pub(in crate::game) async fn compensate_all(
        self,
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
                    let done = self.compensate_one(now, game, missed).await?;
                    all.fetch_and(done, Ordering::Relaxed);
                    Ok::<_, ServiceError>(())
                })
                .await?;
        }
        let Missed { from, what, .. } = missed;
        let all = all.into_inner();
        tracing::info!(%from, until = %now, ?what, all, "compensated outage");
        Ok(all)
    }

    async fn compensate_one(
        self,
        now: DateTime<Utc>,
        game: GameId,
        missed: Missed,
    ) -> Result<bool, ServiceError> {
        let cached = self.games().is_cached(&game);
        let work = async {
            // Any work records the outage first.
            if missed.lost_by(&*self.games().load(&game).await?, now).is_some() {
                self.games().work(&game, now, |_| Ok(((), SideWrites::default()))).await?;
            }
            Ok(())
        };
        let done = self.games().apart(&game, work).await;
        if !cached {
            self.games().forget(&game);
        }
        match done {
            // Everything is retried, because no deadline may pass before this is stored.
            Err(ServiceError::Store(error)) if error.passing() => Err(error.into()),
            Err(error) if error.is_ahead() => Ok(false),
            Err(error) => {
                tracing::error!(%game, %error, "failed to compensate outage");
                Ok(true)
            }
            Ok(()) => Ok(true),
        }
    }

    /// Records an import on a server that has never run. No time counts until its first start.
    pub(crate) async fn first_heartbeat(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let text = now.timestamp_millis().to_string();
        self.store()
            .write(writes!(|tx| settings::init(tx, Key::LastHeartbeat, &text).await))
            .await?;
        Ok(())
    }

    async fn written_heartbeat(self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        Ok(last_seen(self.store()).await?)
    }

    async fn write_heartbeat(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let text = now.timestamp_millis().to_string();
        let job =
            self.store().write(writes!(|tx| settings::set(tx, Key::LastHeartbeat, &text).await));
        Ok(job.await?)
    }
}

/// When the server on that database was last up. While it runs, this is at most a minute ago.
pub async fn last_seen(store: &Store) -> Result<Option<DateTime<Utc>>, StoreError> {
    let written = settings::get(store.read(), Key::LastHeartbeat).await?;
    let ms = written.and_then(|text| text.parse().ok());
    Ok(ms.and_then(DateTime::from_timestamp_millis))
}

/// Whether to store a heartbeat. If the clock was set back, it is stored at once; otherwise the
/// later jump forward would not be noticed.
fn due(last: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now < last || now - last >= WRITTEN
}

/// Describes an outage in the story of a game.
pub(crate) fn describe(from: DateTime<Utc>, to: DateTime<Utc>, what: Outage) -> String {
    let who = match what {
        Outage::Server => "The server was down",
        Outage::Relay => "No emails could be sent",
        Outage::MailSource => "No emails could be received",
    };
    format!("{who} for {}; this time does not count against any clock", span(to - from))
}
