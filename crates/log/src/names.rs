//! Validation of names and messages: visible text on one line that neither hides nor reorders the
//! text around it.

use ravenpost_rules::text::invisible::{is_hidden, is_mark, shows};
use unicode_security::skeleton;

/// The maximum number of combining marks on a letter. More of them cover the lines above and below.
const MARKS: usize = 3;

/// Normalises the white space of a name. Returns `None` if the name is empty, too long, or contains
/// invisible characters or too many combining marks.
pub fn visible(name: &str, limit: usize) -> Option<String> {
    readable(name, limit).filter(|name| marks_on_one(name) <= MARKS)
}

/// Like [`visible`], but allows any number of combining marks, which names from earlier versions
/// may have.
pub fn readable(name: &str, limit: usize) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = words.join(" ");
    let good = name.chars().any(shows) && !name.chars().any(is_hidden);
    (good && name.chars().count() <= limit).then_some(name)
}

/// Returns two simplified forms of a name, which show what it looks like at a glance. Confusable
/// letters are unified with the skeletons of UTS 39; case, spaces and punctuation do not count. Two
/// names are confusable if either of the two results is the same.
pub fn likeness(name: &str) -> [String; 2] {
    let joined: String = name.chars().filter(|c| c.is_alphanumeric() || is_mark(*c)).collect();
    let plain = if joined.is_empty() { name } else { &joined };
    let lower: String = skeleton(&plain.to_lowercase()).collect();
    let upper: String = skeleton(plain).collect();
    [lower, upper.to_lowercase()]
}

/// Returns whether a name contains a text, whatever their case and however their letters are
/// composed. Databases do not agree on that.
pub fn contains(name: &str, part: &str) -> bool {
    let within = |name: &str, part: &str| !part.is_empty() && name.contains(part);
    within(&name.to_lowercase(), &part.to_lowercase())
        || within(&likeness(name)[0], &likeness(part)[0])
}

/// Returns the largest number of consecutive combining marks.
fn marks_on_one(name: &str) -> usize {
    name.split(|c| !is_mark(c)).map(|marks| marks.chars().count()).max().unwrap_or(0)
}

/// Normalises the white space of a message and removes invisible characters, which some phone
/// keyboards insert. Returns an empty string if nothing visible is left.
pub fn spoken(words: &str) -> String {
    let plain = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut marks = 0;
    let allowed = plain.chars().filter(|c| {
        marks = if is_mark(*c) { marks + 1 } else { 0 };
        marks <= MARKS && !is_hidden(*c)
    });
    let allowed: String = allowed.collect();
    let words = allowed.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().any(shows) { words } else { String::new() }
}

/// Normalises a message of several lines, each like [`spoken`]. One empty line separates two
/// paragraphs. Returns an empty string if nothing visible is left.
pub fn paragraphs(words: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in words.lines().map(spoken) {
        let blank = lines.last().is_none_or(String::is_empty);
        if !(line.is_empty() && blank) {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{contains, likeness, paragraphs, readable, spoken, visible};

    #[test]
    fn confusable_names_are_equal() {
        let alike = |one: &str, other: &str| {
            let (one, other) = (likeness(one), likeness(other));
            one[0] == other[0] || one[1] == other[1]
        };
        for (one, other) in [
            ("Ann", "ann"),
            ("Ann", "\u{410}nn"),
            ("Bob", "B\u{43e}b"),
            ("Bob", "B0b"),
            ("Iris", "lris"),
            ("Iris", "1ris"),
            ("IRIS", "iris"),
            ("Morn", "Mom"),
            ("Ann of Visby", "Ann.of-Visby"),
            ("Ann", "\u{ff21}nn"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Ann", "Anna"), ("Lisa", "Ilsa"), ("\u{674e}", "\u{738b}"), ("Bo", "Bob")]
        {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn parts_of_names_match_in_any_case_and_normal_form() {
        for (name, part) in [
            ("Þórr & ÅSA", "þórr"),
            ("þórr & åsa", "ÅSA"),
            ("Þórr", "o\u{301}rr"),
            ("Tho\u{301}rr", "THÓ"),
            ("Ann of Visby", "ann of"),
            ("100 %", "%"),
        ] {
            assert!(contains(name, part), "{name} {part}");
        }
        for (name, part) in [("Þórr", "x"), ("Ann", "%"), ("Ann", ""), ("Ann", "\u{ad}")] {
            assert!(!contains(name, part), "{name} {part}");
        }
    }

    #[test]
    fn only_invisible_characters_are_removed() {
        assert_eq!(spoken("  A truce,\r\n\tuntil\u{2028}harvest? "), "A truce, until harvest?");
        assert_eq!(spoken("I \u{2764}\u{fe0f} ravens"), "I \u{2764} ravens");
        assert_eq!(spoken("\u{202e}dlog \u{200b}on\u{ad}ly\0"), "dlog only");
        assert_eq!(spoken("Viê\u{323}t: e\u{302}\u{301}"), "Viê\u{323}t: e\u{302}\u{301}");
        let tall = format!("a{}b", "\u{301}".repeat(40));
        assert_eq!(spoken(&tall), format!("a{}b", "\u{301}".repeat(3)));
        for nothing in ["", " \n ", "\u{200b}\u{200b}", "\u{3164}", "\u{301}"] {
            assert_eq!(spoken(nothing), "", "{nothing:?}");
        }
    }

    #[test]
    fn message_keeps_its_paragraphs() {
        let words = "\r\n Peace,\u{200b}  Bo?\r\nI mean it.\n\n \n\nAnn \n\u{3164}\n";
        assert_eq!(paragraphs(words), "Peace, Bo?\nI mean it.\n\nAnn");
        assert_eq!(paragraphs(" \n\u{200b}\n"), "");
    }

    #[test]
    fn misleading_names_are_refused() {
        for good in ["Ann", "  Ann   of Visby ", "Þórdís", "李", "O'Neil & Søn", "🐦"] {
            assert!(visible(good, 40).is_some(), "{good}");
        }
        assert_eq!(visible("  Ann   of Visby ", 40).as_deref(), Some("Ann of Visby"));
        let hidden = [
            "",
            " ",
            "\u{200b}",
            "Ann\u{200b}",
            "\u{202e}nnA",
            "A\u{2066}nn",
            "Ann\u{200f}",
            "\u{feff}Ann",
            "\u{3164}",
            "\u{2800}",
            "\u{301}",
            "Ann\u{ad}",
            "Ann\0",
            "A\u{7}nn",
            "Ann\u{e0041}",
            "\u{fe0f}",
            "A\u{fe0f}nn",
            "A\u{180b}nn",
            "A\u{34f}nn",
            "Ann\u{e000}",
            "Ann\u{2028}Bob",
        ];
        for bad in hidden {
            // A line separator is white space and becomes a space.
            let fine = bad.contains('\u{2028}');
            assert_eq!(visible(bad, 40).is_some(), fine, "{bad:?}");
        }
        assert!(visible(&"x".repeat(41), 40).is_none());
        let piled = format!("A{}nn", "\u{301}".repeat(4));
        assert_eq!(visible(&piled, 40), None, "it covers the lines above");
        assert!(visible("Viê\u{323}\u{301}t", 40).is_some());
        assert!(readable(&piled, 40).is_some(), "as it could be called before");
    }
}
