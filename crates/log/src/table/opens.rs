//! The moment at which what all have sealed is opened.

use chrono::{DateTime, Duration, Utc};

use super::pending::{Time, outside};
use crate::act::opening::Opening;

/// When what all have sealed is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opens {
    /// When the last sheet came.
    pub since: DateTime<Utc>,
    /// When the sheets are opened, if nothing is taken back before.
    pub at: DateTime<Utc>,
    /// Whether the question's own time is up then.
    pub due: bool,
}

impl Opens {
    /// How long sheets stay sealed at a table that opens so.
    pub fn after(opening: &Opening) -> Option<Duration> {
        let seconds = opening.pace.reveal_delay;
        seconds.map(|seconds| Duration::seconds(seconds.into()))
    }

    /// What of a time fell between the last sheet and the opening.
    pub fn lost(&self, (from, to): Time, stood: &[Time]) -> Duration {
        outside((from.max(self.since), to.max(self.since)), stood)
    }

    /// The same, later by what of that time is given back.
    #[must_use]
    pub fn later(self, lost: Time, stood: &[Time]) -> Opens {
        Opens { at: self.at + self.lost(lost, stood), ..self }
    }

    /// The same, set back as a whole.
    #[must_use]
    pub fn moved(self, span: Duration) -> Opens {
        Opens { since: self.since + span, at: self.at + span, ..self }
    }
}
