//! Limits the length of emails: the text of a short one has at most forty lines above the footer.

/// Maximum number of lines of a short email above its footer.
pub const LINES: usize = 40;
/// Maximum number of lines of any other email about a turn above its footer, unless the reader
/// asked for the whole board.
pub const WHOLE: usize = 96;
/// The start of the footer.
const FOOT: &str = "\n-- \n";

/// Returns whether the text of an email has at most so many lines above its footer.
pub fn fits(text: &str, most: usize) -> bool {
    let (body, _) = text.split_once(FOOT).unwrap_or((text, ""));
    body.lines().count() <= most
}

/// Limits the text of an email to so many lines above its footer, and adds a note about the rest.
pub fn cut(text: &str, most: usize, answered: bool) -> String {
    if fits(text, most) {
        return text.to_owned();
    }
    let (body, foot) = text.split_once(FOOT).unwrap_or((text, ""));
    let room = most - 2;
    let mut lines: Vec<&str> = body.lines().take(room).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let more = match answered {
        true => "There is more: reply with the word \"map\", or open the game.",
        false => "Open the game to see the rest.",
    };
    format!("{}\n\n{more}\n{FOOT}{foot}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_email_has_at_most_forty_lines_above_the_footer() {
        let foot = "-- \nSent by us.\n\nname\n7\nroot\n\n\u{2014} name AA\n";
        let short = cut(&format!("{}\n{foot}", "line\n".repeat(90)), LINES, true);
        let (body, _) = short.split_once(FOOT).expect("a foot");
        assert_eq!(body.lines().count(), LINES, "{short}");
        assert!(short.ends_with(foot), "{short}");
        assert!(short.contains("reply with the word \"map\""));
        assert_eq!(cut("one\ntwo\n", LINES, true), "one\ntwo\n");
        assert!(fits(&short, LINES) && !fits(&short, LINES - 1), "the footer does not count");
    }
}
