//! One line of text that came from somebody: it cannot hold a line break or a control character,
//! so that no name ever starts a header, a new line or a change of writing direction.

use std::fmt;
use std::ops::Deref;

/// The longest line kept, in characters.
const LONGEST: usize = 300;

/// A single line of plain words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Line(String);

impl Line {
    /// Keeps the words of a text and drops everything that is not visible on one line.
    pub fn new(text: &str) -> Line {
        let spaced: String = text
            .chars()
            .filter(|c| !invisible(*c))
            .map(|c| if broken(c) { ' ' } else { c })
            .collect();
        let words: Vec<&str> = spaced.split_whitespace().collect();
        Line(words.join(" ").chars().take(LONGEST).collect())
    }
}

/// Ends a line somewhere, in some mail program.
fn broken(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Turns the writing direction or hides: zero width spaces, marks, embeddings, isolates.
fn invisible(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
        || matches!(c, '\u{E0000}'..='\u{E007F}')
}

impl From<&str> for Line {
    fn from(text: &str) -> Line {
        Line::new(text)
    }
}

impl From<String> for Line {
    fn from(text: String) -> Line {
        Line::new(&text)
    }
}

impl From<&String> for Line {
    fn from(text: &String) -> Line {
        Line::new(text)
    }
}

impl Deref for Line {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn a_name_stays_on_its_line() {
        assert_eq!(&*Line::new("Ann\r\nBcc: eve@example.org"), "Ann Bcc: eve@example.org");
        assert_eq!(&*Line::new(" \u{202E}Ann\u{2028}\u{85}Bee\0 "), "Ann Bee");
        assert_eq!(&*Line::new("Þórr af Ḫatti"), "Þórr af Ḫatti");
        assert_eq!(Line::new(&"x".repeat(1000)).len(), 300);
    }
}
