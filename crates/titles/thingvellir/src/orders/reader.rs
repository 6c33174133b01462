//! Reads the words of an order as names of this title. It knows names, not rules.

use std::ops::{Deref, DerefMut};

use super::super::state::State;
use super::super::things::names::{Area, Card, Colour, Edge, Faction, Kind, Side, Statute};
use ravenpost_rules::text::spelling::plain;
use ravenpost_rules::{Refusal, Seat, text::reader};

/// The rule for grammar.
const GRAMMAR: &str = "R25.3";

/// A cursor over the words of an order.
pub struct Reader<'t>(reader::Reader<'t>);

impl<'t> Deref for Reader<'t> {
    type Target = reader::Reader<'t>;

    fn deref(&self) -> &reader::Reader<'t> {
        &self.0
    }
}

impl DerefMut for Reader<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'t> Reader<'t> {
    /// Lists may be written with commas: `keep 1, 2`.
    pub fn new(text: &'t str) -> Reader<'t> {
        let gap = |letter: char| letter.is_whitespace() || letter == ',';
        Reader(reader::Reader::split(text, GRAMMAR, gap))
    }

    /// Returns the order that was read, or all mistakes.
    pub fn end<T>(self, order: Option<T>) -> Result<T, Vec<Refusal>> {
        self.0.end(order)
    }

    /// Reads a District by its code, slug or name. For short words, suggestions are codes.
    pub fn area(&mut self) -> Option<Area> {
        let short = self.peek().is_none_or(|word| word.len() <= 3);
        let known = Area::districts().map(|area| if short { area.slug() } else { area.place() });
        self.read("a District", area, &known.collect::<Vec<_>>())
    }

    pub fn edge(&mut self) -> Option<Edge> {
        let known: Vec<&str> = Edge::all().map(Edge::slug).collect();
        self.read("a border such as hau/ska", edge, &known)
    }

    pub fn side(&mut self) -> Option<Side> {
        let known: Vec<&str> = Side::all().map(Side::slug).collect();
        self.read("a side of Þingvellir", side, &known)
    }

    pub fn statute(&mut self) -> Option<Statute> {
        let known: Vec<&str> = Statute::all().map(Statute::slug).collect();
        self.read("a statute such as land1", Statute::from_slug, &known)
    }

    pub fn colour(&mut self) -> Option<Colour> {
        let known: Vec<&str> = Colour::all().map(Colour::slug).collect();
        self.read("a colour", colour, &known)
    }

    pub fn kind(&mut self) -> Option<Kind> {
        let known: Vec<&str> = Kind::all().map(Kind::slug).collect();
        self.read("a Good such as r2", Kind::from_slug, &known)
    }

    pub fn person(&mut self) -> Option<Card> {
        let known: Vec<&str> = Card::all().map(Card::word).collect();
        self.read("the name of a persona", person, &known)
    }

    /// Reads the seat of a faction in the game.
    pub fn faction(&mut self, state: &State) -> Option<Seat> {
        let known: Vec<&str> = state.players().map(|seat| state.faction[seat].slug()).collect();
        self.read("a faction in this game", |word| faction(state, word), &known)
    }

    /// Reads a word such as `hja:2` as a thing and its count; `:1` is optional.
    pub fn counted<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Option<(T, u8)> {
        let read = |word: &str| match word.split_once(':') {
            Some((word, count)) => find(word).zip(count.parse().ok()),
            None => find(word).map(|found| (found, 1)),
        };
        self.read(what, read, &[])
    }
}

/// Finds an area by its code, its slug, or its name in plain letters.
fn area(word: &str) -> Option<Area> {
    let named = |area: &Area| area.place() == word || plain(area.name()) == word;
    Area::from_slug(word).or_else(|| Area::all().find(named))
}

fn edge(word: &str) -> Option<Edge> {
    let (one, other) = word.split_once('/')?;
    Edge::between(area(one)?, area(other)?)
}

/// Finds a side by its outer District or its edge.
pub fn side(word: &str) -> Option<Side> {
    let outer = area(word);
    Side::all().find(|side| Some(side.district()) == outer || edge(word) == Some(side.edge()))
}

fn colour(word: &str) -> Option<Colour> {
    Colour::all().find(|colour| colour.slug() == word || colour.letter() == word)
}

fn person(word: &str) -> Option<Card> {
    let named = |card: &Card| plain(card.name()) == word;
    Card::all().find(|card| card.word() == word).or_else(|| Card::all().find(named))
}

pub fn faction(state: &State, word: &str) -> Option<Seat> {
    let named =
        |faction: &Faction| plain(faction.letter()) == word || plain(faction.name()) == word;
    let known = Faction::from_slug(word).or_else(|| Faction::all().find(named))?;
    state.seat_of(known)
}
