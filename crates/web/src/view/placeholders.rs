//! Cached pages with placeholders for the parts that differ by reader or request: the form token
//! and key, the reader's name and the number of pending games.

use std::sync::LazyLock;

use actix_web::web::Bytes;
use askama::filters::{Html, escape};

use crate::shared::forms;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Placeholder {
    Token,
    Key,
    Name,
    /// The number of pending games, in the title and in the navigation, and the link to the next.
    Count,
    Badge,
    Next,
}

/// What all strings that stand for placeholders begin with. It is random, so text written by
/// players cannot match one.
static MARK: LazyLock<String> = LazyLock::new(forms::random);

/// The strings that stand for the placeholders during rendering.
static MARKS: LazyLock<[(String, Placeholder); 6]> = LazyLock::new(|| {
    use Placeholder::{Badge, Count, Key, Name, Next, Token};
    let mut number = 0;
    [Token, Key, Name, Count, Next, Badge].map(|placeholder| {
        number += 1;
        (format!("{}-{number}", *MARK), placeholder)
    })
});

/// Returns the placeholder for the form token.
pub fn token() -> String {
    MARKS[0].0.clone()
}

/// Returns the placeholder for the form key.
pub fn key() -> String {
    MARKS[1].0.clone()
}

/// Returns the placeholder for the reader's name.
pub fn name() -> String {
    MARKS[2].0.clone()
}

/// Returns the placeholder for the number of pending games.
pub fn count() -> String {
    MARKS[3].0.clone()
}

/// Returns the placeholder for the link to the next game.
pub fn next() -> String {
    MARKS[4].0.clone()
}

/// Returns the placeholder for the number of pending games in the navigation.
pub fn badge() -> String {
    MARKS[5].0.clone()
}

/// A rendered page with placeholders.
pub struct CachedPage {
    text: Bytes,
    /// The start, end and kind of each placeholder, in order.
    placeholders: Vec<(usize, usize, Placeholder)>,
}

/// The values of the placeholders.
#[derive(Clone, Debug, Default)]
pub struct Filling {
    pub token: String,
    pub key: String,
    /// Unescaped.
    pub name: String,
    pub count: String,
    pub badge: String,
    pub next: String,
}

impl CachedPage {
    /// Finds the placeholders in a rendered page.
    pub fn of(text: String) -> CachedPage {
        // One search for all of them.
        let found = text.match_indices(MARK.as_str()).filter_map(|(from, _)| {
            let (mark, placeholder) =
                MARKS.iter().find(|(mark, _)| text[from..].starts_with(mark.as_str()))?;
            Some((from, from + mark.len(), *placeholder))
        });
        let placeholders = found.collect();
        CachedPage { text: text.into(), placeholders }
    }

    /// Returns the approximate size in bytes.
    pub fn weight(&self) -> usize {
        size_of::<CachedPage>()
            + self.text.len()
            + self.placeholders.len() * size_of::<(usize, usize, Placeholder)>()
    }

    /// Returns the page with all placeholders filled. A page without placeholders is not copied.
    pub fn filled(&self, with: &Filling) -> Bytes {
        if self.placeholders.is_empty() {
            return self.text.clone();
        }
        let name = escape(&with.name, Html).map(|name| name.to_string()).unwrap_or_default();
        let mut page = Vec::with_capacity(self.text.len() + self.placeholders.len() * 64);
        let mut at = 0;
        for (from, to, placeholder) in &self.placeholders {
            page.extend_from_slice(&self.text[at..*from]);
            let own: &str = match placeholder {
                Placeholder::Token => &with.token,
                Placeholder::Key => &with.key,
                Placeholder::Name => &name,
                Placeholder::Count => &with.count,
                Placeholder::Badge => &with.badge,
                Placeholder::Next => &with.next,
            };
            page.extend_from_slice(own.as_bytes());
            at = *to;
        }
        page.extend_from_slice(&self.text[at..]);
        page.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_placeholder_is_filled_separately() {
        let text = format!("{}<b>{}</b> {} {} {}.", count(), name(), token(), key(), token());
        let sheet = CachedPage::of(text);
        let filling = |token: &str| Filling {
            token: token.to_owned(),
            key: "k".to_owned(),
            name: "A <&> \"B\"".to_owned(),
            count: "(2) ".to_owned(),
            badge: "2".to_owned(),
            next: "Next game (1)".to_owned(),
        };
        let page = sheet.filled(&filling("t"));
        assert_eq!(page, "(2) <b>A &#60;&#38;&#62; &#34;B&#34;</b> t k t.");
        assert!(sheet.filled(&filling("other")).ends_with(b" other k other."));
        assert_eq!(CachedPage::of("plain".to_owned()).filled(&Filling::default()), "plain");
    }
}
