//! Compares the clocks of several machines. Deadlines, leases and outages are compared across
//! nodes, so each node checks its clock against the database's. A node whose clock is off decides
//! nothing, leaves deadlines and emails to other nodes, and reports why it is not ready. It keeps
//! serving pages.
//!
//! A clock may be set between two comparisons. A monotonic clock detects this before the next
//! decision, so that no event gets a wrong time. A request reads the time when it begins. If the
//! clock was wrong then, the request decides nothing, even if the clock has been corrected since.

use crate::handles::Monitoring;
use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};

use crate::error::ServiceError;

/// How far a clock may be off.
const ALLOWED: TimeDelta = TimeDelta::seconds(1);
/// A clock that deviates by more than this from the monotonic clock was set.
const SET: TimeDelta = TimeDelta::milliseconds(500);

/// This machine's clock at the last comparison, with a monotonic clock.
pub(crate) struct Compared {
    clock: Box<dyn Fn() -> DateTime<Utc> + Send>,
    showed: DateTime<Utc>,
    runs: Instant,
    /// When the clock was found correct after being wrong. Earlier times may be wrong.
    right_since: Option<DateTime<Utc>>,
}

impl Compared {
    fn was_set(&self) -> bool {
        let ran = TimeDelta::from_std(self.runs.elapsed()).unwrap_or(TimeDelta::MAX);
        ((self.clock)() - self.showed - ran).abs() > SET
    }

    /// Whether a moment is later than this clock, or from before it was known to be correct.
    fn doubts(&self, moment: DateTime<Utc>) -> bool {
        self.right_since.is_some_and(|since| moment < since) || moment > (self.clock)() + SET
    }
}

impl Monitoring<'_> {
    /// Compares this machine's clock with the database's, tolerating the round-trip time. A file
    /// database has no clock of its own.
    pub async fn compare_clocks(
        self,
        clock: impl Fn() -> DateTime<Utc> + Send + 'static,
    ) -> Result<(), ServiceError> {
        let before = clock();
        let Some(there) = self.store().clock().await? else { return Ok(()) };
        let after = clock();
        let early = there - after;
        let late = there - before;
        // It was read at some point between the two.
        let off = if early > ALLOWED {
            Some(early)
        } else if late < -ALLOWED {
            Some(late)
        } else {
            None
        };
        self.note_comparison(clock, after, off.is_none());
        let known =
            std::mem::replace(&mut *self.inner().off.lock().expect("no holder panics"), off);
        match (known, self.off_clock()) {
            (None, Some(why)) => tracing::error!(why, "clock is off; node stopped deciding"),
            (Some(_), None) => tracing::info!("clock is correct again"),
            _ => {}
        }
        Ok(())
    }

    fn note_comparison(
        self,
        clock: impl Fn() -> DateTime<Utc> + Send + 'static,
        showed: DateTime<Utc>,
        right: bool,
    ) {
        let was_off = self.off_clock().is_some();
        let mut compared = self.inner().compared.lock().expect("no holder panics");
        let before = compared.as_ref();
        let doubted = was_off || before.is_some_and(Compared::was_set);
        let right_since = match right && doubted {
            true => Some(showed),
            false => before.and_then(|before| before.right_since),
        };
        *compared =
            Some(Compared { clock: Box::new(clock), showed, runs: Instant::now(), right_since });
    }

    /// Whether this machine's clock was set since it was compared, or the machine was suspended.
    /// Without a comparison the clock is trusted.
    pub fn clock_was_set(self) -> bool {
        let compared = self.inner().compared.lock().expect("no holder panics");
        compared.as_ref().is_some_and(Compared::was_set)
    }

    /// Why nothing may be decided at that moment; `None` while this machine's clock is correct.
    pub(crate) fn doubts_clock(self, moment: DateTime<Utc>) -> Option<String> {
        if self.clock_was_set() {
            // Compare at once rather than when the next deadline is due.
            self.inner().clocks.notify_one();
            return Some("this machine's clock was changed and is being checked".to_owned());
        }
        let compared = self.inner().compared.lock().expect("no holder panics");
        if compared.as_ref().is_some_and(|compared| compared.doubts(moment)) {
            return Some("this machine's clock was corrected in the meantime".to_owned());
        }
        drop(compared);
        self.off_clock()
    }

    /// Why this node handles neither clocks nor emails; `None` while its clock is correct.
    pub fn off_clock(self) -> Option<String> {
        let off = (*self.inner().off.lock().expect("no holder panics"))?;
        let seconds = off.num_milliseconds().unsigned_abs().div_ceil(1000);
        let way = if off > TimeDelta::zero() { "behind" } else { "ahead of" };
        Some(format!(
            "this machine's clock is {seconds} s {way} the database's; synchronise it with NTP"
        ))
    }
}
