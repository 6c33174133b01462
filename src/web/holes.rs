//! Pages that are written once and shown often, with holes for what is new each time: the token and
//! the key of their forms, and who it is that looks.

use std::sync::LazyLock;

use actix_web::web::Bytes;
use askama::filters::{Html, escape};

use super::forms;

/// What stands in a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hole {
    Token,
    Key,
    Name,
}

/// Words that stand in the holes while the page is written. Nobody can guess them, so that nobody's
/// text is taken for one.
static MARKS: LazyLock<[(String, Hole); 3]> =
    LazyLock::new(|| [Hole::Token, Hole::Key, Hole::Name].map(|hole| (forms::random(), hole)));

/// The word for the token of a page that is being written.
pub fn token() -> String {
    MARKS[0].0.clone()
}

/// The same for its key.
pub fn key() -> String {
    MARKS[1].0.clone()
}

/// The same for the name of whoever looks.
pub fn name() -> String {
    MARKS[2].0.clone()
}

/// A page with holes.
pub struct Sheet {
    text: Bytes,
    /// Where the holes are: from, to, and what belongs there; in order.
    holes: Vec<(usize, usize, Hole)>,
}

/// What fills the holes.
#[derive(Clone, Debug, Default)]
pub struct Filling {
    pub token: String,
    pub key: String,
    /// As the player wrote it.
    pub name: String,
}

impl Sheet {
    /// A page that was written with the words for its holes.
    pub fn of(text: String) -> Sheet {
        let found = MARKS.iter().flat_map(|(mark, hole)| {
            let holes = text.match_indices(mark.as_str());
            holes.map(|(from, mark)| (from, from + mark.len(), *hole))
        });
        let mut holes: Vec<_> = found.collect();
        holes.sort_unstable_by_key(|hole| hole.0);
        Sheet { text: text.into(), holes }
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        size_of::<Sheet>() + self.text.len() + self.holes.len() * size_of::<(usize, usize, Hole)>()
    }

    /// The page as it is shown. One without holes is not copied.
    pub fn filled(&self, with: &Filling) -> Bytes {
        if self.holes.is_empty() {
            return self.text.clone();
        }
        let name = escape(&with.name, Html).map(|name| name.to_string()).unwrap_or_default();
        let mut page = Vec::with_capacity(self.text.len() + self.holes.len() * 64);
        let mut at = 0;
        for (from, to, hole) in &self.holes {
            page.extend_from_slice(&self.text[at..*from]);
            let own: &str = match hole {
                Hole::Token => &with.token,
                Hole::Key => &with.key,
                Hole::Name => &name,
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
    fn each_hole_is_filled_anew() {
        let text = format!("<b>{}</b> {} {} {}.", name(), token(), key(), token());
        let sheet = Sheet::of(text);
        let filling = |token: &str| Filling {
            token: token.to_owned(),
            key: "k".to_owned(),
            name: "A <&> \"B\"".to_owned(),
        };
        let page = sheet.filled(&filling("t"));
        assert_eq!(page, "<b>A &#60;&#38;&#62; &#34;B&#34;</b> t k t.");
        assert!(sheet.filled(&filling("other")).ends_with(b" other k other."));
        assert_eq!(Sheet::of("plain".to_owned()).filled(&Filling::default()), "plain");
    }
}
