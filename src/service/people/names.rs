//! Names that people give: visible words on one line, and nothing that hides or turns round the
//! words beside them.

use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

/// A name with its blanks in order; nothing when it is empty, too long, or not what it looks like.
pub fn visible(name: &str, limit: usize) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = words.join(" ");
    let good = name.chars().any(shows) && !name.chars().any(is_hidden);
    (good && name.chars().count() <= limit).then_some(name)
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
    use super::visible;

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
