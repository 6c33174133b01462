//! Format `flowed` (RFC 3676): a line that ends with a space continues in the next one.

/// Joins each paragraph into one line. Quoted lines keep a single `>`.
pub(super) fn unfolded(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The quote depth of the paragraph that continues in the next line.
    let mut open: Option<usize> = None;
    for line in text.split('\n') {
        let words = line.trim_start_matches('>');
        let depth = line.len() - words.len();
        let words = words.strip_prefix(' ').unwrap_or(words);
        let flows = words.ends_with(' ') && words != "-- ";
        if open != Some(depth) || words == "-- " {
            if !out.is_empty() {
                out.push('\n');
            }
            if depth > 0 {
                out.push_str("> ");
            }
        }
        out.push_str(if flows && delsp { &words[..words.len() - 1] } else { words });
        open = flows.then_some(depth);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flowed_paragraphs_become_lines() {
        let text = "settle \nStenkumla\n>> from \n>> here\n> there \n end\n-- \nAnn";
        assert_eq!(unfolded(text, false), "settle Stenkumla\n> from here\n> there \nend\n-- \nAnn");
        assert_eq!(unfolded("wo \nod", true), "wood");
    }
}
