//! Reads the words of one order: each with what it should have been, all mistakes kept.

use std::borrow::Cow;

use super::super::state::State;
use super::super::things::names::{Area, Card, Colour, Edge, Faction, Kind, Side, Statute};
use crate::rules::spelling::plain;
use crate::rules::{Refusal, Seat};

/// A word as the player wrote it, and in plain letters.
pub struct Word<'t> {
    pub raw: &'t str,
    pub plain: Cow<'t, str>,
}

/// Goes through the words of an order.
pub struct Reader<'t> {
    words: Vec<Word<'t>>,
    next: usize,
    pub wrong: Vec<Refusal>,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Reader<'t> {
        let text = text.split('#').next().unwrap_or_default();
        // Lists may be written with commas: `keep 1, 2`.
        let words = text.split(|letter: char| letter.is_whitespace() || letter == ',');
        let words = words
            .filter(|word| !word.is_empty())
            .map(|raw| Word { raw, plain: plain(raw) })
            .collect();
        Reader { words, next: 0, wrong: Vec::new() }
    }

    /// The next word in plain letters, and the word as written.
    pub fn take(&mut self) -> Option<(Cow<'t, str>, &'t str)> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some((word.plain.clone(), word.raw))
    }

    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.next).map(|word| &*word.plain)
    }

    /// The rest as one text, in the player's own letters.
    pub fn rest(&mut self) -> String {
        let rest = self.words[self.next..].iter().map(|word| word.raw).collect::<Vec<_>>();
        self.next = self.words.len();
        rest.join(" ")
    }

    pub fn refuse(&mut self, word: &str, why: impl Into<String>) {
        self.wrong.push(Refusal::new(why).word(word).rule("R25.3"));
    }

    /// Takes the word that must stand here.
    pub fn expect(&mut self, word: &str) {
        match self.take() {
            Some((plain, _)) if plain == word => {}
            Some((_, raw)) => self.refuse(raw, format!("expected the word \"{word}\"")),
            None => self.wrong.push(Refusal::new(format!("\"{word}\" is missing")).rule("R25.3")),
        }
    }

    /// Takes a word and reads it; what it should have been is told otherwise.
    fn read<T>(
        &mut self,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
        instead: impl Fn(&str) -> Vec<String>,
    ) -> Option<T> {
        let Some((plain, raw)) = self.take() else {
            self.wrong.push(Refusal::new(format!("{what} is missing")).rule("R25.3"));
            return None;
        };
        let found = read(&plain);
        if found.is_none() {
            let refusal = Refusal::new(format!("is not {what}")).word(raw).rule("R25.3");
            self.wrong.push(refusal.instead(instead(&plain)));
        }
        found
    }

    pub fn area(&mut self) -> Option<Area> {
        self.read("a District", area, near_area)
    }

    pub fn edge(&mut self) -> Option<Edge> {
        self.read("a border such as hau/ska", edge, |_| Vec::new())
    }

    pub fn side(&mut self) -> Option<Side> {
        self.read("a side of Þingvellir", side, |_| codes(Side::all().map(Side::slug)))
    }

    pub fn statute(&mut self) -> Option<Statute> {
        self.read("a statute", Statute::from_slug, |_| codes(Statute::all().map(Statute::slug)))
    }

    pub fn colour(&mut self) -> Option<Colour> {
        self.read("a colour", colour, |_| codes(Colour::all().map(Colour::slug)))
    }

    pub fn kind(&mut self) -> Option<Kind> {
        self.read("a Good such as r2", Kind::from_slug, |_| Vec::new())
    }

    pub fn number(&mut self) -> Option<u8> {
        self.read("a number", |word| word.parse().ok(), |_| Vec::new())
    }

    pub fn person(&mut self) -> Option<Card> {
        self.read("the name of a persona", person, |_| Vec::new())
    }

    /// The seat of a faction in the game.
    pub fn faction(&mut self, state: &State) -> Option<Seat> {
        self.read(
            "a faction in this game",
            |word| faction(state, word),
            |_| codes(state.players().map(|seat| state.faction[seat].slug())),
        )
    }

    /// Splits `code:n` at the colon; `:1` may be left out.
    pub fn counted(&mut self) -> Option<(Cow<'t, str>, u8, &'t str)> {
        let (plain, raw) = self.take()?;
        let Some((word, count)) = plain.split_once(':') else { return Some((plain, 1, raw)) };
        let Ok(count) = count.parse() else {
            self.refuse(raw, "the count after the colon is no number");
            return None;
        };
        Some((Cow::Owned(word.to_owned()), count, raw))
    }

    pub fn is_done(&self) -> bool {
        self.next >= self.words.len()
    }

    /// Refuses words that nobody asked for.
    pub fn end(&mut self) {
        while let Some((_, raw)) = self.take() {
            self.refuse(raw, "is one word too many");
        }
    }
}

fn codes(words: impl Iterator<Item = &'static str>) -> Vec<String> {
    words.map(str::to_owned).collect()
}

pub fn area(word: &str) -> Option<Area> {
    let named = |area: &Area| area.place() == word || plain(area.name()) == word;
    Area::from_slug(word).or_else(|| Area::all().find(named))
}

/// Areas whose name begins like the word.
fn near_area(word: &str) -> Vec<String> {
    let first: String = word.chars().take(2).collect();
    let near =
        Area::districts().filter(|area| !first.is_empty() && area.place().starts_with(&first));
    near.take(4).map(|area| area.slug().to_owned()).collect()
}

pub fn edge(word: &str) -> Option<Edge> {
    let (one, other) = word.split_once('/')?;
    Edge::between(area(one)?, area(other)?)
}

/// A side by its outer District, or by its edge.
pub fn side(word: &str) -> Option<Side> {
    let outer = area(word);
    Side::all().find(|side| Some(side.district()) == outer || edge(word) == Some(side.edge()))
}

pub fn colour(word: &str) -> Option<Colour> {
    Colour::all().find(|colour| colour.slug() == word || colour.letter() == word)
}

fn person(word: &str) -> Option<Card> {
    Card::all()
        .find(|card| card.word() == word)
        .or_else(|| Card::all().find(|card| plain(card.name()) == word))
}

pub fn faction(state: &State, word: &str) -> Option<Seat> {
    let named =
        |faction: &Faction| plain(faction.letter()) == word || plain(faction.name()) == word;
    let known = Faction::from_slug(word).or_else(|| Faction::all().find(named))?;
    state.seat_of(known)
}
