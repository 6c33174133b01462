//! Formats plain text for email: at most 72 columns, no trailing spaces, no repeated empty lines.

const WIDTH: usize = 72;
/// Precedes headings in templates. Inserted values contain no control characters.
pub(crate) const HEADING: &str = "\u{1d}";

/// Wraps overlong lines, with a hanging indent below bullets and numbers. Keeps the signs that
/// precede headings.
pub fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut blank = true;
    for line in text.lines() {
        // The signature delimiter must keep its trailing space, or mail programs do not recognise
        // it.
        let line = if line == "-- " { line } else { line.trim_end() };
        if line.is_empty() || line == HEADING {
            if !blank {
                out.push('\n');
            }
            blank = true;
            continue;
        }
        blank = false;
        wrap(line, &mut out);
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}

fn wrap(line: &str, out: &mut String) {
    if columns(line) <= WIDTH || is_signature(line) {
        out.push_str(line);
        out.push('\n');
        return;
    }
    let hang = hanging(line);
    let mut width = line.chars().take_while(|c| *c == ' ').count();
    out.extend(std::iter::repeat_n(' ', width));
    let mut first = true;
    for word in together(line) {
        let long = columns(&word);
        if first {
            first = false;
        } else if width + 1 + long > WIDTH {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', hang));
            width = hang;
        } else {
            out.push(' ');
            width += 1;
        }
        out.push_str(&word);
        width += long;
    }
    out.push('\n');
}

/// Returns the width of a text.
fn columns(text: &str) -> usize {
    text.chars().filter(|c| !HEADING.contains(*c)).count()
}

/// Returns whether a line is a signature of a signed note, which must not be wrapped.
fn is_signature(line: &str) -> bool {
    let mut words = line.trim_start().split(' ');
    let (dash, name, bytes, end) = (words.next(), words.next(), words.next(), words.next());
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    let whole = |bytes: &str| bytes.len() >= 92 && bytes.bytes().all(is_base64);
    dash == Some("\u{2014}") && name.is_some() && bytes.is_some_and(whole) && end.is_none()
}

/// Splits a line into words. Attaches a `>` to the preceding word, because at the start of a line
/// it would look like a quote.
fn together(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        match words.last_mut() {
            Some(last) if word.starts_with('>') => *last = format!("{last} {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Returns the indent of the text after a bullet or number; `  12. word` gives 6.
fn hanging(line: &str) -> usize {
    let indent = line.chars().take_while(|c| *c == ' ').count();
    let rest = &line[indent..];
    let mark = rest.split(' ').next().unwrap_or("");
    let number = mark.strip_suffix('.').is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()));
    if mark == "-" || (number && mark.len() > 1) { indent + mark.len() + 1 } else { indent }
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn wrapped_list_items_are_indented() {
        let words = "word ".repeat(20);
        let text = tidy(&format!("  12. {words}"));
        for line in text.lines() {
            assert!(line.chars().count() <= 72, "{line}");
        }
        assert!(text.lines().nth(1).expect("it was wrapped").starts_with("      word"));
    }

    #[test]
    fn signature_stays_on_one_line() {
        let line = format!("\u{2014} raven.example/seals {}", "A".repeat(92));
        assert_eq!(tidy(&line), format!("{line}\n"));
        let said = format!("\u{2014} {} words", "x".repeat(92));
        assert_eq!(tidy(&said).lines().count(), 3, "text from people is wrapped as usual");
    }

    #[test]
    fn blanks_are_collapsed_and_links_are_not_broken() {
        let link = format!("https://raven.example/{}", "x".repeat(90));
        assert_eq!(tidy(&format!("\n\na  \n\n\n\n{link}\n\n-- \nend\n\n")), {
            format!("a\n\n{link}\n\n-- \nend\n")
        });
    }
}
