//! A single line of untrusted text. It contains no line breaks and no invisible characters, so that
//! no name can inject a header field, a new line or a change of writing direction.

use std::fmt;
use std::ops::Deref;

use ravenpost_rules::text::invisible::is_hidden;

/// Maximum number of characters in a line.
const LONGEST: usize = 300;
/// Maximum number of characters in a chat message, including the spaces inserted into links.
const SPOKEN: usize = 800;
/// Maximum number of lines in a chat message.
const LINES: usize = 12;
/// Maximum number of characters in a passage of several sentences.
const PASSAGE: usize = 2000;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct SafeLine(String);

impl SafeLine {
    /// Builds a line from the visible characters of a text, with normalised whitespace.
    pub fn new(text: &str) -> SafeLine {
        let spaced = visible(text);
        let words: Vec<&str> = spaced.split_whitespace().collect();
        SafeLine(words.join(" ").chars().take(LONGEST).collect())
    }

    /// Builds a line for an email to someone without an account. Text that a mail program would
    /// turn into a link is replaced by `otherwise`.
    pub fn for_strangers(text: &str, otherwise: &str) -> SafeLine {
        let line = SafeLine::new(text);
        if line.is_empty() || may_become_a_link(&line) { SafeLine::new(otherwise) } else { line }
    }
}

impl SafeLine {
    /// Builds a line from a chat message. Inserts spaces into anything that a mail program would
    /// turn into a link, so that our emails do not link to third-party pages.
    pub fn spoken(text: &str) -> SafeLine {
        let apart = |word: &str| match may_become_a_link(word) {
            true => word.chars().map(loosened).collect(),
            false => word.to_owned(),
        };
        let words: Vec<String> = visible(text).split_whitespace().map(apart).collect();
        SafeLine(words.join(" ").chars().take(SPOKEN).collect())
    }

    /// Builds the lines of a chat message, each like [`SafeLine::spoken`]. An empty line separates
    /// two paragraphs. Lines beyond the maximum number are appended to the last one.
    pub fn paragraphs(text: &str) -> Vec<SafeLine> {
        let (mut lines, mut room): (Vec<SafeLine>, usize) = (Vec::new(), SPOKEN);
        for line in text.lines() {
            let line: String = SafeLine::spoken(line).chars().take(room).collect();
            room -= line.chars().count();
            let blank = lines.last().is_none_or(|last| last.is_empty());
            if line.is_empty() && blank {
                continue;
            }
            let full = lines.len() == LINES;
            match lines.last_mut() {
                Some(last) if full => *last = SafeLine(format!("{last} {line}").trim().to_owned()),
                _ => lines.push(SafeLine(line)),
            }
        }
        while lines.last().is_some_and(|last| last.is_empty()) {
            lines.pop();
        }
        lines
    }

    /// Builds a passage of several sentences on one line, which ends with a whole sentence.
    pub fn passage(text: &str) -> SafeLine {
        let spaced = visible(text);
        let flat = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some((end, _)) = flat.char_indices().nth(PASSAGE) else { return SafeLine(flat) };
        let end = flat[..end].rfind(". ").map_or(end, |stop| stop + 1);
        SafeLine(flat[..end].to_owned())
    }
}

/// Adds spaces to a character that holds a link together.
fn loosened(c: char) -> String {
    match narrow(c) {
        '.' | '/' | ':' => format!("{c} "),
        '@' => format!(" {c} "),
        _ => c.to_string(),
    }
}

/// Replaces line breaks by spaces and removes invisible characters.
fn visible(text: &str) -> String {
    let lines = text.chars().map(|c| if broken(c) { ' ' } else { c });
    lines.filter(|c| !is_hidden(*c)).collect()
}

/// Returns whether a mail program might create a link: for URLs, email addresses, and words with a
/// dot inside. Initials (`J.R.R. Tolkien`) do not count.
fn may_become_a_link(text: &str) -> bool {
    // Browsers treat full-width characters like ASCII.
    let plain: String = text.chars().map(narrow).collect::<String>().to_lowercase();
    let dotted = |word: &str| {
        let dot = |(at, _)| {
            let before = word[..at].chars().next_back().is_some_and(char::is_alphanumeric);
            before && word[at + 1..].chars().take_while(|c| c.is_alphanumeric()).count() >= 2
        };
        word.match_indices('.').any(dot)
    };
    plain.contains("//")
        || plain.contains("www.")
        || plain.contains('@')
        || plain.split_whitespace().any(dotted)
}

fn narrow(c: char) -> char {
    match c {
        '\u{3002}' | '\u{FF61}' | '\u{2024}' => '.',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        other => other,
    }
}

/// Returns whether a character ends a line in some mail program.
fn broken(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

impl From<&str> for SafeLine {
    fn from(text: &str) -> SafeLine {
        SafeLine::new(text)
    }
}

impl From<String> for SafeLine {
    fn from(text: String) -> SafeLine {
        SafeLine::new(&text)
    }
}

impl From<&String> for SafeLine {
    fn from(text: &String) -> SafeLine {
        SafeLine::new(text)
    }
}

impl Deref for SafeLine {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::SafeLine;

    #[test]
    fn name_stays_on_one_line() {
        assert_eq!(&*SafeLine::new("Ann\r\nBcc: eve@example.org"), "Ann Bcc: eve@example.org");
        assert_eq!(&*SafeLine::new(" \u{202E}Ann\u{2028}\u{85}Bee\0 "), "Ann Bee");
        assert_eq!(&*SafeLine::new("Þórr af Ḫatti"), "Þórr af Ḫatti");
        assert_eq!(SafeLine::new(&"x".repeat(1000)).len(), 300);
        let hidden =
            ["\u{ad}", "\u{61c}", "\u{180e}", "\u{200d}", "\u{2066}", "\u{fe0f}", "\u{e000}"];
        for hidden in hidden {
            assert_eq!(&*SafeLine::new(&format!("A{hidden}nn")), "Ann", "{hidden:?}");
        }
    }

    #[test]
    fn chat_text_is_legible_but_not_a_link() {
        for plain in ["Truce? 3.5 ravens, e.g. now...", "and/or: yes", "J.R.R. Tolkien"] {
            assert_eq!(&*SafeLine::spoken(plain), plain);
        }
        assert_eq!(
            &*SafeLine::spoken("see https://evil.example/a"),
            "see https: / / evil. example/ a"
        );
        assert_eq!(&*SafeLine::spoken("eve@evil.example"), "eve @ evil. example");
        assert_eq!(&*SafeLine::spoken("ｅｖｉｌ．ｅｘａｍｐｌｅ"), "ｅｖｉｌ． ｅｘａｍｐｌｅ");
        assert_eq!(&*SafeLine::spoken("www.evil //a mailto:a@b"), "www. evil / / a mailto: a @ b");
        assert_eq!(&*SafeLine::spoken("evil.\u{200B}example"), "evil. example");
        assert_eq!(SafeLine::spoken(&"x".repeat(1000)).len(), 800);
    }

    #[test]
    fn message_keeps_paragraphs_and_is_limited_in_lines() {
        let lines = |text: &str| -> Vec<String> {
            SafeLine::paragraphs(text).iter().map(ToString::to_string).collect()
        };
        assert_eq!(lines("\n One\r\ntwo\n\n\n\nthree. \n \n"), ["One", "two", "", "three."]);
        assert_eq!(lines("see\nwww.evil"), ["see", "www. evil"]);
        let many = lines(&"x\n".repeat(40));
        assert_eq!((many.len(), many[11].len()), (12, 57), "nothing is lost");
        let long: usize = lines(&"word \n".repeat(900)).iter().map(String::len).sum();
        assert!(long <= 1700, "{long}");
        assert!(lines(" \n ").is_empty());
    }

    #[test]
    fn excerpt_ends_with_a_complete_sentence() {
        let long = "A ship sails. ".repeat(200);
        let cut = SafeLine::passage(&long);
        assert!(cut.len() <= 2000 && cut.ends_with("sails."), "{cut}");
        assert_eq!(&*SafeLine::passage(" Short\n one "), "Short one");
    }

    #[test]
    fn text_for_strangers_contains_no_links() {
        let shown = |text: &str| SafeLine::for_strangers(text, "somebody").to_string();
        for name in ["Ann", "Bo Þórsson", "J.R.R. Tolkien", "Dr. Who", "Ann & Bo", "3.5 ravens"] {
            assert_eq!(shown(name), name);
        }
        for name in [
            "Cheap at evil.example",
            "https:evil//x",
            "WWW.evil",
            "write to eve@evil",
            "ｅｖｉｌ．ｅｘａｍｐｌｅ",
            "evil\u{3002}example",
            "evil.\u{200B}example",
            "",
        ] {
            assert_eq!(shown(name), "somebody", "{name}");
        }
    }
}
