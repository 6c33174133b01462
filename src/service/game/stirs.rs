//! A round of the clocks may be long: many games that are told of an outage, bots at many tables.
//! Pages are served meanwhile, so that this is no outage: the node stirs while the round goes on,
//! and what another node, or its own next beat, sees is that it was up.

use std::convert::Infallible;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::outage::MISSED;
use crate::service::Service;
use crate::service::error::ServiceError;

impl Service {
    /// A round that may be long: as long as it goes on, the node stirs that often.
    pub async fn stirring<T>(
        &self,
        every: Duration,
        clock: impl Fn() -> DateTime<Utc>,
        round: impl Future<Output = T>,
    ) -> T {
        tokio::select! {
            done = round => done,
            never = self.stirs_on(every, clock) => match never {},
        }
    }

    async fn stirs_on(&self, every: Duration, clock: impl Fn() -> DateTime<Utc>) -> Infallible {
        loop {
            tokio::time::sleep(every).await;
            if let Err(error) = self.stirs(clock()).await {
                tracing::warn!(%error, "others may not know that this node is up");
            }
        }
    }

    /// Notes that this node is up, in the midst of a round. A machine that slept since it last
    /// stirred was not: that is for the next beat to notice.
    pub async fn stirs(&self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let known = self.stirred().or(*self.0.beat.lock().expect("no holder panics"));
        if known.is_some_and(|known| now < known || now - known > MISSED) {
            return Ok(());
        }
        *self.0.stirred.lock().expect("no holder panics") = Some(now);
        if self.store().is_file() || self.stands_aside().is_some() {
            return Ok(());
        }
        self.beats_on(now).await
    }

    /// What could not be made good is noticed anew by the next beat, as if it had not stirred.
    pub(super) fn has_not_stirred(&self) {
        *self.0.stirred.lock().expect("no holder panics") = None;
    }

    /// When this node last stirred since its last beat, if it did.
    pub(super) fn stirred(&self) -> Option<DateTime<Utc>> {
        *self.0.stirred.lock().expect("no holder panics")
    }

    /// The last beat, or when this node stirred after it. From here on a new round stirs.
    pub(super) fn last_stirred(&self) -> Option<DateTime<Utc>> {
        let stirred = self.0.stirred.lock().expect("no holder panics").take();
        let mut beat = self.0.beat.lock().expect("no holder panics");
        // Before the first beat is done, what was missed before it is not made good.
        *beat = beat.map(|last| stirred.map_or(last, |stirred| last.max(stirred)));
        *beat
    }
}
