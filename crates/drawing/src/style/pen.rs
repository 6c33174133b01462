//! Writes SVG text with short numbers and escaped words.

use std::fmt::{Arguments, Write};

#[derive(Default)]
pub struct Pen {
    out: String,
}

impl Pen {
    /// Appends formatted markup.
    pub fn put(&mut self, markup: Arguments<'_>) {
        self.out.write_fmt(markup).expect("writing to a string cannot fail");
    }

    /// Appends literal markup.
    pub fn text(&mut self, markup: &str) {
        self.out.push_str(markup);
    }

    pub fn finish(self) -> String {
        self.out
    }
}

/// Formats a number with at most two decimals, as short as SVG allows.
pub fn num(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    let text = format!("{rounded}");
    match text.strip_prefix("-0.") {
        Some(rest) => format!("-.{rest}"),
        None if text == "-0" => "0".to_owned(),
        None => text.strip_prefix("0.").map_or(text.clone(), |rest| format!(".{rest}")),
    }
}

/// Formats a number with at most one decimal, enough for positions on a board.
pub fn tenth(value: f64) -> String {
    num((value * 10.0).round() / 10.0)
}

/// Formats an open line as path data: an absolute start, then relative steps.
pub fn line(points: &[(f64, f64)]) -> String {
    let mut data = String::new();
    let mut at = (0.0, 0.0);
    for (index, point) in points.iter().enumerate() {
        let here = ((point.0 * 10.0).round() / 10.0, (point.1 * 10.0).round() / 10.0);
        let (x, y) = (tenth(here.0 - at.0), tenth(here.1 - at.1));
        data.push_str(match index {
            0 => "M",
            1 => "l",
            _ if x.starts_with('-') => "",
            _ => " ",
        });
        data.push_str(&x);
        if !y.starts_with('-') {
            data.push(' ');
        }
        data.push_str(&y);
        at = here;
    }
    data
}

/// Formats several lines as one path.
pub fn joined(lines: &[Vec<(f64, f64)>]) -> String {
    lines.iter().map(|points| line(points)).collect()
}

/// Escapes text for element content and attribute values.
pub fn escape(words: &str) -> String {
    let mut safe = String::with_capacity(words.len() + 8);
    for letter in words.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other if other.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(num(0.5), ".5");
        assert_eq!(num(-0.25), "-.25");
        assert_eq!(num(-0.001), "0");
        assert_eq!(num(12.0), "12");
        assert_eq!(tenth(3.1234), "3.1");
        assert_eq!(tenth(-0.04), "0");
    }

    #[test]
    fn path_uses_relative_coordinates() {
        assert_eq!(line(&[(10.0, 5.0), (12.5, 4.0), (12.0, 4.0)]), "M10 5l2.5-1-.5 0");
    }

    #[test]
    fn attribute_values_are_escaped() {
        assert_eq!(escape("a\"b<c>&'\u{1}"), "a&quot;b&lt;c&gt;&amp;&#39; ");
    }
}
