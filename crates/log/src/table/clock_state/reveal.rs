//! The moment at which sealed orders are revealed.

use chrono::{DateTime, Duration, Utc};

use super::pending::{Time, outside};
use crate::act::opening::Opening;

/// When sealed orders are revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opens {
    /// When the last order sheet was given.
    pub since: DateTime<Utc>,
    /// When the sheets are revealed unless one is taken back before.
    pub at: DateTime<Utc>,
    /// Whether the question's deadline has passed by then.
    pub due: bool,
}

impl Opens {
    /// Returns the table's delay between the last sheet and the reveal.
    pub fn after(opening: &Opening) -> Option<Duration> {
        let seconds = opening.pace.reveal_delay;
        seconds.map(|seconds| Duration::seconds(seconds.into()))
    }

    /// Returns how much of a time span comes after the last sheet, excluding the times in `paused`.
    pub fn lost(&self, (from, to): Time, paused: &[Time]) -> Duration {
        outside((from.max(self.since), to.max(self.since)), paused)
    }

    /// Returns this moment extended by the part of a time span that is given back.
    #[must_use]
    pub fn later(self, lost: Time, paused: &[Time]) -> Opens {
        Opens { at: self.at + self.lost(lost, paused), ..self }
    }

    /// Returns this moment shifted as a whole.
    #[must_use]
    pub fn moved(self, span: Duration) -> Opens {
        Opens { since: self.since + span, at: self.at + span, ..self }
    }
}
