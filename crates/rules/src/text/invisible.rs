//! The single definition of invisible characters and of characters that change how others look.
//! Names, reasons, messages, emailed orders and every email line are checked against it.

use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

/// Returns whether a character is invisible: direction marks, joiners, control and private-use
/// characters.
///
/// ```
/// use ravenpost_rules::text::invisible::is_hidden;
/// assert!(is_hidden('\u{202e}') && is_hidden('\u{200b}'));
/// assert!(!is_hidden('a') && !is_hidden('þ'));
/// ```
pub fn is_hidden(letter: char) -> bool {
    use Category::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    // Marks by category, but invisible: the grapheme joiner, Mongolian and other variation
    // selectors.
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

/// Returns whether it is drawn on the preceding character.
pub fn is_mark(letter: char) -> bool {
    use Category::{EnclosingMark, NonspacingMark};
    matches!(letter.general_category(), NonspacingMark | EnclosingMark)
}

/// Returns whether it is visible on its own; marks and fillers are not.
pub fn shows(letter: char) -> bool {
    // Letters by category, but blank.
    let blank = matches!(letter, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    let category = letter.general_category();
    let aside = matches!(category, Category::SpacingMark | Category::SpaceSeparator);
    !blank && !aside && !is_mark(letter)
}
