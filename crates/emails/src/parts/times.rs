//! Formats times in the reader's time zone.

use chrono::{DateTime, Utc};

use ravenpost_zone::Zone;

/// Formats a time as `Friday 21 November 2025, 18:00, Europe/Stockholm (UTC+1)`.
pub fn moment(at: DateTime<Utc>, zone: Zone) -> String {
    let local = zone.local(at);
    let day = local.format("%A %-d %B %Y, %H:%M");
    if zone == Zone::UTC {
        return format!("{day} UTC");
    }
    format!("{day}, {} ({})", zone.name(), offset(at, zone))
}

/// Formats a deadline as `Friday 18:00 (UTC+1)`, with its date unless it is within six days.
pub fn deadline(at: DateTime<Utc>, now: DateTime<Utc>, zone: Zone) -> String {
    let near = at - now < chrono::Duration::days(6);
    let day = zone.local(at).format(if near { "%A %H:%M" } else { "%A %-d %B, %H:%M" });
    format!("{day} ({})", offset(at, zone))
}

/// Formats a time as `Friday 21 November, 18:00`, for texts that name the zone elsewhere.
pub fn short(at: DateTime<Utc>, zone: Zone) -> String {
    zone.local(at).format("%A %-d %B, %H:%M").to_string()
}

/// Formats a time as `today at 18:00`, `tomorrow at 18:00`, or with its day, for texts that name
/// the zone elsewhere.
pub fn soon(at: DateTime<Utc>, now: DateTime<Utc>, zone: Zone) -> String {
    let (then, today) = (zone.local(at), zone.local(now).date_naive());
    match (then.date_naive() - today).num_days() {
        0 => then.format("today at %H:%M").to_string(),
        1 => then.format("tomorrow at %H:%M").to_string(),
        _ => then.format("on %A %-d %B at %H:%M").to_string(),
    }
}

fn offset(at: DateTime<Utc>, zone: Zone) -> String {
    let minutes = zone.offset(at).local_minus_utc() / 60;
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
        text.parse().expect("a valid time")
    }

    fn stockholm() -> Zone {
        Zone::or_utc("Europe/Stockholm")
    }

    #[test]
    fn relative_days_depend_on_the_readers_time_zone() {
        let (now, zone) = (at("2026-11-20T22:40:00Z"), stockholm());
        assert_eq!(soon(at("2026-11-20T22:59:00Z"), now, zone), "today at 23:59");
        assert_eq!(soon(at("2026-11-20T23:05:00Z"), now, zone), "tomorrow at 00:05");
        assert_eq!(soon(at("2026-11-20T23:05:00Z"), now, Zone::UTC), "today at 23:05");
        let later = soon(at("2026-11-23T09:00:00Z"), now, zone);
        assert_eq!(later, "on Monday 23 November at 10:00");
    }

    #[test]
    fn deadlines_show_the_weekday_or_the_date() {
        let (now, zone) = (at("2026-11-20T22:40:00Z"), stockholm());
        assert_eq!(deadline(at("2026-11-22T13:59:00Z"), now, zone), "Sunday 14:59 (UTC+1)");
        let later = deadline(at("2026-11-29T13:59:00Z"), now, Zone::UTC);
        assert_eq!(later, "Sunday 29 November, 13:59 (UTC)");
    }

    #[test]
    fn times_name_the_zone_and_follow_summer_time() {
        let winter = at("2025-11-21T17:00:00Z");
        let in_stockholm = "Friday 21 November 2025, 18:00, Europe/Stockholm (UTC+1)";
        assert_eq!(moment(winter, stockholm()), in_stockholm);
        let summer = at("2025-07-01T17:00:00Z");
        assert!(moment(summer, stockholm()).contains("19:00"));
        assert!(
            moment(winter, Zone::or_utc("Asia/Kolkata"))
                .ends_with("22:30, Asia/Kolkata (UTC+5:30)")
        );
        assert_eq!(moment(winter, Zone::UTC), "Friday 21 November 2025, 17:00 UTC");
    }
}
