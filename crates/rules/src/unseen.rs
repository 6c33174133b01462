//! Letters that nobody sees, or that change how others look: the one list of them. Names, reasons,
//! what is said, orders by letter and every line of a letter are held against it.

use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

/// Direction marks, invisible joints, control and private characters.
///
/// ```
/// use ravenpost_rules::unseen::is_hidden;
/// assert!(is_hidden('\u{202e}') && is_hidden('\u{200b}'));
/// assert!(!is_hidden('a') && !is_hidden('þ'));
/// ```
pub fn is_hidden(letter: char) -> bool {
    use Category::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    // Marks by their category, and nothing to see: the grapheme joiner, Mongolian and other
    // variation selectors.
    let selects = matches!(
        letter,
        '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
    );
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

/// Whether it is drawn on the letter before it.
pub fn is_mark(letter: char) -> bool {
    use Category::{EnclosingMark, NonspacingMark};
    matches!(letter.general_category(), NonspacingMark | EnclosingMark)
}

/// Whether there is something to see: marks and fillers alone look like nothing at all.
pub fn shows(letter: char) -> bool {
    // Letters by their category, blank by their look.
    let blank = matches!(letter, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    let category = letter.general_category();
    let aside = matches!(category, Category::SpacingMark | Category::SpaceSeparator);
    !blank && !aside && !is_mark(letter)
}
