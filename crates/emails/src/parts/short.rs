//! Shortens emails for readers who prefer that: at most forty lines of text.

/// Maximum number of lines of a short email, including its footer.
const LINES: usize = 40;
/// The start of the footer.
const FOOT: &str = "\n-- \n";

/// Limits the text of an email, and adds a note about the rest.
pub fn cut(text: &str, answered: bool) -> String {
    if text.lines().count() <= LINES {
        return text.to_owned();
    }
    let (body, foot) = text.split_once(FOOT).unwrap_or((text, ""));
    let all: Vec<&str> = foot.lines().collect();
    // Verifiers of signed notes require the empty line above the signatures.
    let signed = |at: usize| all.get(at).is_some_and(|line| line.starts_with('\u{2014}'));
    let shown = all.iter().enumerate().filter(|(at, line)| !line.is_empty() || signed(at + 1));
    let foot: Vec<&str> = shown.map(|(_, line)| *line).collect();
    let room = LINES.saturating_sub(foot.len() + 4);
    let mut lines: Vec<&str> = body.lines().take(room).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let more = match answered {
        true => "There is more: reply with the word \"show\", or open the game.",
        false => "Open the game to see the rest.",
    };
    format!("{}\n\n{more}\n{FOOT}{}\n", lines.join("\n"), foot.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_email_has_forty_lines_and_its_foot() {
        let text = format!("{}\n-- \nSent by us.\n\nStop:\nlink\n", "line\n".repeat(90));
        let short = cut(&text, true);
        assert_eq!(short.lines().count(), LINES, "{short}");
        assert!(short.ends_with("-- \nSent by us.\nStop:\nlink\n"), "{short}");
        assert!(short.contains("reply with the word \"show\""));
        assert_eq!(cut("one\ntwo\n", true), "one\ntwo\n");
        let signed =
            format!("{}\n-- \nSent.\n\nname\n7\nroot\n\n\u{2014} name AA\n", "line\n".repeat(90));
        let short = cut(&signed, true);
        assert!(short.ends_with("Sent.\nname\n7\nroot\n\n\u{2014} name AA\n"), "{short}");
        assert_eq!(short.lines().count(), LINES, "{short}");
    }
}
