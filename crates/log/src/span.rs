//! Time spans in words.

use chrono::TimeDelta;

/// Returns a span as `2 days 4 hours`: two units at most. From an hour on it is rounded to five
/// minutes, so that a deadline of one day is still "1 day" in an email sent up to two minutes late.
/// The exact time is always given with it.
pub fn span(left: TimeDelta) -> String {
    let minutes = match left.num_seconds() {
        // 58 minutes would round up to an hour, so shorter spans are not rounded.
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

/// Returns a span to the second, as `30 h`, `3 h 5 min` or `45 s`, for parts that are added up.
pub fn exact(span: TimeDelta) -> String {
    let seconds = span.num_seconds();
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")];
    let some: Vec<_> = parts.iter().filter(|(number, _)| *number != 0).collect();
    match some.is_empty() {
        true => "0 s".to_owned(),
        false => {
            let words: Vec<_> = some.iter().map(|(number, of)| format!("{number} {of}")).collect();
            words.join(" ")
        }
    }
}

fn two(first: String, number: i64, unit: &str) -> String {
    if number == 0 { first } else { format!("{first} {}", count(number, unit)) }
}

/// Returns a number with its unit: `1 day`, `2 days`.
pub fn count(number: i64, unit: &str) -> String {
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_short_and_rounded() {
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

    #[test]
    fn totals_are_shown_to_the_second() {
        let exact = |seconds| super::exact(TimeDelta::seconds(seconds));
        assert_eq!(exact(30 * 3600), "30 h");
        assert_eq!(exact(3 * 3600 + 5 * 60 + 7), "3 h 5 min 7 s");
        assert_eq!(exact(0), "0 s");
    }
}
