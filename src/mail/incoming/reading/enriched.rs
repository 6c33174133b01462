//! `text/enriched` (RFC 1896) without its formatting: words in angle brackets are commands, `<<` is
//! a bracket, and of several line ends in a row one is none.

/// The text alone.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    // A command's parameter is not shown.
    let (mut rest, mut parameters) = (text, 0usize);
    // Without this, every bracket that is never closed would be searched to the end of the text.
    let last_end = text.rfind('>').unwrap_or_default();
    while let Some(letter) = rest.chars().next() {
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
        } else if letter == '\n' {
            let ends = rest.len() - rest.trim_start_matches('\n').len();
            match ends {
                1 => plain.push(' '),
                more => plain.extend(std::iter::repeat_n('\n', more - 1)),
            }
            rest = &rest[ends..];
        } else {
            if parameters == 0 {
                plain.push(letter);
            }
            rest = &rest[letter.len_utf8()..];
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn brackets_that_are_never_closed_are_text() {
        assert_eq!(plain("<bold>pass</bold> <3"), "pass <3");
        // It would take hours if each of them were searched to the end.
        let open = "<a".repeat(500_000);
        assert_eq!(plain(&open), open);
    }
}
