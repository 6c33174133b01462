//! The clocks of several machines: deadlines, leases and outages are compared across nodes, so each
//! holds its clock against the database's. A node that is off leaves clocks and letters to others,
//! decides nothing, is not ready, and says why; pages it goes on showing.
//!
//! Between two comparisons a clock may be set. Time that nobody sets runs beside it, so that this
//! is noticed with the next decision, and not first when its events have a wrong time. A request
//! takes its time when it begins: one that began by a wrong clock decides nothing either, when the
//! clock has been set right meanwhile.

use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;

/// So much a clock may be off.
const ALLOWED: TimeDelta = TimeDelta::seconds(1);
/// A clock that goes by so much otherwise than time does was set.
const SET: TimeDelta = TimeDelta::milliseconds(500);

/// What this machine's clock showed when it was compared, beside one that nobody sets.
pub(in crate::service) struct Compared {
    clock: Box<dyn Fn() -> DateTime<Utc> + Send>,
    showed: DateTime<Utc>,
    runs: Instant,
    /// When it was found right after it had not been: what is earlier may be a wrong clock's time.
    right_since: Option<DateTime<Utc>>,
}

impl Compared {
    fn was_set(&self) -> bool {
        let ran = TimeDelta::from_std(self.runs.elapsed()).unwrap_or(TimeDelta::MAX);
        ((self.clock)() - self.showed - ran).abs() > SET
    }

    /// Whether this clock has not shown that moment, or not while it was known to be right.
    fn doubts(&self, moment: DateTime<Utc>) -> bool {
        self.right_since.is_some_and(|since| moment < since) || moment > (self.clock)() + SET
    }
}

impl Service {
    /// Compares this machine's clock with the database's; what the way there and back took counts
    /// for nobody. A file has no clock of its own.
    pub async fn compare_clocks(
        &self,
        clock: impl Fn() -> DateTime<Utc> + Send + 'static,
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
        self.note_comparison(clock, after, off.is_none());
        let known = std::mem::replace(&mut *self.0.off.lock().expect("no holder panics"), off);
        match (known, self.off_clock()) {
            (None, Some(why)) => tracing::error!(why, "clocks and letters are left to other nodes"),
            (Some(_), None) => tracing::info!("the clock is right again"),
            _ => {}
        }
        Ok(())
    }

    fn note_comparison(
        &self,
        clock: impl Fn() -> DateTime<Utc> + Send + 'static,
        showed: DateTime<Utc>,
        right: bool,
    ) {
        let was_off = self.off_clock().is_some();
        let mut compared = self.0.compared.lock().expect("no holder panics");
        let before = compared.as_ref();
        let doubted = was_off || before.is_some_and(Compared::was_set);
        let right_since = match right && doubted {
            true => Some(showed),
            false => before.and_then(|before| before.right_since),
        };
        *compared =
            Some(Compared { clock: Box::new(clock), showed, runs: Instant::now(), right_since });
    }

    /// Whether this machine's clock was set since it was compared, or the machine slept. A clock
    /// that is compared with none is believed.
    pub fn clock_was_set(&self) -> bool {
        let compared = self.0.compared.lock().expect("no holder panics");
        compared.as_ref().is_some_and(Compared::was_set)
    }

    /// Why nothing is decided at that moment by this machine's clock; nothing while it is right.
    pub(super) fn doubts_clock(&self, moment: DateTime<Utc>) -> Option<String> {
        if self.clock_was_set() {
            // It is compared at once, and not first when the next thing is due.
            self.0.clocks.notify_one();
            return Some("this machine's clock was set: it is being compared".to_owned());
        }
        let compared = self.0.compared.lock().expect("no holder panics");
        if compared.as_ref().is_some_and(|compared| compared.doubts(moment)) {
            return Some("this machine's clock was set right meanwhile".to_owned());
        }
        drop(compared);
        self.off_clock()
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
