//! Reads the words of one order: each with what it should have been, all mistakes kept. It knows
//! names, not rules.

use super::super::state::State;
use super::super::things::{Area, Building, Colour, Good, Node, Rune, Tile, Unit};
use super::Pay;
use crate::rules::Refusal;
use crate::rules::spelling::{nearest, plain};

/// A word as the player wrote it, and in plain letters.
struct Word {
    raw: String,
    plain: String,
}

/// Goes through the words of an order.
pub struct Reader<'s> {
    pub state: &'s State,
    words: Vec<Word>,
    next: usize,
    pub wrong: Vec<Refusal>,
}

/// Words that a tile's name has at most.
const LONGEST: usize = 3;

/// The rule point of the grammar.
const GRAMMAR: &str = "R23.3";

impl<'s> Reader<'s> {
    pub fn new(state: &'s State, text: &str) -> Reader<'s> {
        let text = text.split('#').next().unwrap_or_default();
        let words = text.split_whitespace();
        let words =
            words.map(|raw| Word { raw: raw.to_owned(), plain: plain(raw).into_owned() }).collect();
        Reader { state, words, next: 0, wrong: Vec::new() }
    }

    /// The next word in plain letters, and the word as written.
    pub fn take(&mut self) -> Option<(String, String)> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some((word.plain.clone(), word.raw.clone()))
    }

    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.next).map(|word| word.plain.as_str())
    }

    /// Whether the next word is this one; it is taken then.
    pub fn skip(&mut self, word: &str) -> bool {
        let is = self.peek() == Some(word);
        self.next += usize::from(is);
        is
    }

    pub fn is_done(&self) -> bool {
        self.next >= self.words.len()
    }

    /// The rest as one text, in the player's own letters.
    pub fn rest(&mut self) -> String {
        let rest: Vec<&str> =
            self.words[self.next..].iter().map(|word| word.raw.as_str()).collect();
        let text = rest.join(" ");
        self.next = self.words.len();
        text
    }

    /// Takes the ending off that says how an action is paid for (R7.8).
    pub fn pay(&mut self) -> Pay {
        let count = self.words.len();
        if self.words.last().is_some_and(|word| word.plain == "free") && count > self.next {
            self.words.pop();
            return Pay::Free;
        }
        let with = count.checked_sub(2).filter(|at| *at >= self.next);
        if with.is_none_or(|at| self.words[at].plain != "with") {
            return Pay::Card;
        }
        let known = self.words.pop().map(|word| (unit(&word.plain), word.raw));
        self.words.pop();
        match known {
            Some((Some(unit), _)) => Pay::With(unit),
            other => {
                let word = other.map(|(_, raw)| raw).unwrap_or_default();
                self.refuse(&word, "is not a unit whose card could pay: b, g, k or n");
                Pay::Card
            }
        }
    }

    pub fn refuse(&mut self, word: &str, why: impl Into<String>) {
        self.wrong.push(Refusal::new(why).word(word).rule(GRAMMAR));
    }

    pub fn missing(&mut self, why: impl Into<String>) {
        self.wrong.push(Refusal::new(why).rule(GRAMMAR));
    }

    /// Refuses words that nobody asked for.
    pub fn end(&mut self) {
        while let Some((_, raw)) = self.take() {
            self.refuse(&raw, "is one word too many");
        }
    }

    /// Takes a word and reads it; what it should have been is told otherwise.
    pub fn read<T>(
        &mut self,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
        known: &[&str],
    ) -> Option<T> {
        let Some((word, raw)) = self.take() else {
            let refusal = Refusal::new(format!("{what} is missing here")).rule(GRAMMAR);
            let few = if known.len() > 6 { &[] } else { known };
            self.wrong.push(refusal.instead(few.iter().map(|word| (*word).to_owned())));
            return None;
        };
        let found = read(&word);
        if found.is_none() {
            let mut near = nearest(&word, known.iter().copied(), 4);
            if near.is_empty() && known.len() <= 6 {
                near = known.to_vec();
            }
            let refusal = Refusal::new(format!("is not {what}")).word(raw).rule(GRAMMAR);
            self.wrong.push(refusal.instead(near.into_iter().map(str::to_owned)));
        }
        found
    }

    /// An area of the board that is played on, by slug or name.
    pub fn area(&mut self) -> Option<Area> {
        let map = self.state.map;
        if let Some(known) = self.peek().and_then(area) {
            let (_, raw) = self.take()?;
            if known.map() == map {
                return Some(known);
            }
            self.refuse(&raw, format!("is on the {} board, not on this one", known.map().slug()));
            return None;
        }
        let slugs: Vec<&str> = Area::of(map.areas()).map(Area::slug).collect();
        self.read("an area of this board", area, &slugs)
    }

    /// An ocean square, or an area with a harbour.
    pub fn node(&mut self) -> Option<Node> {
        let map = self.state.map;
        let sea = |node: &Node| !node.links(map).is_empty();
        let square = self.peek().and_then(Node::from_slug).filter(|node| node.is_ocean());
        if let Some(square) = square {
            let (_, raw) = self.take()?;
            if !sea(&square) {
                self.refuse(&raw, "is no ocean square of this board");
                return None;
            }
            return Some(square);
        }
        let (raw, area) = (self.words.get(self.next).map(|word| word.raw.clone()), self.area()?);
        let node = Some(Node::at(area)).filter(sea);
        if node.is_none() {
            let harbours = Area::of(area.beside()).filter(|near| near.data().harbour);
            let near = harbours.map(|near| near.slug().to_owned());
            let refusal = Refusal::new("has no harbour").word(raw.unwrap_or_default());
            self.wrong.push(refusal.rule("R3.6").instead(near));
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

    /// A tile by its slug, or by its name, which may have several words: `Hall of Heroes`.
    pub fn tile(&mut self) -> Option<Tile> {
        for count in (2..=LONGEST).rev() {
            let words = self.words.get(self.next..self.next + count);
            let name = words.map(|words| words.iter().map(|word| word.plain.as_str()).collect());
            let found = name.and_then(|name: String| tile(&name));
            if found.is_some() {
                self.next += count;
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

    /// A number; `+` before it does not matter.
    pub fn number(&mut self) -> Option<u8> {
        self.skip("+");
        self.read("a number up to 99", number, &[])
    }
}

pub fn number(word: &str) -> Option<u8> {
    word.trim_start_matches('+').parse().ok().filter(|number| *number < 100)
}

/// An area of either board by slug, or by its name in plain letters.
pub fn area(word: &str) -> Option<Area> {
    Area::from_slug(word).or_else(|| Area::all().find(|area| plain(area.name()) == word))
}

/// A tile by its name without blanks or apostrophe: `meadhall`.
fn tile(word: &str) -> Option<Tile> {
    let bare = |text: &str| text.replace(['-', '\'', '\u{2019}'], "");
    Tile::all().find(|tile| bare(tile.slug()) == bare(word))
}

/// A unit by letter or name; the ship is the Knerrir.
pub fn unit(word: &str) -> Option<Unit> {
    match word {
        "ship" => Some(Unit::N),
        "kaupmathur" => Some(Unit::K),
        word => {
            Unit::from_slug(word).or_else(|| Unit::all().find(|unit| plain(unit.name()) == word))
        }
    }
}
