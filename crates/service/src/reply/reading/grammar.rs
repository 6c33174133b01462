//! Classifies a line by the title's notation: an order, a near miss, or neither.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::game::core::folded::Game;
use crate::game::table::preferences::ReceivedPreference;
use ravenpost_emails::parts::order_forms::Signs;
use ravenpost_rules::text::spelling::{distance, plain};
use ravenpost_rules::{Group, Position, Seat, Title, Viewer};

/// Maximum number of words in a near miss; sentences are longer.
const WORDS: usize = 12;

/// How a line relates to the title's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::reply) enum Fit {
    /// A complete order, legal now or not.
    Order,
    /// Close to an order: the first word and all others but one are words of the title's orders.
    Near,
    /// An order with a misspelt first word, which was probably meant to be this one.
    Slip(&'static str),
    /// Begins like an order but continues differently.
    Verb,
    Other,
}

/// A title's notation at a certain position, for reading a reply.
pub(in crate::reply) struct Grammar<'a> {
    verbs: Vec<&'static str>,
    signs: Signs,
    /// How many numbers the list had.
    numbers: usize,
    source: Source<'a>,
    words: OnceCell<HashSet<String>>,
    names: OnceCell<HashSet<String>>,
}

enum Source<'a> {
    /// Only the verbs are known; a line that begins with one is taken for an order.
    Verbs,
    Position {
        title: &'static dyn Title,
        position: &'a dyn Position,
        seat: Seat,
        preferences: Option<&'a Game>,
    },
}

impl<'a> Grammar<'a> {
    /// Returns the grammar for a reply whose game is unknown.
    pub fn of_verbs(verbs: Vec<&'static str>) -> Grammar<'a> {
        let (words, names) = (OnceCell::new(), OnceCell::new());
        let source = Source::Verbs;
        Grammar { verbs, signs: Signs::default(), numbers: usize::MAX, source, words, names }
    }

    /// Returns the grammar for a seat at a position, with the list of orders in its email.
    pub fn at(position: &'a dyn Position, seat: Seat, listed: &[Group]) -> Grammar<'a> {
        let title = position.title();
        Grammar {
            verbs: title.about().verbs.to_vec(),
            signs: Signs::of(listed),
            numbers: listed.iter().map(|group| group.offers.len()).sum(),
            source: Source::Position { title, position, seat, preferences: None },
            words: OnceCell::new(),
            names: OnceCell::new(),
        }
    }

    /// Returns the grammar for a seat of a game, which may not have started.
    pub fn of(game: &'a Game, seat: Seat, listed: &[Group]) -> Grammar<'a> {
        let mut grammar = Grammar::at(&*game.position, seat, listed);
        if let Source::Position { preferences, .. } = &mut grammar.source {
            *preferences = Some(game);
        }
        grammar
    }

    pub fn has_number(&self, number: usize) -> bool {
        number <= self.numbers
    }

    pub fn fit(&self, line: &str) -> Fit {
        if self.is_order(line) {
            return Fit::Order;
        }
        let mut words =
            line.split(|c: char| c.is_whitespace() || c == ';').filter(|word| !word.is_empty());
        let Some(first) = words.next() else { return Fit::Other };
        let verb = plain(first.trim_matches(|c: char| !c.is_alphanumeric()));
        let rest: Vec<&str> = words.collect();
        if self.verbs.contains(&&*verb) {
            // "B. Lindqvist" is a name, even if b is an order verb.
            let lone = verb.chars().count() == 1 && rest.len() == 1;
            let near = self.is_near(&rest) && (!lone || self.nearly_knows(rest[0]));
            return match near || first.ends_with(|c: char| !c.is_alphanumeric()) && rest.is_empty()
            {
                true => Fit::Near,
                false => Fit::Verb,
            };
        }
        if matches!(self.source, Source::Verbs) {
            return Fit::Other;
        }
        match self.slip(&verb, &rest) {
            Some(known) => Fit::Slip(known),
            // An order without its first word: "1 li clusium to perusia".
            None if !rest.is_empty()
                && rest.len() < WORDS
                && self.names_one(&format!("- {line}")) =>
            {
                let all = std::iter::once(&first).chain(&rest).all(|word| self.knows(word));
                if all { Fit::Near } else { Fit::Other }
            }
            None => Fit::Other,
        }
    }

    /// Whether a line contains, after its first word, a name that is on the board as the seat knows
    /// it and in an order that is legal now.
    pub fn names_one(&self, line: &str) -> bool {
        let Source::Position { position, seat, .. } = &self.source else { return false };
        let known = self.names.get_or_init(|| {
            if position.seats() == 0 {
                return HashSet::new();
            }
            let legal = position.legal(*seat).orders;
            let ordered: HashSet<String> =
                legal.iter().flat_map(|order| order.split(' ')).map(str::to_owned).collect();
            let shown = names(&position.show(Viewer::Seat(*seat)));
            let shown = shown.iter().map(|name| plain(name).into_owned());
            let name = |name: &String| name.chars().count() > 3 && ordered.contains(name);
            shown.filter(name).filter(|name| !self.verbs.contains(&name.as_str())).collect()
        });
        let line = plain(line);
        let mut words = line.split(|c: char| c.is_whitespace() || ",;.:()".contains(c));
        words.next();
        words.any(|word| known.contains(word))
    }

    /// Returns the verb that the first word misspells, if with it the line is an order or close to
    /// one. Short words resemble too many others, so they only count if an order follows.
    fn slip(&self, verb: &str, rest: &[&str]) -> Option<&'static str> {
        let length = verb.chars().count();
        let far = |known: &str| match length.max(known.chars().count()) {
            0..=3 => usize::from(!rest.is_empty()),
            4..=6 => usize::from(length > 2),
            _ => 2,
        };
        let near = self.verbs.iter().map(|known| (distance(verb, known), *known));
        let mut near: Vec<(usize, &'static str)> =
            near.filter(|(slips, known)| *slips <= far(known)).collect();
        near.sort_unstable();
        near.into_iter().map(|(_, known)| known).find(|known| {
            let meant =
                std::iter::once(*known).chain(rest.iter().copied()).collect::<Vec<_>>().join(" ");
            self.is_order(&meant) || (length > 3 && rest.len() > 1 && self.is_near(rest))
        })
    }

    /// Whether a line is one or more orders in the title's notation.
    fn is_order(&self, line: &str) -> bool {
        match &self.source {
            Source::Verbs => {
                let first = line.split(|c: char| c.is_whitespace() || c == ';').next();
                let first = first.unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
                self.verbs.contains(&&*plain(first))
            }
            Source::Position { title, position, seat, preferences } => {
                if let Some(game) = preferences.filter(|game| game.seats().is_preference(line)) {
                    let preference = ReceivedPreference { line: line.to_owned(), by_email: true };
                    return game.seats().preference_of(*seat, &preference).is_ok();
                }
                if position.seats() == 0 {
                    return false;
                }
                let line = self.signs.read(line);
                let parts = title.split(&line);
                !parts.is_empty() && parts.iter().all(|part| position.parses(*seat, part))
            }
        }
    }

    /// Whether at most one of these words is unknown, or all unknown words but one are
    /// misspellings.
    fn is_near(&self, rest: &[&str]) -> bool {
        if rest.is_empty() || rest.len() > WORDS {
            return false;
        }
        let unknown: Vec<&&str> = rest.iter().filter(|word| !self.knows(word)).collect();
        let strange = unknown.iter().filter(|word| !self.nearly_knows(word)).count();
        unknown.len() <= 1 || (unknown.len() < rest.len() && strange <= usize::from(rest.len() > 2))
    }

    /// Whether a word is a misspelling of a word in the title's orders.
    fn nearly_knows(&self, word: &str) -> bool {
        let known = self.words.get_or_init(|| self.vocabulary());
        let word = plain(word);
        word.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).all(|part| {
            let long = part.chars().count() > 3;
            known.contains(part) || (long && known.iter().any(|other| distance(part, other) <= 1))
        })
    }

    /// Whether a word, or each of its parts, is a number or a word of the title's orders.
    fn knows(&self, word: &str) -> bool {
        let known = self.words.get_or_init(|| self.vocabulary());
        let word = plain(word);
        let mut parts =
            word.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).peekable();
        parts.peek().is_some()
            && parts.all(|part| {
                // A number, perhaps with a letter for what is counted: "g1".
                let digits = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let counted = !digits.is_empty()
                    && part.len() - digits.len() <= 1
                    && digits.chars().all(|c| c.is_ascii_digit());
                counted || known.contains(part)
            })
    }

    /// Collects the words of orders: those of the notation and of the legal orders, and the names
    /// on the board as the seat knows it.
    fn vocabulary(&self) -> HashSet<String> {
        let mut known: HashSet<String> = self.verbs.iter().map(|verb| (*verb).to_owned()).collect();
        let Source::Position { title, position, seat, .. } = &self.source else { return known };
        let mut add = |text: &str| {
            let text = plain(text);
            let words = text.split(|c: char| !c.is_alphanumeric());
            known.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
        };
        // Backquotes enclose notation.
        title.about().notation.split('`').skip(1).step_by(2).for_each(&mut add);
        if position.seats() > 0 {
            let legal = position.legal(*seat);
            legal.orders.iter().for_each(|order| add(order));
            names(&position.show(Viewer::Seat(*seat))).iter().for_each(|name| add(name));
        }
        known
    }
}

/// Returns the names in a view: keys and values that contain no space.
fn names(view: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut todo = vec![serde_json::from_str::<serde_json::Value>(view).unwrap_or_default()];
    while let Some(value) = todo.pop() {
        match value {
            serde_json::Value::String(text) if !text.contains(' ') => found.push(text),
            serde_json::Value::Array(values) => todo.extend(values),
            serde_json::Value::Object(fields) => {
                for (name, value) in fields {
                    found.push(name);
                    todo.push(value);
                }
            }
            _ => {}
        }
    }
    found
}
