//! Recognises what people and mail programs put below a message: names, telephone numbers,
//! addresses and mailing-list footers. None of it is sent to the table.

use std::sync::LazyLock;

use super::phrases::words;

/// Minimum number of digits in a telephone number.
const DIGITS: usize = 7;
/// Maximum length of a signature line.
const SHORT: usize = 50;

/// Footers of mailing lists and free mail services, in lower case.
static FOOTERS: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/footers.txt")));

static STREETS: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/streets.txt")));

/// Whether a line contains a telephone number, as opposed to a date, a time or a plain number.
pub(super) fn has_phone(line: &str) -> bool {
    let small = line.to_lowercase();
    let labelled = [
        "tel",
        "phone",
        "mobile",
        "mob.",
        "mob:",
        "cell",
        "fax",
        "handy",
        "telefon",
        "tlf",
        "gsm",
        "sími",
        "\u{260e}",
        "\u{1f4de}",
        "\u{1f4f1}",
    ];
    let labelled = labelled.iter().any(|label| small.contains(label));
    runs(line).any(|run| {
        let digits = run.chars().filter(char::is_ascii_digit).count();
        let grouped = run.trim().contains([' ', '-', '.', '/', '(', ')']);
        let plus = run.trim_start().starts_with('+') || run.trim_start().starts_with("00");
        if is_date(run.trim()) {
            return false;
        }
        (digits >= DIGITS && (grouped || plus || labelled || run.trim().starts_with('0')))
            || (digits >= 5 && (plus || labelled))
    })
}

/// Returns the parts of a line that consist of digits and the separators used in numbers.
fn runs(line: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_digit() || " +-./()\u{a0}\u{2011}\u{2013}".contains(c);
    line.split(move |c| !part(c)).filter(|run| run.chars().any(|c| c.is_ascii_digit()))
}

/// Whether a text is a date or time: `2026-11-28`, `28.11.2026`, `11/28/26`.
fn is_date(run: &str) -> bool {
    let parts: Vec<&str> = run.split(['-', '.', '/']).map(str::trim).collect();
    parts.len() == 3
        && parts
            .iter()
            .all(|part| (1..=4).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit()))
}

pub(super) fn has_address(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '@');
        let mail = word
            .split_once('@')
            .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'));
        mail || word.contains("://") || word.starts_with("www.")
    })
}

/// Whether a line is a street address: "12 Harbour Street", "Storgatan 4, 621 57 Visby".
pub(super) fn has_street(line: &str) -> bool {
    let small = line.to_lowercase();
    let digit = small.chars().any(|c| c.is_ascii_digit());
    let words = small.split(|c: char| c.is_whitespace() || c == ',');
    let named = words.filter(|word| !word.is_empty()).any(|word| {
        STREETS.iter().any(|street| {
            word == *street
                || (street.chars().count() > 3
                    && !word.starts_with(street)
                    && word.ends_with(street))
        })
    });
    digit && named && line.chars().count() < SHORT + 20
}

/// Whether a line is a horizontal rule: `____`, `----`, `====`.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.chars().count() >= 4
        && line
            .chars()
            .all(|email| matches!(email, '_' | '-' | '=' | '*' | '~' | '\u{2014}' | '\u{2500}'))
}

/// Whether a line begins the footer of a mailing list or mail service.
pub(super) fn is_footer(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    FOOTERS.iter().any(|footer| line.starts_with(footer))
}

pub(super) fn is_short(line: &str) -> bool {
    line.trim().chars().count() <= SHORT
}

/// Whether a line is the writer's own name, perhaps after a dash: "Ann", "- Ann Holloway".
pub(super) fn is_own_name(line: &str, names: &[String]) -> bool {
    let bare = |text: &str| super::phrases::bare(text);
    let line = bare(line);
    if line.is_empty() || line.split(' ').count() > 3 {
        return false;
    }
    names.iter().map(|name| bare(name)).filter(|name| !name.is_empty()).any(|name| {
        let first = name.split(' ').next().unwrap_or_default().to_owned();
        line == name
            || line == first
            || line.split(' ').next() == Some(&first) && line.split(' ').count() <= 3
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephone_numbers_are_not_dates_or_moves() {
        for line in [
            "+46 555 0100",
            "Tel. 555-0100",
            "(0555) 123 456",
            "mobile: 07700 900123",
            "0151 23456789",
            "ph 0498 12 34 56",
            "Handy 0170/1234567",
            "+354 555 1234",
            "555-0187 (tel.)",
        ] {
            assert!(has_phone(line), "{line}");
        }
        for line in ["2026-11-28", "settle bro 12", "at 10:30 on 28.11.2026", "1914", "move 3 4 5"]
        {
            assert!(!has_phone(line), "{line}");
        }
    }

    #[test]
    fn addresses_streets_and_rules_are_recognised() {
        assert!(has_address("write to ann@example.org") && has_address("https://example.org/a"));
        assert!(!has_address("meet me at 10:30 @ Wisby"));
        assert!(has_street("12 Harbour Street") && has_street("Storgatan 4, Visby"));
        assert!(!has_street("I hold the road to Rome"));
        assert!(is_rule("_____") && is_rule("-----") && !is_rule("--"));
    }
}
