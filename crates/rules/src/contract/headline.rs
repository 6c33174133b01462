//! Checks whether the text of a presentation begins with the headline.

use crate::view::Presentation;

/// Checks that it does if the title says so.
///
/// # Panics
///
/// Panics if it does not.
pub fn begins_text(here: &str, presentation: &Presentation) {
    if presentation.text_has_headline {
        let Presentation { text, headline, .. } = presentation;
        let text = text.to_string();
        let mut words = text.split_whitespace();
        let begins = headline.split_whitespace().all(|word| words.next() == Some(word));
        assert!(begins, "{here}: the text does not begin with \"{headline}\": {text}");
    }
}
