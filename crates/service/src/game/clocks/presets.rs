//! Named clock contracts to choose from when a table is opened, and a preview of their deadlines.

use chrono::{DateTime, Duration, Utc};

use crate::game::clocks::days_off::postponement;
use ravenpost_log::act::pace::{Bank, DaysOff, Grace, Leave, NotAwaited, Pace};
use ravenpost_rules::{Refusal, RefusalCode};

/// A named contract.
pub struct Preset {
    /// The key in forms.
    pub key: &'static str,
    /// The displayed name.
    pub name: &'static str,
    /// Its meaning, as a sentence.
    pub says: &'static str,
}

/// All presets, the default first.
pub const PRESETS: [Preset; 6] = [
    Preset {
        key: "day",
        name: "A turn a day",
        says: "30 hours for each turn. If you run late: 18 extra hours, once every six turns.",
    },
    Preset {
        key: "two-days",
        name: "Two days, all at once",
        says: "48 hours for each turn, for games with simultaneous moves. The game does not wait \
            for players who missed two of their last six turns. 14 days of vacation, during which \
            you never hold up the others.",
    },
    Preset {
        key: "three-a-week",
        name: "Three a week",
        says: "56 hours for each turn. If you run late: 18 extra hours, once every six turns.",
    },
    Preset {
        key: "weekends",
        name: "Weekends free",
        says: "A turn a day. Saturdays and Sundays do not count.",
    },
    Preset {
        key: "bank",
        name: "Time bank",
        says: "24 hours for each turn. A time bank of 3 days gains 6 hours with every move. 14 \
            days of vacation.",
    },
    Preset { key: "none", name: "No hurry", says: "No deadlines." },
];

/// Refuses a key that is no preset.
pub fn unknown(key: &str) -> Refusal {
    let known = PRESETS.iter().map(|preset| preset.key.to_owned());
    let refusal = Refusal::new("there is no such clock setting").code(RefusalCode::UnknownValue);
    refusal.word(key).instead(known)
}

/// Default number of seconds for which orders stay sealed after the last one is given.
pub const SEALED: u32 = 600;
/// Default maximum delay of automatic answers, in seconds. They are delayed to a drawn moment if an
/// immediate answer could reveal something.
pub const MOMENTS: u32 = 1_800;
/// Number of deadlines in a preview.
pub const PREVIEWED: usize = 10;

const HOUR: u32 = 3_600;

/// The contract with that key, with days off in a time zone.
pub fn pace(key: &str, zone: &str) -> Option<Pace> {
    let grace = Some(Grace { seconds: 18 * HOUR, per_questions: 6 });
    let not_awaited = Some(NotAwaited { missed: 2, of: 6 });
    let bank = Some(Bank { seconds: 72 * HOUR, increment: 6 * HOUR, max: 96 * HOUR });
    let vacation = |holds| Some(Leave { days: 14, stops_clock: holds });
    let days_off = Some(DaysOff { days: vec![6, 7], time_zone: zone.to_owned() });
    let pace = match key {
        "day" => Pace { grace, ..Pace::of(Some(30 * HOUR)) },
        "two-days" => Pace { not_awaited, vacation: vacation(false), ..Pace::of(Some(48 * HOUR)) },
        "bank" => Pace { bank, vacation: vacation(true), ..Pace::of(Some(24 * HOUR)) },
        "three-a-week" => Pace { grace, ..Pace::of(Some(56 * HOUR)) },
        "weekends" => Pace { grace, days_off, ..Pace::of(Some(30 * HOUR)) },
        "none" => Pace::of(None),
        _ => return None,
    };
    Some(pace.sealed_for(SEALED).at_drawn_moments(MOMENTS))
}

/// Previews the next deadlines, if a prompt is made now and each is answered after a day or at its
/// deadline, whichever is earlier. Empty if there are no deadlines.
pub fn next_deadlines(pace: &Pace, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let Some(turn) = pace.turn.map(|seconds| Duration::seconds(seconds.into())) else {
        return Vec::new();
    };
    let mut asked = now;
    let next = |_| {
        let off = pace.days_off.as_ref();
        let due = asked + turn + off.map_or(Duration::zero(), |off| postponement(asked, turn, off));
        asked = due.min(asked + Duration::days(1));
        due
    };
    (0..PREVIEWED).map(next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_log::act::limits::is_a_pace;

    #[test]
    fn every_preset_is_a_valid_contract() {
        for preset in &PRESETS {
            let pace = pace(preset.key, "Europe/Stockholm").expect("it is known");
            assert_eq!(is_a_pace(&pace), Ok(()), "{}", preset.name);
        }
        assert_eq!(pace("blitz", "UTC"), None);
    }

    #[test]
    fn preview_has_ten_deadlines_and_none_on_a_day_off() {
        let now: DateTime<Utc> = "2026-11-26T09:00:00Z".parse().expect("a moment");
        let day = next_deadlines(&pace("day", "UTC").expect("known"), now);
        assert_eq!(day.len(), PREVIEWED);
        assert_eq!((day[0] - now).num_hours(), 30);
        assert!(day.windows(2).all(|two| two[1] - two[0] == Duration::days(1)));
        let weekends = next_deadlines(&pace("weekends", "UTC").expect("known"), now);
        let saturday = |at: &DateTime<Utc>| at.format("%u").to_string() == "6";
        assert!(!weekends.iter().any(saturday), "{weekends:?}");
        assert!(next_deadlines(&Pace::of(None), now).is_empty());
    }
}
