//! The clocks of several machines: deadlines, leases and outages are compared across nodes, so each
//! holds its clock against the database's. A node that is off leaves clocks and letters to others,
//! is not ready, and says why; pages it goes on showing.

use chrono::{DateTime, TimeDelta, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;

/// So much a clock may be off.
const ALLOWED: TimeDelta = TimeDelta::seconds(1);

impl Service {
    /// Compares this machine's clock with the database's; what the way there and back took counts
    /// for nobody. A file has no clock of its own.
    pub async fn compare_clocks(
        &self,
        clock: impl Fn() -> DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        let before = clock();
        let Some(there) = self.store().clock().await? else { return Ok(()) };
        let after = clock();
        let early = there - after;
        let late = there - before;
        // Anywhere between the two it was read.
        let off = if early > ALLOWED {
            Some(early)
        } else if late < -ALLOWED {
            Some(late)
        } else {
            None
        };
        let known = std::mem::replace(&mut *self.0.off.lock().expect("no holder panics"), off);
        match (known, self.off_clock()) {
            (None, Some(why)) => tracing::error!(why, "clocks and letters are left to other nodes"),
            (Some(_), None) => tracing::info!("the clock is right again"),
            _ => {}
        }
        Ok(())
    }

    /// Why this node serves neither clocks nor letters; nothing while its clock is right.
    pub fn off_clock(&self) -> Option<String> {
        let off = (*self.0.off.lock().expect("no holder panics"))?;
        let seconds = off.num_milliseconds().unsigned_abs().div_ceil(1000);
        let way = if off > TimeDelta::zero() { "behind" } else { "ahead of" };
        Some(format!(
            "this machine's clock is {seconds} s {way} the database's: have it set by NTP"
        ))
    }
}
