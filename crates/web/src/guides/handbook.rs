//! A title's documents as pages, rendered once: the rules and their background, a first game, the
//! notation and a five-minute introduction. Every mention of a rule links to it, on whichever page
//! it is.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::guides::documents::{self, Around, Document};
use crate::guides::legend::{Drawing, legend};
use crate::guides::pictures::{self, Picture};
use crate::{
    guides::{examples, tours},
    shared::paths,
};
use ravenpost_rules::About;
use ravenpost_service::titles;

#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Part {
    Learn,
    Tour,
    Rules,
    Notation,
    Background,
}

impl Part {
    pub const ALL: &[Part] = <Part as strum::VariantArray>::VARIANTS;

    /// The last segment of its address.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// The text of a link to it.
    pub fn name(self) -> &'static str {
        match self {
            Part::Learn => "In five minutes",
            Part::Tour => "First game",
            Part::Rules => "Rules",
            Part::Notation => "Moves by email",
            Part::Background => "Behind the rules",
        }
    }

    pub fn heading(self, about: &About) -> String {
        match self {
            Part::Learn => format!("{} in five minutes", about.name),
            Part::Tour => format!("{}: a first game", about.name),
            Part::Rules => format!("Rules of {}", about.name),
            Part::Notation => format!("Order notation of {}", about.name),
            Part::Background => format!("Behind the rules of {}", about.name),
        }
    }
}

/// The rendered documents of a title.
#[derive(Default)]
pub struct Handbook {
    pages: BTreeMap<Part, Document>,
    /// The page of every rule and chapter.
    places: BTreeMap<String, Part>,
    /// Board pictures by name.
    pictures: BTreeMap<String, Picture>,
    /// The name of the first board picture.
    cover: Option<String>,
    /// The legend of the board.
    legend: Vec<Drawing>,
}

/// A passage found by a search of the rules.
pub struct SearchHit {
    pub to: String,
    pub words: String,
}

/// The placeholder for the playable part in the text of a first game.
const PLAYED: &str = "![played](example:L1)";
/// The placeholder for the board at the end of that part, as text.
const BOARD: &str = "![words](example:L1)";

/// The maximum number of search results.
const MOST: usize = 30;
/// The maximum number of characters shown of a result.
const SHOWN: usize = 160;

/// Returns a title's handbook, rendered on first use.
pub fn of(about: &'static About) -> &'static Handbook {
    static BOOKS: OnceLock<BTreeMap<&'static str, Handbook>> = OnceLock::new();
    let books = BOOKS.get_or_init(|| {
        let all = titles::all().iter().map(|title| title.about());
        all.map(|about| (about.key, Handbook::made(about))).collect()
    });
    &books[about.key]
}

/// Returns the address of a rule; if it is unknown, that of its chapter or of the rules.
pub fn address(about: &'static About, point: &str) -> String {
    let chapter = point.split('.').next().unwrap_or_default();
    let book = of(about);
    let known = book.address(about, point, None).or_else(|| book.address(about, chapter, None));
    known.unwrap_or_else(|| paths::document(about, Part::Rules.key()))
}

/// Splits the rules from the background, which begins at the second top-level heading.
fn halves(rules: &str) -> (&str, &str) {
    rules.find("\n# ").map_or((rules, ""), |at| rules.split_at(at + 1))
}

impl Handbook {
    fn made(about: &'static About) -> Handbook {
        let (rules, background) = halves(about.rules);
        let (played, board) = match tours::of(about) {
            Some(tour) => (tour.text(), format!("```\n{}\n```", tour.board())),
            None => <(String, String)>::default(),
        };
        let tour = about.tour.replace(PLAYED, &played).replace(BOARD, &board);
        let texts = [about.learn, &tour, rules, about.notation, background];
        let texts: Vec<(Part, &str)> = Part::ALL.iter().copied().zip(texts).collect();
        let nowhere = Around { address: &|_| None, examples: &|_| None, picture: &|_| None };
        let mut book = Handbook::default();
        for (part, text) in &texts {
            if matches!(part, Part::Rules | Part::Background) {
                let anchors = documents::render(text, &nowhere).passages.into_iter();
                let named = anchors.map(|one| one.anchor).filter(|anchor| !anchor.is_empty());
                for anchor in named {
                    book.places.entry(anchor).or_insert(*part);
                }
            }
        }
        let drawn: RefCell<Vec<Picture>> = RefCell::default();
        let picture = |name: &str| {
            let (image, picture) = pictures::read(about, name)?;
            drawn.borrow_mut().extend(picture);
            Some(image)
        };
        for (part, text) in texts.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
            let address = |point: &str| book.address(about, point, Some(part));
            let examples = |point: &str| examples::showing(about, point);
            let around = Around { address: &address, examples: &examples, picture: &picture };
            let page = documents::render(text, &around);
            book.pages.insert(part, page);
        }
        let drawn = drawn.into_inner();
        book.cover = drawn.first().map(Picture::name);
        book.legend = pictures::board_of(about).map(legend).unwrap_or_default();
        book.pictures = drawn.into_iter().map(|picture| (picture.name(), picture)).collect();
        book
    }

    /// Returns a board picture of the documents as SVG.
    pub fn picture(&self, name: &str) -> Option<&str> {
        self.pictures.get(name)?.svg()
    }

    /// Returns the name of the first board picture.
    pub fn cover(&self) -> Option<&str> {
        self.cover.as_deref()
    }

    /// Returns the legend of the board.
    pub fn legend(&self) -> &[Drawing] {
        &self.legend
    }

    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        self.pictures.keys().map(String::as_str)
    }

    pub fn page(&self, part: Part) -> Option<&Document> {
        self.pages.get(&part)
    }

    /// Returns the documents that exist.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        self.pages.keys().copied()
    }

    /// Returns the address of a rule, relative to one of the pages.
    fn address(&self, about: &About, point: &str, from: Option<Part>) -> Option<String> {
        let part = *self.places.get(point)?;
        let page =
            if from == Some(part) { String::new() } else { paths::document(about, part.key()) };
        Some(format!("{page}#{point}"))
    }

    /// Returns the address of a rule as people write it: `9.3`, `r9.3` or `#R9`.
    pub fn named(&self, about: &About, asked: &str) -> Option<String> {
        let asked = asked.trim().trim_start_matches(['#', 'R', 'r']).trim_end_matches('.');
        let point = format!("R{}", asked.to_lowercase());
        self.address(about, &point, None)
    }

    /// Returns the passages of the rules that contain all the words.
    pub fn search(&self, about: &About, words: &str) -> Vec<SearchHit> {
        let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let parts = [Part::Rules, Part::Background];
        let pages = parts.iter().filter_map(|part| Some((part, self.pages.get(part)?)));
        let places =
            pages.flat_map(|(part, page)| page.passages.iter().map(move |one| (*part, one)));
        let has = |text: &str| {
            let text = text.to_lowercase();
            !wanted.is_empty() && wanted.iter().all(|word| text.contains(word))
        };
        places
            .filter(|(_, one)| has(&one.words))
            .map(|(part, one)| SearchHit {
                to: format!("{}#{}", paths::document(about, part.key()), one.anchor),
                words: shortened(&one.words),
            })
            .take(MOST)
            .collect()
    }
}

fn shortened(words: &str) -> String {
    match words.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{} ...", words[..at].trim_end()),
        None => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_split_at_their_second_title() {
        assert_eq!(
            halves("# A\n\nR1.1 x\n\n# Behind\n\ny"),
            ("# A\n\nR1.1 x\n\n", "# Behind\n\ny")
        );
        assert_eq!(halves("# A\n\n## B\n"), ("# A\n\n## B\n", ""));
    }

    #[test]
    fn rule_numbers_and_words_are_searchable() {
        for title in titles::all() {
            let about = title.about();
            let book = of(about);
            let first = format!("{}#R1.1", paths::document(about, "rules"));
            for asked in ["R1.1", "r1.1", "1.1", " #R1.1 ", "1.1."] {
                assert_eq!(
                    book.named(about, asked).as_ref(),
                    Some(&first),
                    "{} {asked}",
                    about.key
                );
            }
            assert_eq!(book.named(about, "R999.1"), None);
            let found = book.search(about, "seats");
            assert!(!found.is_empty() && found.len() <= MOST, "{}", about.key);
            assert!(book.search(about, "").is_empty());
            assert_eq!(address(about, "R1.999"), format!("{}#R1", paths::document(about, "rules")));
        }
    }
}
