//! Rejoins the lines of a message that a mail program wrapped. All other line breaks are the
//! writer's and are preserved.

use crate::reply::line::ReplyLine;

/// Mail programs wrap lines at about 70 columns or more, and none at less than this.
const COLUMN: usize = 60;
/// The last column at which mail programs wrap lines.
const LAST_COLUMN: usize = 80;

/// Returns the text of a message or note. `text` is the part of its first line after the command,
/// and `below` are the lines below it. An empty line separates paragraphs.
pub(super) fn rejoined(first: &ReplyLine, text: &str, below: &[ReplyLine]) -> String {
    let column = column(first, below);
    let (mut whole, mut above) = (text.trim().to_owned(), first);
    for line in below {
        let words = line.raw.trim();
        if !whole.is_empty() {
            let wrapped = column.is_some_and(|column| is_full(above, line, column));
            whole.push_str(match line.begins_paragraph {
                true => "\n\n",
                false if wrapped && !begins_item(words) => " ",
                false => "\n",
            });
        }
        whole.push_str(words);
        above = line;
    }
    whole
}

/// Whether a line is so long that the first word of the next would not have fitted on it.
pub(super) fn is_broken(line: &ReplyLine, next: &ReplyLine) -> bool {
    is_full(line, next, COLUMN)
}

fn is_full(line: &ReplyLine, next: &ReplyLine, column: usize) -> bool {
    let word = next.raw.split_whitespace().next();
    word.is_some_and(|word| width(&line.raw) + 1 + width(word) > column)
}

/// Returns the column at which the lines were wrapped, judging by the lines alone. Returns `None`
/// if they were not wrapped: then one of them has a space where it should have been broken.
fn column(first: &ReplyLine, below: &[ReplyLine]) -> Option<usize> {
    let lines = || std::iter::once(first).chain(below).map(|line| line.raw.trim());
    let overlong =
        |line: &str| line.rsplit_once(' ').is_some_and(|(line, _)| width(line) > LAST_COLUMN);
    let widest = lines().map(width).filter(|width| *width <= LAST_COLUMN).max();
    (!lines().any(overlong)).then(|| widest.unwrap_or_default().max(COLUMN))
}

fn width(text: &str) -> usize {
    text.trim().chars().count()
}

/// Whether a line begins an item of a list: "- wood", "* wood", "2. wood", "2) wood".
fn begins_item(line: &str) -> bool {
    let mark = line.split_whitespace().next().unwrap_or_default();
    let number = mark.strip_suffix(['.', ')']).unwrap_or_default();
    let numbered =
        (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    numbered || matches!(mark, "-" | "*" | "+" | "\u{2022}" | "\u{2013}" | "\u{2014}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of an email whose first line is `say all: ` and a text.
    fn text(email: &str) -> String {
        let (mut lines, mut begins_paragraph) = (Vec::new(), false);
        for line in email.lines() {
            match line.is_empty() {
                true => begins_paragraph = true,
                false => {
                    lines.push(ReplyLine { begins_paragraph, ..ReplyLine::of(line) });
                    begins_paragraph = false;
                }
            }
        }
        let first = lines[0].raw.trim_start_matches("say all:").trim();
        rejoined(&lines[0], first, &lines[1..])
    }

    #[test]
    fn deliberate_lines_and_paragraphs_are_preserved() {
        for (email, wanted) in [
            ("say all: hello", "hello"),
            ("say all:\n\nhello\nagain", "hello\nagain"),
            ("say all: Roses are red,\nViolets are blue.", "Roses are red,\nViolets are blue."),
            ("say all: hello\n\nbye\n\n\nAnn", "hello\n\nbye\n\nAnn"),
            ("say all: I offer\n- wood\n- wool\n1. for tar", "I offer\n- wood\n- wool\n1. for tar"),
        ] {
            assert_eq!(text(email), wanted, "{email}");
        }
    }

    #[test]
    fn wrapped_lines_are_rejoined_at_any_usual_width() {
        let words = "The winter was long, and the harbour is still frozen over. ".repeat(6);
        let words = words.trim();
        for width in [66, 68, 70, 72, 74, 76, 78] {
            let wrap = |line: &str| ravenpost_rules::text::phrase::wrap(line, "", width).join("\n");
            let email = format!("{}\n\n{}\nAnn", wrap(&format!("say all: {words}")), wrap(words));
            let lines: Vec<String> = text(&email).lines().map(str::to_owned).collect();
            assert_eq!(lines[..2], [words, ""], "{width}");
            assert!(lines[2..].concat().ends_with("Ann"), "{width}");
            assert!(lines.len() <= 4, "{width}: {lines:?}");
        }
    }

    #[test]
    fn items_of_a_list_are_not_joined_to_wrapped_lines() {
        let long = "we share the harbour of Wisby until the end of the third winter";
        let email = format!("say all: Terms:\n- {long}\n  or longer\n- {long}\n- no pirates");
        let wanted = format!("Terms:\n- {long} or longer\n- {long}\n- no pirates");
        assert_eq!(text(&email), wanted);
    }

    /// A mail program that does not wrap lines, or that uses `format=flowed`, whose lines are
    /// joined earlier.
    #[test]
    fn lines_of_unwrapped_email_are_preserved() {
        let long = "This line is much longer than any mail program would leave it, if it wrapped \
            lines at all.";
        let next = "This one ends somewhere between sixty and eighty columns, but";
        let email = format!("say all: {long}\n{next}\nthis was meant to be a new line");
        let wanted = format!("{long}\n{next}\nthis was meant to be a new line");
        assert_eq!(text(&email), wanted);
    }

    #[test]
    fn long_link_does_not_preserve_wrapped_lines() {
        let link = format!("https://raven.example/{}", "x".repeat(90));
        let long = "Look at the board after the third step, where the ships of Blue";
        assert_eq!(
            text(&format!("say all:\n{long}\nwere: {link}")),
            format!("{long} were: {link}")
        );
    }
}
