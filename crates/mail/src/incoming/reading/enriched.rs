//! Removes the formatting of `text/enriched` (RFC 1896): words in angle brackets are commands, `<<`
//! is a literal bracket, and a sequence of n line breaks stands for n - 1.

/// Returns the plain text.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    // The parameter of a command is not shown.
    let (mut rest, mut parameters) = (text, 0usize);
    // Avoids a search to the end of the text for every unclosed bracket, which is quadratic.
    let last_end = text.rfind('>').unwrap_or_default();
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("<<") {
            if parameters == 0 {
                plain.push('<');
            }
            rest = after;
        } else if text.len() - rest.len() < last_end
            && let Some((name, after)) =
                rest.strip_prefix('<').and_then(|rest| rest.split_once('>'))
        {
            match name.to_ascii_lowercase().as_str() {
                "param" => parameters += 1,
                "/param" => parameters = parameters.saturating_sub(1),
                _ => {}
            }
            rest = after;
        } else if c == '\n' {
            let ends = rest.len() - rest.trim_start_matches('\n').len();
            match ends {
                1 => plain.push(' '),
                more => plain.extend(std::iter::repeat_n('\n', more - 1)),
            }
            rest = &rest[ends..];
        } else {
            if parameters == 0 {
                plain.push(c);
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn unclosed_brackets_are_text() {
        assert_eq!(plain("<bold>pass</bold> <3"), "pass <3");
        // A quadratic search would take hours here.
        let open = "<a".repeat(500_000);
        assert_eq!(plain(&open), open);
    }
}
