//! How soon emails of a kind are sent: immediately, bundled after a while, or daily at the reader's
//! hour. Urgent emails are always sent immediately.

use chrono::{DateTime, Duration, NaiveTime, Utc};
use serde::{Deserialize, Serialize};

use ravenpost_emails::MailTopic;
use ravenpost_zone::Zone;

/// The default hour for daily emails.
pub const MORNING: u8 = 7;

/// How soon emails of a kind are sent.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Default,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MailPace {
    #[default]
    Immediate,
    HalfHour,
    ThreeHours,
    Daily,
}

impl MailPace {
    pub const ALL: &[MailPace] = <MailPace as strum::VariantArray>::VARIANTS;

    /// The key in forms.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn find(key: &str) -> Option<MailPace> {
        key.parse().ok()
    }

    pub fn words(self) -> &'static str {
        match self {
            MailPace::Immediate => "at once",
            MailPace::HalfHour => "combined, every half hour",
            MailPace::ThreeHours => "combined, every three hours",
            MailPace::Daily => "combined, once a day",
        }
    }

    /// When an email queued at `at` is sent.
    pub fn moment(self, at: DateTime<Utc>, hour: u8, zone: Zone) -> DateTime<Utc> {
        match self {
            MailPace::Immediate => at,
            MailPace::HalfHour => next(at, 30),
            MailPace::ThreeHours => next(at, 180),
            MailPace::Daily => hour_after(at, hour, zone),
        }
    }
}

/// Whether emails of a kind may be bundled. Reminders and emails that the reader asked for may not.
pub fn can_wait(topic: MailTopic) -> bool {
    match topic {
        MailTopic::Turns | MailTopic::GameNews | MailTopic::TableNews => true,
        // Chat follows the pace of turn emails.
        MailTopic::Chat | MailTopic::Reminders | MailTopic::Invitations => false,
    }
}

/// The next multiple of `minutes` after a moment, so that all emails of an interval are sent
/// together.
fn next(at: DateTime<Utc>, minutes: i64) -> DateTime<Utc> {
    let span = minutes * 60;
    let spans = at.timestamp().div_euclid(span) + 1;
    DateTime::from_timestamp(spans * span, 0).unwrap_or(at)
}

/// The next occurrence of that hour after a moment. If the clocks skip the hour, the next hour is
/// used.
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
    fn emails_of_one_period_are_bundled() {
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
    fn hour_skipped_by_a_clock_change_is_met_later() {
        let met =
            MailPace::Daily.moment(at("2026-03-28T12:00:00Z"), 2, Zone::or_utc("Europe/Stockholm"));
        assert_eq!(met, at("2026-03-29T01:00:00Z"));
        // An hour that occurs twice counts only once.
        let met =
            MailPace::Daily.moment(at("2026-10-24T12:00:00Z"), 2, Zone::or_utc("Europe/Stockholm"));
        assert_eq!(met, at("2026-10-25T00:00:00Z"));
        let again = MailPace::Daily.moment(met, 2, Zone::or_utc("Europe/Stockholm"));
        assert_eq!(again, at("2026-10-26T01:00:00Z"));
    }
}
