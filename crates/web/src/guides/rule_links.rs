//! Finds rule numbers in a text and links their mentions.

/// Returns the anchor of a heading. `R9 Settling` and `9. Settling` give `R9`; other headings
/// become slugs.
pub fn anchor_of(heading: &str) -> String {
    if let Some(point) = point_at(heading) {
        return point.to_owned();
    }
    let rest = heading.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &heading[..heading.len() - rest.len()];
    if !number.is_empty() && rest.starts_with(['.', ' ']) {
        return format!("R{number}");
    }
    let mut anchor = String::new();
    for c in heading.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            anchor.push(c);
        } else if !anchor.ends_with('-') && !anchor.is_empty() {
            anchor.push('-');
        }
    }
    anchor.trim_end_matches('-').to_owned()
}

/// Returns the rule that a block defines: a number with a full stop, followed by a space.
pub fn defined(text: &str) -> Option<&str> {
    let point = point_at(text)?;
    let said = point.contains('.') && text[point.len()..].starts_with(' ');
    said.then_some(point)
}

/// Returns the rule number at the start of a text: `R9.3`, `R26` or `R4.2a`.
pub fn point_at(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('R')?;
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut length = digits(rest);
    if length == 0 {
        return None;
    }
    while let Some(more) = rest[length..].strip_prefix('.') {
        match digits(more) {
            0 => break,
            count => length += 1 + count,
        }
    }
    if rest[length..].starts_with(|c: char| c.is_ascii_lowercase()) {
        length += 1;
    }
    let ends = !rest[length..].starts_with(|c: char| c.is_alphanumeric());
    ends.then(|| &text[..=length])
}

/// Returns the chapter reference at the start of a text, and its anchor: `chapter 18` gives `R18`.
fn chapter_at(text: &str) -> Option<(&str, String)> {
    let rest = text.strip_prefix("chapter ")?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (digits > 0).then(|| (&text[.."chapter ".len() + digits], format!("R{}", &rest[..digits])))
}

/// Escapes a text and links mentions of rules and chapters that have an address.
pub fn linked(text: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
    let mut page = String::with_capacity(text.len() + 32);
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let starts = !before.is_alphanumeric();
        let named = starts.then(|| named(rest)).flatten();
        let Some((words, anchor)) = named else {
            escape(&mut page, c);
            rest = &rest[c.len_utf8()..];
            before = c;
            continue;
        };
        match address(&anchor) {
            Some(to) => page.push_str(&format!("<a href=\"{to}\">{words}</a>")),
            None => page.push_str(words),
        }
        rest = &rest[words.len()..];
        before = 'R';
    }
    page
}

/// Escapes a text for HTML.
pub fn escaped(text: &str) -> String {
    let mut page = String::with_capacity(text.len());
    text.chars().for_each(|c| escape(&mut page, c));
    page
}

fn named(text: &str) -> Option<(&str, String)> {
    point_at(text).map(|point| (point, point.to_owned())).or_else(|| chapter_at(text))
}

fn escape(page: &mut String, c: char) {
    match c {
        '&' => page.push_str("&amp;"),
        '<' => page.push_str("&lt;"),
        '>' => page.push_str("&gt;"),
        '"' => page.push_str("&quot;"),
        _ => page.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_resemble_points_are_not_linked() {
        for text in ["Roma", "R", "FR9", "R9x2", "R.1", "chapters", "chapter of it"] {
            let page = linked(text, &|point| Some(format!("#{point}")));
            assert!(!page.contains("<a"), "{text}");
        }
        let page = linked("see chapter 9 & R2.3", &|point| Some(format!("#{point}")));
        assert_eq!(page, "see <a href=\"#R9\">chapter 9</a> &amp; <a href=\"#R2.3\">R2.3</a>");
        assert_eq!(linked("see R2.3", &|_| None), "see R2.3");
    }

    #[test]
    fn chapters_are_found_by_number() {
        for (heading, anchor) in
            [("R9 Ride", "R9"), ("9. Ride", "R9"), ("10 Godi", "R10"), ("Going back", "going-back")]
        {
            assert_eq!(anchor_of(heading), anchor);
        }
        assert_eq!(anchor_of("1st level"), "1st-level");
    }

    #[test]
    fn mention_at_the_start_defines_no_point() {
        assert_eq!(defined("R9.3 Rides"), Some("R9.3"));
        for text in ["R9 Rides", "R9.3, R9.4", "R9.3)", "Rides"] {
            assert_eq!(defined(text), None, "{text}");
        }
    }
}
