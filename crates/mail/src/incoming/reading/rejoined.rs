//! Rejoins lines that a mail program wrapped in the plain text of an email. The HTML alternative
//! shows which lines belong together, because its paragraphs are not wrapped.

use std::collections::VecDeque;

/// Maximum number of lines that form one paragraph.
const PIECES: usize = 40;
/// How many paragraphs of the page after the last match are searched.
const AHEAD: usize = 40;

/// Rejoins the lines that form a paragraph of the page; others are unchanged.
pub(super) fn of(text: Vec<String>, page: &[String]) -> Vec<String> {
    let mut paragraphs: VecDeque<String> =
        page.iter().filter(|line| !is_quoted(line)).map(|line| words(line)).collect();
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    while at < text.len() {
        let found = whole(&text[at..], &paragraphs);
        let Some((place, pieces)) = found else {
            out.push(text[at].clone());
            at += 1;
            continue;
        };
        paragraphs.drain(..=place);
        match pieces {
            1 => out.push(text[at].clone()),
            _ => out.push(
                text[at..at + pieces].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "),
            ),
        }
        at += pieces;
    }
    out
}

/// Finds the paragraph that starts with the first line, and the number of lines that make it up.
fn whole(lines: &[String], paragraphs: &VecDeque<String>) -> Option<(usize, usize)> {
    let first = words(&lines[0]);
    if first.is_empty() {
        return None;
    }
    let begun = paragraphs.iter().take(AHEAD).position(|whole| whole.starts_with(&first))?;
    let (wanted, mut joined) = (&paragraphs[begun], first);
    for (at, _) in lines.iter().enumerate().take(PIECES) {
        if at > 0 {
            if lines[at].trim().is_empty() {
                return None;
            }
            joined = format!("{joined} {}", words(&lines[at]));
        }
        if joined == *wanted {
            return Some((begun, at + 1));
        }
        if !wanted.starts_with(&joined) {
            return None;
        }
    }
    None
}

fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn wrapped_paragraph_is_rejoined() {
        let text = lines("Hi,\n\nplay wisby sell 2\nwood; no\ndone\n\nAnn");
        let page = lines("Hi,\n\nplay wisby sell 2 wood; no\ndone\n\nAnn");
        assert_eq!(of(text, &page), page);
    }

    #[test]
    fn quote_sign_at_a_line_break_is_no_quote() {
        let text = lines("sail e\n> se: sink\n> quoted");
        let page = lines("sail e > se: sink\n> quoted");
        assert_eq!(of(text, &page), ["sail e > se: sink", "> quoted"]);
    }

    #[test]
    fn lines_missing_from_the_html_stay() {
        let text = lines("play wisby\nsell 2\nwood");
        for page in ["", "play wisby and\nsell", "something else", "play wisby sell 2 stone"] {
            assert_eq!(of(text.clone(), &lines(page)), text, "{page}");
        }
    }
}
