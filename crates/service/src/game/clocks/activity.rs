//! Signs of life during a long clock round, for example when many games are compensated or bots
//! play many games. Pages are served meanwhile, so this is not an outage. The signals show other
//! nodes, and this node's next heartbeat, that it was up.

use crate::handles::Clocks;
use std::convert::Infallible;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::clocks::outage::MISSED;

impl Clocks<'_> {
    /// Runs a possibly long round, and signals activity at that interval until it ends.
    pub async fn stirring<T>(
        self,
        every: Duration,
        clock: impl Fn() -> DateTime<Utc>,
        round: impl Future<Output = T>,
    ) -> T {
        tokio::select! {
            done = round => done,
            never = self.activity_on(every, clock) => match never {},
        }
    }

    async fn activity_on(self, every: Duration, clock: impl Fn() -> DateTime<Utc>) -> Infallible {
        loop {
            tokio::time::sleep(every).await;
            if let Err(error) = self.activity(clock()).await {
                tracing::warn!(%error, "failed to send heartbeat");
            }
        }
    }

    /// Records that this node is up during a round. If the machine was suspended since the last
    /// signal, nothing is recorded, so that the next heartbeat notices the gap.
    pub async fn activity(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let known =
            self.last_signal().or(*self.inner().heartbeat.lock().expect("no holder panics"));
        if known.is_some_and(|known| now < known || now - known > MISSED) {
            return Ok(());
        }
        *self.inner().last_signal.lock().expect("no holder panics") = Some(now);
        if self.store().is_file() || self.rules_versions().reason_to_stand_aside().is_some() {
            return Ok(());
        }
        self.cluster().send_heartbeat_in_round(now).await
    }

    /// Discards the signal, so that the next heartbeat notices the uncompensated time again.
    pub(in crate::game) fn discard_signal(self) {
        *self.inner().last_signal.lock().expect("no holder panics") = None;
    }

    /// The last signal since the last heartbeat, if any.
    pub(in crate::game) fn last_signal(self) -> Option<DateTime<Utc>> {
        *self.inner().last_signal.lock().expect("no holder panics")
    }

    /// The time of the last heartbeat or later signal. Resets the signal for a new round.
    pub(in crate::game) fn take_last_signal(self) -> Option<DateTime<Utc>> {
        let last_signal = self.inner().last_signal.lock().expect("no holder panics").take();
        let mut heartbeat = self.inner().heartbeat.lock().expect("no holder panics");
        // Before the first heartbeat is done, the time before it is not compensated.
        *heartbeat =
            heartbeat.map(|last| last_signal.map_or(last, |last_signal| last.max(last_signal)));
        *heartbeat
    }
}
