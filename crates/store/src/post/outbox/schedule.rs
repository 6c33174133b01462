//! When failed deliveries are retried, and when they are given up.

use chrono::TimeDelta;

/// The pauses between attempts, and the total time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The pause after the first attempt, the second and so on; the last one is then repeated.
    pub pauses: Vec<TimeDelta>,
    /// How long after the first attempt an email is given up.
    pub give_up: TimeDelta,
}

impl Default for Schedule {
    /// The schedule of RFC 5321, section 4.5.4.1: soon at first, then at least half an hour apart,
    /// for five days.
    fn default() -> Schedule {
        let minutes = [1, 5, 30, 60, 120, 240];
        Schedule {
            pauses: minutes.into_iter().map(TimeDelta::minutes).collect(),
            give_up: TimeDelta::days(5),
        }
    }
}

impl Schedule {
    /// Returns whether this many attempts are too few to give up, however long ago the first was.
    /// The relay may have been down for days in between.
    pub fn begins(&self, attempts: u32) -> bool {
        usize::try_from(attempts).unwrap_or(usize::MAX) <= self.pauses.len()
    }

    /// Returns the pause after this many attempts.
    pub fn pause(&self, attempts: u32) -> TimeDelta {
        let place = usize::try_from(attempts.saturating_sub(1)).unwrap_or(usize::MAX);
        let pause = self.pauses.get(place).or(self.pauses.last());
        pause.copied().unwrap_or(TimeDelta::minutes(30))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_intervals_grow_to_four_hours() {
        let schedule = Schedule::default();
        let minutes: Vec<i64> = (1..=8).map(|n| schedule.pause(n).num_minutes()).collect();
        assert_eq!(minutes, [1, 5, 30, 60, 120, 240, 240, 240]);
    }

    #[test]
    fn empty_schedule_waits_thirty_minutes() {
        let schedule = Schedule { pauses: Vec::new(), give_up: TimeDelta::days(1) };
        assert_eq!(schedule.pause(1), TimeDelta::minutes(30));
    }
}
