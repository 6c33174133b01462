//! Letters for whoever wants them short: forty lines of text, and what is asked in all cases.

/// Lines of a short letter, with its foot.
const LINES: usize = 40;
/// Where the foot begins.
const FOOT: &str = "\n-- \n";

/// A letter's text cut to so many lines; what may be missing is said.
pub fn cut(text: &str, answered: bool) -> String {
    if text.lines().count() <= LINES {
        return text.to_owned();
    }
    let (body, foot) = text.split_once(FOOT).unwrap_or((text, ""));
    let foot: Vec<&str> = foot.lines().filter(|line| !line.trim().is_empty()).collect();
    let room = LINES.saturating_sub(foot.len() + 4);
    let mut lines: Vec<&str> = body.lines().take(room).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let more = match answered {
        true => "There is more: answer with the word show, or open the page.",
        false => "There is more on the page.",
    };
    format!("{}\n\n{more}\n{FOOT}{}\n", lines.join("\n"), foot.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_letter_has_forty_lines_and_its_foot() {
        let text = format!("{}\n-- \nSent by us.\n\nStop:\nlink\n", "line\n".repeat(90));
        let short = cut(&text, true);
        assert_eq!(short.lines().count(), LINES, "{short}");
        assert!(short.ends_with("-- \nSent by us.\nStop:\nlink\n"), "{short}");
        assert!(short.contains("answer with the word show"));
        assert_eq!(cut("one\ntwo\n", true), "one\ntwo\n");
    }
}
