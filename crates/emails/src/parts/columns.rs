//! Splits the text form of a board for narrow screens: prose may wrap, columns must not.

use crate::parts::wrap::WIDTH;
use ravenpost_rules::text::phrase::unwrapped;

/// Consecutive lines of one kind.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct ColumnPart {
    /// Whether they are in columns, and so must scroll horizontally instead of wrapping.
    pub columns: bool,
    pub text: String,
}

/// Splits a text into parts of one kind each. Empty lines belong to the preceding part.
pub(crate) fn parts(text: &str) -> Vec<ColumnPart> {
    let text = unwrapped(text, WIDTH);
    let mut parts: Vec<ColumnPart> = Vec::new();
    for line in text.lines() {
        let columns = line.trim().contains("  ");
        match parts.last_mut() {
            Some(last) if last.columns == columns || line.trim().is_empty() => {
                last.text.push('\n');
                last.text.push_str(line);
            }
            _ => parts.push(ColumnPart { columns, text: line.to_owned() }),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_distinguished_from_prose() {
        let text = "The 1200s.\n\nbro   Field\nrute  Hill\n\n  Ships: none.\nSilver: 3.";
        let parts = parts(text);
        let columns: Vec<bool> = parts.iter().map(|part| part.columns).collect();
        assert_eq!(columns, [false, true, false]);
        assert_eq!(parts[1].text, "bro   Field\nrute  Hill\n");
        let whole: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(whole.join("\n"), text, "nothing is lost");
    }
}
