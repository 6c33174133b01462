//! Formats times, durations and other short texts for pages, in the reader's time zone.

use chrono::{DateTime, Utc};

use ravenpost_emails::NotificationKind;
pub use ravenpost_log::span::{count, span};
use ravenpost_rules::Refusal;
pub use ravenpost_rules::text::phrase::capital;
use ravenpost_store::log::origins::Origin;

use ravenpost_zone::Zone;

/// `Friday 21 November 2025, 18:00, Europe/Stockholm`.
pub fn moment(at: DateTime<Utc>, zone: Zone) -> String {
    format!("{}, {}", zone.local(at).format("%A %-d %B %Y, %H:%M"), zone.name())
}

/// `21 Nov 2025, 18:00`, for lists that state the time zone elsewhere.
pub fn short(at: DateTime<Utc>, zone: Zone) -> String {
    zone.local(at).format("%-d %b %Y, %H:%M").to_string()
}

/// A period, with the day once if it is the same: `26 Nov 2026, 17:17 to 19:40`.
pub fn period(from: DateTime<Utc>, to: DateTime<Utc>, zone: Zone) -> String {
    let (begin, end) = (zone.local(from), zone.local(to));
    match (short(from, zone), short(to, zone)) {
        (from, to) if from == to => from,
        (from, _) if begin.date_naive() == end.date_naive() => {
            format!("{from} to {}", end.format("%H:%M"))
        }
        (from, to) => format!("{from} to {to}"),
    }
}

/// The origin of an imported game: `Ann's server, 21 Nov 2025, 18:00`.
pub fn came(origin: &Origin, zone: Zone) -> String {
    format!("{}, {}", origin.said, short(origin.at, zone))
}

/// `Tuesday 22:39`, with the date if it is more than a few days ago.
pub fn day(at: DateTime<Utc>, now: DateTime<Utc>, zone: Zone) -> String {
    let near = (now - at).num_days() < 6;
    let form = if near { "%A %H:%M" } else { "%A %-d %B, %H:%M" };
    zone.local(at).format(form).to_string()
}

/// The machine-readable form for the `datetime` attribute.
pub fn machine(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// `1 order` or `2 orders`.
pub fn number(number: impl std::borrow::Borrow<usize>, unit: &str) -> String {
    let number = *number.borrow();
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// The complexity of a title, from 1 to 5, in words.
pub fn weight(weight: impl std::borrow::Borrow<u8>) -> &'static str {
    match *weight.borrow() {
        0 | 1 => "light",
        2 => "medium light",
        3 => "medium",
        4 => "heavy",
        _ => "very heavy",
    }
}

/// `1st`, `2nd`, `11th`.
pub fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Returns the remaining time, or that the time is up.
pub fn left(due: DateTime<Utc>, now: DateTime<Utc>) -> String {
    if due <= now { "time is up".to_owned() } else { format!("{} left", span(due - now)) }
}

/// Turns a key such as `your_turn` into a name: `Your turn`.
pub fn plain(key: &str) -> String {
    capital(&key.replace(['_', '-'], " "))
}

/// Returns the name of a kind of email. A kind of a newer version has only its key.
pub fn email_kind(key: &str) -> String {
    NotificationKind::find(key).map_or_else(|| plain(key), |kind| kind.name().to_owned())
}

/// Capitalises a message and adds a full stop if it has no final punctuation.
pub fn sentence(message: &str) -> String {
    let end = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{end}", capital(message))
}

/// Explains a refusal in a sentence: `"settle" is not the first word of a move.`
pub fn refused(refusal: &Refusal) -> String {
    sentence(&refusal.text())
}

/// Turns a text into an anchor: `Baltic Sea` gives `baltic-sea`.
pub fn slug(text: &str) -> String {
    let chars = text.chars().flat_map(char::to_lowercase);
    let mut slug = String::new();
    for c in chars {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches('-').to_owned()
}

/// Splits a plain text into pieces and marks those that are web addresses.
pub fn linked(text: &str) -> Vec<(&str, bool)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = ["http://", "https://"].iter().filter_map(|lead| rest.find(lead)).min()
    {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| c.is_whitespace() || "<>\"".contains(c));
        let address = from[..end.unwrap_or(from.len())].trim_end_matches(['.', ',', ')', ';']);
        pieces.push((before, false));
        pieces.push((address, true));
        rest = &from[address.len()..];
    }
    pieces.push((rest, false));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn day_within_a_week_is_named() {
        let now: DateTime<Utc> = "2026-11-20T12:00:00Z".parse().unwrap();
        let past =
            |hours| day(now - TimeDelta::hours(hours), now, Zone::or_utc("Europe/Stockholm"));
        assert_eq!(past(13), "Friday 00:00", "in the reader's zone");
        assert_eq!(past(8 * 24), "Thursday 12 November, 13:00");
    }

    #[test]
    fn equal_days_of_a_period_are_shown_once() {
        let from: DateTime<Utc> = "2026-11-26T17:17:00Z".parse().unwrap();
        let until = |minutes| {
            period(from, from + TimeDelta::minutes(minutes), Zone::or_utc("Europe/Stockholm"))
        };
        assert_eq!(until(0), "26 Nov 2026, 18:17");
        assert_eq!(until(143), "26 Nov 2026, 18:17 to 20:40");
        assert_eq!(until(400), "26 Nov 2026, 18:17 to 27 Nov 2026, 00:57");
    }

    #[test]
    fn ordinals_use_english_suffixes() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal).join(" ");
        assert_eq!(ordinals, "1st 2nd 3rd 4th 11th 12th 13th 21st 112th");
    }

    #[test]
    fn messages_become_sentences() {
        assert_eq!(sentence("w is threatened (R9.1)"), "W is threatened (R9.1).");
        assert_eq!(slug("Baltic Sea (2)"), "baltic-sea-2");
    }

    #[test]
    fn links_are_recognised_in_emails() {
        let pieces = linked("http, see https://x.example/a?b=1&c=2.\nEnd");
        let address = "https://x.example/a?b=1&c=2";
        assert_eq!(pieces, [("http, see ", false), (address, true), (".\nEnd", false)]);
    }
}
