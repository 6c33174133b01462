//! Names that people give and words that they say: visible words on one line, and nothing that
//! hides or turns round the words beside them.

use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

/// A name with its blanks in order; nothing when it is empty, too long, or not what it looks like.
pub fn visible(name: &str, limit: usize) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = words.join(" ");
    let good = name.chars().any(shows) && !name.chars().any(is_hidden);
    (good && name.chars().count() <= limit).then_some(name)
}

/// Marks that may stand on one letter. More of them cover the lines above and below.
const MARKS: usize = 3;

/// Words as they were typed, with their blanks in order and without what cannot be seen: from a
/// telephone they come with marks of which nobody knows. Empty where nothing is left to see.
pub fn spoken(words: &str) -> String {
    let plain = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut marks = 0;
    let kept = plain.chars().filter(|letter| {
        marks = if is_mark(*letter) { marks + 1 } else { 0 };
        marks <= MARKS && !is_hidden(*letter)
    });
    let kept: String = kept.collect();
    let words = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().any(shows) { words } else { String::new() }
}

/// Whether it is drawn on the letter before it.
fn is_mark(letter: char) -> bool {
    use Category::{EnclosingMark, NonspacingMark};
    matches!(letter.general_category(), NonspacingMark | EnclosingMark)
}

/// Whether there is something to see: marks and fillers alone look like no name at all.
fn shows(letter: char) -> bool {
    use Category::{EnclosingMark, NonspacingMark, SpaceSeparator, SpacingMark};
    // Letters by their category, blank by their look.
    let blank = matches!(letter, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    let mark = matches!(
        letter.general_category(),
        NonspacingMark | SpacingMark | EnclosingMark | SpaceSeparator
    );
    !blank && !mark
}

/// Direction marks, invisible joints, control and private characters.
fn is_hidden(letter: char) -> bool {
    use Category::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    // Variation selectors and the grapheme joiner are marks by category.
    let selects = matches!(letter, '\u{34f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    selects
        || matches!(
            letter.general_category(),
            Control
                | Format
                | LineSeparator
                | ParagraphSeparator
                | PrivateUse
                | Surrogate
                | Unassigned
        )
}

#[cfg(test)]
mod tests {
    use super::{spoken, visible};

    #[test]
    fn words_lose_what_cannot_be_seen_and_nothing_else() {
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
    fn names_are_what_they_look_like() {
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
            "Ann\u{2028}Bob",
        ];
        for bad in hidden {
            // A line separator is white space, and becomes a blank.
            let fine = bad.contains('\u{2028}');
            assert_eq!(visible(bad, 40).is_some(), fine, "{bad:?}");
        }
        assert!(visible(&"x".repeat(41), 40).is_none());
    }
}
