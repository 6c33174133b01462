//! Moments and spans in words, in the reader's own zone. The zone is always named.

use chrono::{DateTime, Offset, TimeZone, Utc};
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
}
