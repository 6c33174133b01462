//! How soon letters of a kind come: at once, put together after a while, or once a day at the
//! reader's hour. What cannot wait comes at once whatever was chosen.

use chrono::{DateTime, Duration, NaiveTime, Utc};
use serde::{Deserialize, Serialize};

use crate::letters::MailTopic;
use crate::zone::Zone;

/// The hour of those who have chosen none.
pub const MORNING: u8 = 7;

/// How soon letters of a kind come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailPace {
    #[default]
    Immediate,
    /// Those of half an hour together.
    HalfHour,
    /// Those of three hours together.
    ThreeHours,
    /// All of a day together.
    Daily,
}

impl MailPace {
    pub const ALL: [MailPace; 4] =
        [MailPace::Immediate, MailPace::HalfHour, MailPace::ThreeHours, MailPace::Daily];

    /// As forms name it.
    pub fn key(self) -> &'static str {
        match self {
            MailPace::Immediate => "immediate",
            MailPace::HalfHour => "half_hour",
            MailPace::ThreeHours => "three_hours",
            MailPace::Daily => "daily",
        }
    }

    pub fn find(key: &str) -> Option<MailPace> {
        MailPace::ALL.into_iter().find(|pace| pace.key() == key)
    }

    pub fn words(self) -> &'static str {
        match self {
            MailPace::Immediate => "at once",
            MailPace::HalfHour => "together, every half hour",
            MailPace::ThreeHours => "together, every three hours",
            MailPace::Daily => "together, once a day",
        }
    }

    /// When a letter owed at `at` leaves.
    pub fn moment(self, at: DateTime<Utc>, hour: u8, zone: Zone) -> DateTime<Utc> {
        match self {
            MailPace::Immediate => at,
            MailPace::HalfHour => next(at, 30),
            MailPace::ThreeHours => next(at, 180),
            MailPace::Daily => hour_after(at, hour, zone),
        }
    }
}

/// Whether letters of that kind can wait for others at all. Reminders cannot, nor can what a
/// reader has asked for.
pub fn can_wait(topic: MailTopic) -> bool {
    match topic {
        MailTopic::Turns | MailTopic::GameNews | MailTopic::TableNews => true,
        // What is said has a choice of its own.
        MailTopic::Chat | MailTopic::Reminders | MailTopic::Invitations => false,
    }
}

/// The next full so many minutes after a moment: the same for all letters of that span.
fn next(at: DateTime<Utc>, minutes: i64) -> DateTime<Utc> {
    let span = minutes * 60;
    let spans = at.timestamp().div_euclid(span) + 1;
    DateTime::from_timestamp(spans * span, 0).unwrap_or(at)
}

/// The first time after a moment that it is that hour. An hour that is left out when clocks are put
/// forward is met an hour later.
fn hour_after(at: DateTime<Utc>, hour: u8, zone: Zone) -> DateTime<Utc> {
    let today = zone.local(at).date_naive();
    let time = NaiveTime::from_hms_opt(u32::from(hour.min(23)), 0, 0).unwrap_or_default();
    let moments = (0..3).filter_map(|days| {
        let there = (today + Duration::days(days)).and_time(time);
        let later = there + Duration::hours(1);
        let met = zone.first(there);
        met.or_else(|| zone.first(later))
    });
    moments.into_iter().find(|moment| *moment > at).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("a moment")
    }

    #[test]
    fn letters_of_one_span_leave_together() {
        let leave = |pace: MailPace, when: &str| {
            pace.moment(at(when), MORNING, Zone::or_utc("Europe/Stockholm")).to_rfc3339()
        };
        for (pace, first, last, then) in [
            (MailPace::HalfHour, "10:00:00", "10:29:59", "2026-11-22T10:30:00+00:00"),
            (MailPace::ThreeHours, "09:00:00", "11:59:59", "2026-11-22T12:00:00+00:00"),
            (MailPace::Daily, "06:00:00", "23:00:00", "2026-11-23T06:00:00+00:00"),
            (MailPace::Daily, "00:00:00", "05:59:59", "2026-11-22T06:00:00+00:00"),
        ] {
            for when in [first, last] {
                assert_eq!(leave(pace, &format!("2026-11-22T{when}Z")), then, "{pace:?} {when}");
            }
        }
        assert_eq!(leave(MailPace::Immediate, "2026-11-22T10:00:07Z"), "2026-11-22T10:00:07+00:00");
    }

    #[test]
    fn an_hour_that_a_day_leaves_out_is_met_later() {
        let met =
            MailPace::Daily.moment(at("2026-03-28T12:00:00Z"), 2, Zone::or_utc("Europe/Stockholm"));
        assert_eq!(met, at("2026-03-29T01:00:00Z"));
        // An hour that comes twice is met once.
        let met =
            MailPace::Daily.moment(at("2026-10-24T12:00:00Z"), 2, Zone::or_utc("Europe/Stockholm"));
        assert_eq!(met, at("2026-10-25T00:00:00Z"));
        let again = MailPace::Daily.moment(met, 2, Zone::or_utc("Europe/Stockholm"));
        assert_eq!(again, at("2026-10-26T01:00:00Z"));
    }
}
