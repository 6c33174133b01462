//! Limits the length of emails: the text of a short one has at most forty lines above the footer.

/// Maximum number of lines of a short email above its footer.
pub const LINES: usize = 40;
/// Maximum number of lines of any other email about a turn above its footer, unless the reader
/// asked for the whole board.
pub const WHOLE: usize = 96;
/// Maximum number of lines of a list that may be left out if the list does not fit.
const BEGINNING: usize = 8;
/// The start of the footer.
const FOOT: &str = "\n-- \n";

/// Returns whether the text of an email has at most so many lines above its footer.
pub fn fits(text: &str, most: usize) -> bool {
    let (body, _) = text.split_once(FOOT).unwrap_or((text, ""));
    body.lines().count() <= most
}

/// Removes empty lines at the end.
fn trim(lines: &mut Vec<&str>) {
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
}

/// Limits the text of an email to so many lines above its footer, and adds a note about the rest.
/// A list of which only the beginning fits is left out with its heading, so that it does not look
/// complete.
pub fn cut(text: &str, most: usize, answered: bool) -> String {
    if fits(text, most) {
        return text.to_owned();
    }
    let (body, foot) = text.split_once(FOOT).unwrap_or((text, ""));
    let room = most - 2;
    let mut lines: Vec<&str> = body.lines().take(room).collect();
    let is_blank = |line: &&str| line.trim().is_empty();
    let is_broken = body.lines().nth(room).is_some_and(|next| !is_blank(&next));
    let is_beginning = |blank: &usize| is_broken && (1..=BEGINNING).contains(&(room - 1 - blank));
    if let Some(blank) = lines.iter().rposition(is_blank).filter(is_beginning) {
        lines.truncate(blank);
        trim(&mut lines);
        if lines.last().is_some_and(|line| line.to_uppercase() == *line) {
            lines.pop();
        }
    }
    trim(&mut lines);
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

    #[test]
    fn list_at_the_limit_is_left_out_with_its_heading() {
        let list = |count: usize| "- a card\n".repeat(count);
        let text = format!("MOVES\n\n{}\nYOUR CARDS\n\n{}", list(27), list(30));
        let short = cut(&text, LINES, true);
        assert!(!short.contains("YOUR CARDS"), "{short}");
        assert_eq!(short.matches("- a card").count(), 27, "{short}");
    }
}
