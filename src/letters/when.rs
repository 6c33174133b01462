//! Moments and spans in words, in the reader's own zone. The zone is always named.

use chrono::{DateTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// `Friday 21 November 2025, 18:00, Europe/Stockholm (UTC+1)`.
pub fn moment(at: DateTime<Utc>, zone: Tz) -> String {
    let local = at.with_timezone(&zone);
    let day = local.format("%A %-d %B %Y, %H:%M");
    if zone == Tz::UTC {
        return format!("{day} UTC");
    }
    format!("{day}, {} ({})", zone.name(), offset(at, zone))
}

/// `Friday 21 November, 18:00`: for subjects and buttons, where the zone stands elsewhere.
pub fn short(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%A %-d %B, %H:%M").to_string()
}

fn offset(at: DateTime<Utc>, zone: Tz) -> String {
    let minutes = zone.offset_from_utc_datetime(&at.naive_utc()).fix().local_minus_utc() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    let (hours, rest) = (minutes.abs() / 60, minutes.abs() % 60);
    match (hours, rest) {
        (0, 0) => "UTC".to_owned(),
        (_, 0) => format!("UTC{sign}{hours}"),
        _ => format!("UTC{sign}{hours}:{rest:02}"),
    }
}

/// `2 days 4 hours`: two units at most. From an hour on it is rounded to five minutes, so that a
/// day is still a day when the letter is a moment late; the exact moment always stands beside it.
pub fn span(left: TimeDelta) -> String {
    let minutes = match left.num_seconds() {
        // 58 minutes would round to a whole hour; that much is said as it is.
        seconds @ 3600.. => (seconds + 150) / 300 * 5,
        seconds => seconds / 60,
    };
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    if minutes < 1 {
        "less than a minute".to_owned()
    } else if days > 0 {
        two(count(days, "day"), hours, "hour")
    } else if hours > 0 {
        two(count(hours, "hour"), rest, "minute")
    } else {
        count(rest, "minute")
    }
}

fn two(first: String, number: i64, unit: &str) -> String {
    if number == 0 { first } else { format!("{first} {}", count(number, unit)) }
}

/// `1 day`, `2 days`.
pub fn count(number: i64, unit: &str) -> String {
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("a moment of these tests")
    }

    #[test]
    fn moments_name_the_zone_and_follow_summer_time() {
        let winter = at("2025-11-21T17:00:00Z");
        let in_stockholm = "Friday 21 November 2025, 18:00, Europe/Stockholm (UTC+1)";
        assert_eq!(moment(winter, Tz::Europe__Stockholm), in_stockholm);
        let summer = at("2025-07-01T17:00:00Z");
        assert!(moment(summer, Tz::Europe__Stockholm).contains("19:00"));
        assert!(moment(winter, Tz::Asia__Kolkata).ends_with("22:30, Asia/Kolkata (UTC+5:30)"));
        assert_eq!(moment(winter, Tz::UTC), "Friday 21 November 2025, 17:00 UTC");
    }

    #[test]
    fn spans_are_short_and_round() {
        let span = |minutes| super::span(TimeDelta::minutes(minutes));
        assert_eq!(span(2 * 1440 + 4 * 60 + 50), "2 days 4 hours");
        assert_eq!(span(1440), "1 day");
        assert_eq!(super::span(TimeDelta::seconds(86_400 - 17)), "1 day");
        assert_eq!(span(3 * 1440 - 1), "3 days");
        assert_eq!(span(66), "1 hour 5 minutes");
        assert_eq!(span(59), "59 minutes");
        assert_eq!(span(0), "less than a minute");
        assert_eq!(span(-5), "less than a minute");
    }
}
