//! Days off, on which no clock of a table runs, and how they move a deadline. The result is a pure
//! function of the start, the available time and the table's days off. It is computed once per
//! prompt and stored in the log, because time zones change their rules.

use chrono::{DateTime, Datelike, Days, Duration, NaiveDate, NaiveTime, Utc};

use ravenpost_log::act::pace::DaysOff;

use ravenpost_zone::Zone;

/// Latest start of a day in minutes after midnight, for days without a midnight. Some zones have
/// skipped a whole day.
const LATEST: i64 = 26 * 60;
/// Minutes between the candidate starts of a day; clock changes are multiples of a quarter hour.
const QUARTER: usize = 15;

/// How far days off postpone the end of `time` for a prompt made at `asked`, in whole seconds. An
/// unknown zone counts as UTC, because a game may come from a server with a newer zone database.
pub fn postponement(asked: DateTime<Utc>, time: Duration, off: &DaysOff) -> Duration {
    let zone = Zone::or_utc(&off.time_zone);
    let (mut at, mut left, mut lost) = (asked, time, Duration::zero());
    while off.days.len() < 7 {
        let day = zone.local(at).date_naive();
        let end = begins(day + Days::new(1), zone).max(at + Duration::minutes(1));
        let is_off = off.days.contains(&(day.weekday().number_from_monday() as u8));
        if is_off {
            lost += end - at;
        } else if at + left <= end {
            break;
        } else {
            left -= end - at;
        }
        at = end;
    }
    Duration::seconds((lost.num_milliseconds() + 999).div_euclid(1000))
}

/// How much of the time between two moments lies outside days off.
pub fn worked(from: DateTime<Utc>, to: DateTime<Utc>, off: &DaysOff) -> Duration {
    let zone = Zone::or_utc(&off.time_zone);
    let (mut at, mut sum) = (from, Duration::zero());
    while at < to {
        let day = zone.local(at).date_naive();
        let end = begins(day + Days::new(1), zone).max(at + Duration::minutes(1)).min(to);
        let is_off = off.days.contains(&(day.weekday().number_from_monday() as u8));
        if !is_off {
            sum += end - at;
        }
        at = end;
    }
    sum
}

/// When a day begins in a zone.
pub fn begins(day: NaiveDate, zone: Zone) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let quarters = (0..=LATEST).step_by(QUARTER).map(|late| midnight + Duration::minutes(late));
    let first = quarters.filter_map(|at| zone.first(at)).next();
    first.unwrap_or_else(|| midnight.and_utc())
}

/// The first and last day of a vacation, as its player named them. The log does not record the
/// player's zone, so a midnight counts as the start of the day whose noon follows it. A start that
/// is not on a quarter of an hour means that the vacation began at once.
pub fn named_days(from: DateTime<Utc>, to: DateTime<Utc>) -> [NaiveDate; 2] {
    let half = Duration::hours(12);
    let whole = |at: DateTime<Utc>| at.timestamp_millis().rem_euclid(QUARTER as i64 * 60_000) == 0;
    let first = if whole(from) { from + half } else { from };
    let last = (to - half).date_naive();
    [first.date_naive().min(last), last]
}

/// A date as text: "27 December 2026".
pub fn day_words(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vacation_includes_exactly_the_named_days() {
        let (first, last) = ("2026-12-20", "2026-12-27");
        let date = |text: &str| text.parse::<NaiveDate>().expect("a day");
        let zones =
            ["Europe/Stockholm", "America/Los_Angeles", "Asia/Tokyo", "Asia/Kolkata", "UTC"];
        for zone in zones {
            let zone: Zone = zone.parse().expect("a zone");
            let from = begins(date(first), zone);
            let to = begins(date(last) + Days::new(1), zone);
            assert_eq!(named_days(from, to), [date(first), date(last)], "{zone}");
        }
        let now = at("2026-12-20T17:03:22Z");
        let to = begins(date(last) + Days::new(1), Zone::or_utc("Europe/Stockholm"));
        assert_eq!(named_days(now, to), [date(first), date(last)], "who goes at once");
        assert_eq!(day_words(date(last)), "27 December 2026");
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("a valid time")
    }

    fn off(days: &[u8], zone: &str) -> DaysOff {
        DaysOff { days: days.to_vec(), time_zone: zone.to_owned() }
    }

    #[test]
    fn days_off_do_not_count() {
        let weekend = off(&[6, 7], "Europe/Stockholm");
        let day = Duration::hours(24);
        let cases = [
            ("2026-11-24T12:00:00Z", 0, "a Tuesday"),
            ("2026-11-26T23:00:00Z", 0, "to the very end of Friday"),
            ("2026-11-27T09:00:00Z", 48, "a Friday morning: until Monday"),
            ("2026-11-28T11:00:00Z", 36, "a Saturday noon: what is left of the weekend"),
            ("2026-11-29T22:59:00Z", 0, "the last minute of Sunday"),
        ];
        for (asked, hours, what) in cases {
            let got = postponement(at(asked), day, &weekend);
            assert_eq!(got.num_hours(), hours, "{what}");
        }
        let last = postponement(at("2026-11-29T22:59:00.500Z"), day, &weekend);
        assert_eq!(last, Duration::seconds(60), "rounded up to whole seconds");
    }

    #[test]
    fn weekend_with_a_clock_change_is_an_hour_off() {
        let weekend = off(&[6, 7], "Europe/Stockholm");
        let of = |asked| postponement(at(asked), Duration::hours(24), &weekend).num_hours();
        assert_eq!(of("2026-10-23T12:00:00Z"), 49, "back to winter time");
        assert_eq!(of("2026-03-27T12:00:00Z"), 47, "on to summer time");
    }

    #[test]
    fn day_skipped_by_a_time_zone_takes_no_time() {
        // Friday 30 December 2011 was skipped in Apia.
        let friday = off(&[5], "Pacific/Apia");
        assert_eq!(
            postponement(at("2011-12-29T22:00:00Z"), Duration::hours(24), &friday).num_hours(),
            0
        );
    }

    #[test]
    fn no_deadline_falls_on_a_day_off() {
        let zones =
            ["Europe/Stockholm", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe"];
        let sets: [&[u8]; 4] = [&[6, 7], &[1], &[2, 4, 6], &[1, 2, 3, 4, 5]];
        for round in 0..400i64 {
            let (zone, days) = (zones[round as usize % 4], sets[(round / 4) as usize % 4]);
            let asked = at("2025-01-01T00:00:00Z") + Duration::minutes(round * 1_397);
            let time = Duration::minutes(10 + round % 120 * 60);
            let off = off(days, zone);
            let due = asked + time + postponement(asked, time, &off);
            let local: Zone = zone.parse().expect("a zone");
            let last = local.local(due - Duration::seconds(2));
            let weekday = last.weekday().number_from_monday() as u8;
            assert!(!days.contains(&weekday), "{zone} {days:?}: {asked} to {due}");
            let minutes = (0..(due - asked).num_minutes()).filter(|minute| {
                let then = local.local(asked + Duration::minutes(*minute));
                !days.contains(&(then.weekday().number_from_monday() as u8))
            });
            assert_eq!(minutes.count() as i64, time.num_minutes(), "{zone} {days:?}: {asked}");
        }
    }
}
