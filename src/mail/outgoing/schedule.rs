//! When a letter that could not be sent is tried again, and when it is given up.

use chrono::{DateTime, TimeDelta, Utc};

/// Minutes from one try to the next; the last one repeats.
const PAUSES: [i64; 6] = [1, 5, 30, 60, 120, 240];

/// The next try after `tries` that failed, or none when the letter has been tried long enough.
///
/// `first` is the moment of the first try. A try that would come after `give_up` is made at
/// that very moment, so that the whole span is used.
pub fn next(
    tries: u32,
    first: DateTime<Utc>,
    now: DateTime<Utc>,
    give_up: TimeDelta,
) -> Option<DateTime<Utc>> {
    let end = first + give_up;
    if now >= end {
        return None;
    }
    let at = usize::try_from(tries.max(1) - 1).unwrap_or(usize::MAX).min(PAUSES.len() - 1);
    Some((now + TimeDelta::minutes(PAUSES[at])).min(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_days_of_refusals() {
        let first: DateTime<Utc> = "2025-11-20T09:00:00Z".parse().expect("a moment");
        let (mut now, mut tries, mut pauses) = (first, 1, Vec::new());
        while let Some(next) = next(tries, first, now, TimeDelta::days(5)) {
            pauses.push((next - now).num_minutes());
            (now, tries) = (next, tries + 1);
            assert!(tries < 100, "it never ends");
        }
        assert_eq!(pauses[..6], [1, 5, 30, 60, 120, 240]);
        assert!(pauses[6..pauses.len() - 1].iter().all(|pause| *pause == 240));
        assert_eq!(now - first, TimeDelta::days(5));
        assert_eq!(tries, 36);
    }
}
