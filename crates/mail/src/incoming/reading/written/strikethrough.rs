//! Text that the sender struck out, `~~like this~~` (to which HTML strike-through is converted) or
//! with combining strokes.

use super::super::unread::Cut;
use super::lines::EmailLines;

/// The delimiter of struck-out text.
const SIGN: &str = super::super::html::writer::STRUCK;
/// Maximum number of lines it can span.
const LINES: usize = 20;

/// Returns whether a character is a combining stroke over the preceding one.
fn is_stroke(c: char) -> bool {
    matches!(c, '\u{335}'..='\u{338}')
}

/// Removes struck-out text from each line, and lines that contain nothing else. Blocks with an
/// explicit end are unchanged.
pub(super) fn cut(sheet: &mut EmailLines) {
    let mut inside = false;
    for at in 0..sheet.len() {
        let line = sheet.line(at).to_owned();
        if !sheet.stays(at) || sheet.is_quoted(at) || line.trim().is_empty() {
            inside = false;
            continue;
        }
        let (left, ends_inside) = without_signs(&line, inside, || closes(sheet, at));
        inside = ends_inside;
        let left = without_single(&without_strokes(&left));
        if left == line {
            continue;
        }
        match left.chars().any(char::is_alphanumeric) {
            true => sheet.rewrite(at, left.trim().to_owned()),
            false => sheet.cut(at..at + 1, Cut::Struck),
        }
    }
}

/// Returns whether struck-out text that starts in a line ends in a later line of the same
/// paragraph.
fn closes(sheet: &EmailLines, at: usize) -> bool {
    let below = at + 1..sheet.len().min(at + LINES);
    let goes_on = |at: &usize| {
        sheet.stays(*at) && !sheet.is_quoted(*at) && !sheet.line(*at).trim().is_empty()
    };
    below.take_while(goes_on).any(|at| sheet.line(at).contains(SIGN))
}

/// Removes text between two delimiters. Also returns whether the line ends inside such text.
fn without_signs(line: &str, inside: bool, closes: impl Fn() -> bool) -> (String, bool) {
    let (mut left, mut rest, mut inside) = (String::new(), line, inside);
    loop {
        let Some((before, after)) = rest.split_once(SIGN) else {
            if !inside {
                left.push_str(rest);
            }
            return (left, inside);
        };
        if !inside {
            left.push_str(before);
            // An unclosed delimiter is literal text.
            if !after.contains(SIGN) && !closes() {
                left.push_str(SIGN);
                left.push_str(after);
                return (left, false);
            }
        }
        (inside, rest) = (!inside, after);
    }
}

/// Removes `~words~`, the strike-through of messengers.
fn without_single(line: &str) -> String {
    let (mut left, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once('~') {
        let apart = before.chars().next_back().is_none_or(|last| !last.is_alphanumeric());
        let word = |email: Option<char>| email.is_some_and(|c| !c.is_whitespace());
        let end = after.find('~').filter(|end| {
            let (struck, behind) = (&after[..*end], &after[end + 1..]);
            let ends = behind.chars().next().is_none_or(|next| !next.is_alphanumeric());
            apart && ends && word(struck.chars().next()) && word(struck.chars().next_back())
        });
        left.push_str(before);
        match end {
            Some(end) => rest = &after[end + 1..],
            None => {
                left.push('~');
                rest = after;
            }
        }
    }
    left.push_str(rest);
    left
}

/// Removes characters with a stroke over them.
fn without_strokes(line: &str) -> String {
    let mut left = String::new();
    for c in line.chars() {
        match is_stroke(c) {
            true => drop(left.pop()),
            false => left.push(c),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<String>, usize) {
        let lines = text.lines().map(str::to_owned).collect();
        let mut sheet = EmailLines::of(lines, Vec::new());
        cut(&mut sheet);
        let left = sheet.remaining().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        (left, sheet.omitted().iter().map(|one| one.lines.len()).sum())
    }

    #[test]
    fn struck_out_text_is_removed() {
        for (text, left, omitted) in [
            ("~~swap~~\npass", vec!["pass"], 1),
            ("pass ~~or swap~~", vec!["pass"], 0),
            ("~~swap\npass~~\nwood", vec!["wood"], 2),
            ("~swap~\npass", vec!["pass"], 1),
            ("s\u{336}w\u{336}a\u{336}p\u{336}\npass", vec!["pass"], 1),
            ("swap ~~\n\npass", vec!["swap ~~", "pass"], 0),
            ("~ Ann ~\nabout ~5 or ~6", vec!["~ Ann ~", "about ~5 or ~6"], 0),
            ("> ~~swap~~\npass", vec!["> ~~swap~~", "pass"], 0),
            ("say all: I ~~hate~~ love it", vec!["say all: I  love it"], 0),
            ("a\u{336}b c\u{336}d", vec!["b d"], 0),
        ] {
            let left: Vec<String> = left.into_iter().map(str::to_owned).collect();
            assert_eq!(read(text), (left, omitted), "{text:?}");
        }
    }
}
