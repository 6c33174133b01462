//! The plain text of an email, and limits of its length: a short one has at most forty lines above
//! the footer.

use std::fmt;

use askama::filters::Escaper;

use crate::parts::wrap::{HEADING, tidy};

/// Maximum number of lines of a short email above its footer.
pub const LINES: usize = 40;
/// Maximum number of lines of any other email about a turn above its footer, unless the reader
/// asked for the whole board.
pub const WHOLE: usize = 96;
/// Maximum number of lines of a list that may be left out if the list does not fit.
const BEGINNING: usize = 8;
/// Precedes the footer in templates. Inserted values contain no control characters.
pub(crate) const FOOTER: &str = "\u{c}";

/// Removes control characters other than line breaks from all values that are inserted into
/// templates of plain text (`askama.toml`). Only the templates can therefore mark a heading or the
/// footer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithoutMarks;

impl Escaper for WithoutMarks {
    fn write_escaped_str<W: fmt::Write>(&self, mut dest: W, string: &str) -> fmt::Result {
        let is_removed = |c: char| c != '\n' && c.is_control();
        string.split(is_removed).try_for_each(|part| dest.write_str(part))
    }
}

/// The plain text of an email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlainText {
    /// The lines above the footer.
    lines: Vec<Line>,
    footer: String,
}

/// A line above the footer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    text: String,
    /// Whether it is a heading for the lines below it.
    heading: bool,
}

impl Line {
    fn of(line: &str) -> Line {
        Line { text: line.replace(HEADING, ""), heading: line.starts_with(HEADING) }
    }

    fn plain(text: &str) -> Line {
        Line { text: text.to_owned(), heading: false }
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

impl PlainText {
    /// Reads a rendered template.
    pub fn of(rendered: &str) -> PlainText {
        let (body, footer) = rendered.rsplit_once(FOOTER).unwrap_or((rendered, ""));
        PlainText {
            lines: tidy(body).lines().map(Line::of).collect(),
            footer: tidy(footer).replace(HEADING, ""),
        }
    }

    /// Returns whether the text has at most `most` lines above its footer.
    pub fn fits(&self, most: usize) -> bool {
        self.lines.len() <= most
    }

    /// Removes empty lines at the end.
    fn trim(&mut self) {
        while self.lines.last().is_some_and(Line::is_blank) {
            self.lines.pop();
        }
    }

    /// Limits the text to `most` lines above its footer, and adds a note about the rest. If only
    /// the beginning of a list fits, the list is omitted with its heading, so that it does not look
    /// complete.
    pub fn cut(mut self, most: usize, answered: bool) -> PlainText {
        if self.fits(most) {
            return self;
        }
        let room = most - 2;
        let is_broken = self.lines.get(room).is_some_and(|next| !next.is_blank());
        self.lines.truncate(room);
        let is_beginning =
            |blank: &usize| is_broken && (1..=BEGINNING).contains(&(room - 1 - blank));
        if let Some(blank) = self.lines.iter().rposition(Line::is_blank).filter(is_beginning) {
            self.lines.truncate(blank);
            self.trim();
            if self.lines.last().is_some_and(|line| line.heading) {
                self.lines.pop();
            }
        }
        self.trim();
        let more = match answered {
            true => "There is more: reply with the word \"map\", or open the game.",
            false => "Open the game to see the rest.",
        };
        self.lines.extend([Line::plain(""), Line::plain(more)]);
        self
    }
}

impl fmt::Display for PlainText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "{}", line.text)?;
        }
        match self.footer.is_empty() {
            true => Ok(()),
            false => write!(f, "\n{}", self.footer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_email_has_at_most_forty_lines_above_the_footer() {
        let foot = "-- \nSent by us.\n\nname\n7\nroot\n\n\u{2014} name AA\n";
        let whole = PlainText::of(&format!("{}\n{FOOTER}{foot}", "line\n".repeat(90)));
        let short = whole.cut(LINES, true);
        assert!(short.fits(LINES) && !short.fits(LINES - 1), "the footer does not count");
        let shown = short.to_string();
        assert!(shown.ends_with(&format!("\n\n{foot}")), "{shown}");
        assert!(shown.contains("reply with the word \"map\""));
        let brief = PlainText::of("one\ntwo\n");
        assert_eq!(brief.clone().cut(LINES, true), brief);
        assert_eq!(brief.to_string(), "one\ntwo\n");
    }

    #[test]
    fn list_at_the_limit_is_left_out_with_its_heading() {
        let list = |count: usize| "- a card\n".repeat(count);
        let (first, rest) = (list(27), list(30));
        let text = format!("{HEADING}Moves\n\n{first}\n{HEADING}Your cards\n\n{rest}");
        let short = PlainText::of(&text).cut(LINES, true).to_string();
        assert!(!short.contains("Your cards"), "{short}");
        assert_eq!(short.matches("- a card").count(), 27, "{short}");
        assert!(!short.contains(HEADING) && short.starts_with("Moves\n"), "{short}");
    }

    #[test]
    fn values_cannot_contain_marks() {
        let (mut text, value) = (String::new(), format!("{HEADING}Ann\r\n{FOOTER}B\to\u{85}"));
        WithoutMarks.write_escaped_str(&mut text, &value).expect("a string can be written to");
        assert_eq!(text, "Ann\nBo");
    }

    #[test]
    fn capitals_do_not_make_a_heading() {
        let list = |count: usize| "- a card\n".repeat(count);
        let text = format!("Moves\n\n{}\nYES\n\n{}", list(27), list(30));
        let short = PlainText::of(&text).cut(LINES, true).to_string();
        assert!(short.contains("\nYES\n"), "{short}");
    }
}
