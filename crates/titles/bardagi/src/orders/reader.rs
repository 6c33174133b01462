//! Reads the words of an order as names of this title. It knows names, not rules.

use std::ops::{Deref, DerefMut};

use super::super::state::State;
use super::super::things::areas::Area;
use super::super::things::ids::Node;
use super::super::things::kinds::{Building, Colour, Good, Rune, Unit};
use super::super::things::tiles::Tile;
use super::Pay;
use ravenpost_rules::RefusalCode::WrongKind;
use ravenpost_rules::text::spelling::plain;
use ravenpost_rules::{Refusal, text::reader};

/// Maximum number of words in a tile's name.
const LONGEST: usize = 3;

/// The rule for grammar.
pub const GRAMMAR: &str = "R23.3";

/// A cursor over the words of an order.
pub struct Reader<'s> {
    pub state: &'s State,
    words: reader::Reader<'s>,
}

impl<'s> Deref for Reader<'s> {
    type Target = reader::Reader<'s>;

    fn deref(&self) -> &reader::Reader<'s> {
        &self.words
    }
}

impl<'s> DerefMut for Reader<'s> {
    fn deref_mut(&mut self) -> &mut reader::Reader<'s> {
        &mut self.words
    }
}

impl<'s> Reader<'s> {
    pub fn new(state: &'s State, text: &'s str) -> Reader<'s> {
        Reader { state, words: reader::Reader::new(text, GRAMMAR) }
    }

    /// Returns the order that was read, or all mistakes. After a mistake, the remaining words are
    /// not reported.
    pub fn done<T>(mut self, order: Option<T>) -> Result<T, Vec<Refusal>> {
        if !self.is_right() {
            self.rest();
        }
        self.words.end(order)
    }

    /// Removes and returns the payment at the end (R7.8).
    pub fn pay(&mut self) -> Pay {
        let left = self.left();
        if left.last().is_some_and(|word| word.plain == "free") {
            self.pop();
            return Pay::Free;
        }
        let with = left.len().checked_sub(2);
        if with.is_none_or(|at| left[at].plain != "with") {
            return Pay::Card;
        }
        let word = self.pop();
        self.pop();
        let Some(word) = word else { return Pay::Card };
        if let Some(unit) = unit(&word.plain) {
            return Pay::With(unit);
        }
        self.refuse(word.raw, "is not a unit whose card can pay: b, g, k or n");
        Pay::Card
    }

    /// Reads an area of the current board by slug or name.
    pub fn area(&mut self) -> Option<Area> {
        let map = self.state.map;
        if let Some(known) = self.peek().and_then(area) {
            let raw = self.take()?.raw;
            if known.map() == map {
                return Some(known);
            }
            self.refuse(raw, format!("is on the {} board, not on this one", known.map().slug()));
            return None;
        }
        let slugs: Vec<&str> = Area::of(map.areas()).map(Area::slug).collect();
        self.read("an area on this board", area, &slugs)
    }

    /// Reads an ocean square, or an area with a harbour.
    pub fn node(&mut self) -> Option<Node> {
        let map = self.state.map;
        let sea = |node: &Node| !node.links(map).is_empty();
        let square = self.peek().and_then(Node::from_slug).filter(|node| node.is_ocean());
        if let Some(square) = square {
            let raw = self.take()?.raw;
            if !sea(&square) {
                self.refuse(raw, "is not an ocean square on this board");
                return None;
            }
            return Some(square);
        }
        let (raw, area) = (self.left().first().map(|word| word.raw), self.area()?);
        let node = Some(Node::at(area)).filter(sea);
        if node.is_none() {
            let harbours = Area::of(area.neighbours()).filter(|near| near.data().harbour);
            let near = harbours.map(|near| near.slug().to_owned());
            let refusal =
                Refusal::new("has no harbour").code(WrongKind).subject(raw.unwrap_or_default());
            self.wrong(refusal.rule("R3.6").instead(near));
        }
        node
    }

    pub fn colour(&mut self) -> Option<Colour> {
        let known: Vec<&str> = Colour::all().map(Colour::slug).collect();
        self.read("a colour", Colour::from_slug, &known)
    }

    pub fn good(&mut self) -> Option<Good> {
        let known: Vec<&str> = Good::all().map(Good::slug).collect();
        self.read("a good", Good::from_slug, &known)
    }

    pub fn rune(&mut self) -> Option<Rune> {
        let known: Vec<&str> = Rune::all().map(Rune::slug).collect();
        self.read("a kind of Rune", Rune::from_slug, &known)
    }

    /// Reads a tile by its slug or by its name of one or more words: `Hall of Heroes`.
    pub fn tile(&mut self) -> Option<Tile> {
        for count in (2..=LONGEST).rev() {
            let words = self.left().get(..count);
            let name = words.map(|words| words.iter().map(|word| &*word.plain).collect());
            let found = name.and_then(|name: String| tile(&name));
            if found.is_some() {
                self.pass(count);
                return found;
            }
        }
        let known: Vec<&str> = Tile::all().map(Tile::slug).collect();
        let read = |word: &str| Tile::from_slug(word).or_else(|| tile(word));
        self.read("an upgrade tile", read, &known)
    }

    pub fn building(&mut self) -> Option<Building> {
        let known: Vec<&str> = Building::all().map(Building::slug).collect();
        self.read("a building", Building::from_slug, &known)
    }

    pub fn unit(&mut self) -> Option<Unit> {
        self.read("a unit: b, g, k or n", unit, &["b", "g", "k", "n"])
    }
}

/// Finds an area of either board by slug, or by its name in plain letters.
pub fn area(word: &str) -> Option<Area> {
    Area::from_slug(word).or_else(|| Area::all().find(|area| plain(area.name()) == word))
}

/// Finds a tile by its name without spaces or apostrophes: `meadhall`.
fn tile(word: &str) -> Option<Tile> {
    let bare = |text: &str| text.replace(['-', '\'', '\u{2019}'], "");
    Tile::all().find(|tile| bare(tile.slug()) == bare(word))
}

/// Finds a unit by letter or name; the ship is the Knerrir.
pub fn unit(word: &str) -> Option<Unit> {
    match word {
        "ship" => Some(Unit::N),
        "kaupmathur" => Some(Unit::K),
        word => {
            Unit::from_slug(word).or_else(|| Unit::all().find(|unit| plain(unit.name()) == word))
        }
    }
}
