//! The board in words, line by line. Readers with narrow screens wrap prose themselves, but must
//! not wrap columns.

use std::fmt;

use crate::text::phrase::wrap;

/// The width of the wrapped text, in columns.
const WIDTH: usize = 72;
/// The usual indent of continuation lines.
const INDENT: usize = 2;

/// The board in words, for emails and screen readers. Formatting it wraps the prose at 72 columns.
///
/// ```
/// use ravenpost_rules::BoardText;
/// let mut text = BoardText::default();
/// text.prose("Heaps", 2);
/// text.columns("A  3");
/// text.columns("B 12");
/// assert_eq!(text.to_string(), "Heaps\nA  3\nB 12");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardText {
    lines: Vec<TextLine>,
}

/// A line of the board in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextLine {
    /// A line that may be wrapped.
    Prose {
        /// The line before it is wrapped.
        text: String,
        /// The indent of the continuation lines.
        indent: usize,
    },
    /// A line of a table with aligned columns, which must not be wrapped.
    Columns(String),
    /// An empty line between paragraphs.
    Blank,
}

impl TextLine {
    /// Returns the line as a whole, without wrapping it.
    pub fn as_str(&self) -> &str {
        match self {
            TextLine::Prose { text, .. } | TextLine::Columns(text) => text,
            TextLine::Blank => "",
        }
    }

    fn wrapped(&self) -> Vec<String> {
        match self {
            TextLine::Prose { text, indent } => wrap(text, &" ".repeat(*indent), WIDTH),
            TextLine::Columns(text) => vec![text.clone()],
            TextLine::Blank => vec![String::new()],
        }
    }
}

impl BoardText {
    /// Adds a line that may be wrapped. Continuation lines are indented.
    pub fn prose(&mut self, text: impl Into<String>, indent: usize) {
        self.lines.push(TextLine::Prose { text: text.into(), indent });
    }

    /// Adds a line of a table with aligned columns.
    pub fn columns(&mut self, text: impl Into<String>) {
        self.lines.push(TextLine::Columns(text.into()));
    }

    /// Adds an empty line.
    pub fn blank(&mut self) {
        self.lines.push(TextLine::Blank);
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the lines.
    pub fn lines(&self) -> &[TextLine] {
        &self.lines
    }

    /// Returns the text for pages that wrap lines themselves.
    pub fn unwrapped(&self) -> String {
        self.lines.iter().map(TextLine::as_str).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.lines.iter().flat_map(TextLine::wrapped).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Collects lines of prose.
impl<T: Into<String>> FromIterator<T> for BoardText {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> BoardText {
        let line = |text: T| TextLine::Prose { text: text.into(), indent: INDENT };
        BoardText { lines: texts.into_iter().map(line).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped_but_columns_are_not() {
        let prose = format!("Ships:{}", " none".repeat(20));
        let table = format!("bro{}Field", " ".repeat(80));
        let mut text = BoardText::default();
        text.prose(prose.as_str(), 4);
        text.blank();
        text.columns(table.as_str());
        let shown = text.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 4, "{shown}");
        assert!(lines[0].len() <= WIDTH && lines[1].starts_with("    none"), "{shown}");
        assert_eq!(lines[2..], ["", table.as_str()]);
        assert_eq!(text.unwrapped(), format!("{prose}\n\n{table}"));
    }

    #[test]
    fn double_spaces_do_not_make_columns() {
        let text: BoardText = ["Silver:  3"].into_iter().collect();
        assert!(matches!(text.lines(), [TextLine::Prose { .. }]));
        assert!(!text.is_empty() && BoardText::default().is_empty());
    }
}
