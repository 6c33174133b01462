//! Text helpers shared by all titles: counted nouns, lists of names, line wrapping.

/// Formats a count with a regular plural: "1 card", "3 cards".
///
/// ```
/// use ravenpost_rules::text::phrase::count;
/// assert_eq!((count(1, "card"), count(3, "card")), ("1 card".to_owned(), "3 cards".to_owned()));
/// ```
pub fn count(count: usize, thing: &str) -> String {
    counted(count, thing, &format!("{thing}s"))
}

/// Formats a count with an irregular plural: "1 Thingman", "3 Thingmen".
///
/// ```
/// use ravenpost_rules::text::phrase::counted;
/// assert_eq!(counted(3, "Thingman", "Thingmen"), "3 Thingmen");
/// ```
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Joins names with "and": "Red", "Red and Blue", "Red, Blue and Green".
///
/// ```
/// use ravenpost_rules::text::phrase::and;
/// assert_eq!(and(&["Red", "Blue", "Green"]), "Red, Blue and Green");
/// ```
pub fn and(names: &[impl AsRef<str>]) -> String {
    joined(names, "and")
}

/// Joins names with "or": "red", "red or blue", "red, blue or green".
///
/// ```
/// use ravenpost_rules::text::phrase::or;
/// assert_eq!(or(&["red", "blue"]), "red or blue");
/// ```
pub fn or(names: &[impl AsRef<str>]) -> String {
    joined(names, "or")
}

fn joined(names: &[impl AsRef<str>], link: &str) -> String {
    let mut text = String::new();
    for (at, name) in names.iter().enumerate() {
        if at > 0 && at + 1 == names.len() {
            text.push_str(&format!(" {link} "));
        } else if at > 0 {
            text.push_str(", ");
        }
        text.push_str(name.as_ref());
    }
    text
}

/// Capitalises the first letter: "Red".
///
/// ```
/// use ravenpost_rules::text::phrase::capital;
/// assert_eq!(capital("þingvík"), "Þingvík");
/// ```
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Lower-cases the first letter, for the middle of a sentence: "red".
///
/// ```
/// use ravenpost_rules::text::phrase::small;
/// assert_eq!(small("Red settles"), "red settles");
/// ```
pub fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Wraps a line between words at `width` columns. Leading blanks are preserved and continuation
/// lines are indented.
///
/// ```
/// use ravenpost_rules::text::phrase::wrap;
/// assert_eq!(wrap("Red: one two three", "  ", 12), ["Red: one two", "  three"]);
/// ```
pub fn wrap(line: &str, indent: &str, width: usize) -> Vec<String> {
    let words = line.trim_start();
    let options = textwrap::Options::new(width)
        .initial_indent(&line[..line.len() - words.len()])
        .subsequent_indent(indent)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::wrap(words, options).into_iter().map(Into::into).collect()
}

/// Pads a text to at least `width` columns.
///
/// ```
/// use ravenpost_rules::text::phrase::pad;
/// assert_eq!(pad("Þór", 5), "Þór  ");
/// ```
pub fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(textwrap::core::display_width(text));
    format!("{text}{}", " ".repeat(blanks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singular_and_plural_differ() {
        assert_eq!(count(1, "card"), "1 card");
        assert_eq!(count(0, "card"), "0 cards");
        assert_eq!(counted(1, "Thingman", "Thingmen"), "1 Thingman");
        assert_eq!(counted(3, "Thingman", "Thingmen"), "3 Thingmen");
    }

    #[test]
    fn only_the_first_letter_is_changed() {
        assert_eq!(
            (capital("þingvík east"), small("Þingvík")),
            ("Þingvík east".into(), "þingvík".into())
        );
        assert_eq!(capital(""), "");
    }

    #[test]
    fn lines_break_between_words_only() {
        assert_eq!(
            wrap("  Blár: one two three", "    ", 12),
            ["  Blár: one", "    two", "    three"]
        );
        assert_eq!(wrap("https://example.org/long", "", 8), ["https://example.org/long"]);
        assert_eq!(wrap("", "  ", 8), [""]);
        assert_eq!((pad("Þór", 5), pad("longer", 3)), ("Þór  ".into(), "longer".into()));
    }

    #[test]
    fn lists_end_with_a_conjunction() {
        assert_eq!(and(&[""; 0]), "");
        assert_eq!(and(&["Red"]), "Red");
        assert_eq!(or(&["red", "blue"]), "red or blue");
        assert_eq!(and(&["Red", "Blue", "Green"]), "Red, Blue and Green");
    }
}
