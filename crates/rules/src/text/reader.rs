//! Reads the words of an order from left to right and collects all errors, each with suggestions.
//! It knows the words of an order, but not the rules.

use std::borrow::Cow;

use super::spelling::{nearest, plain};
use crate::orders::refusal::{Refusal, RefusalCode};

/// Lists of at most this many words are suggested completely.
const FEW: usize = 6;
/// Number of suggestions from longer lists: the words most similar to the input.
const NEAR: usize = 4;
/// Maximum number of errors per order. Reading stops there, because computing suggestions is
/// expensive and orders can be long.
const NAMED: usize = 8;

/// A word as written, and in plain spelling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word<'t> {
    /// The word as written.
    pub raw: &'t str,
    /// The word in plain spelling.
    pub plain: Cow<'t, str>,
}

/// Reads an order word by word.
///
/// ```
/// use ravenpost_rules::text::reader::Reader;
/// let heap = |word: &str| ["a", "b"].iter().position(|known| *known == word);
/// let order = |text: &str| {
///     let mut reader = Reader::new(text, "R4.1");
///     reader.expect("take");
///     let (count, heap) = (reader.number(), reader.read("a heap", heap, &["a", "b"]));
///     reader.end(count.zip(heap))
/// };
/// assert_eq!(order("Take 3 b # at last"), Ok((3, 1)));
/// let wrong = order("tale 3 x").unwrap_err();
/// assert_eq!(wrong[0].text(), "\"tale\" should be \"take\"");
/// assert_eq!(wrong[1].instead, ["a", "b"]);
/// ```
pub struct Reader<'t> {
    words: Vec<Word<'t>>,
    next: usize,
    /// The rule that describes the grammar.
    rule: &'static str,
    wrong: Vec<Refusal>,
}

impl<'t> Reader<'t> {
    /// Creates a reader for words separated by whitespace; `#` starts a comment.
    pub fn new(text: &'t str, rule: &'static str) -> Reader<'t> {
        let text = text.split('#').next().unwrap_or_default();
        Reader::split(text, rule, char::is_whitespace)
    }

    /// Creates a reader for a text without comments, with custom separators such as commas.
    pub fn split(text: &'t str, rule: &'static str, gap: impl Fn(char) -> bool) -> Reader<'t> {
        let words = text.split(gap).filter(|word| !word.is_empty());
        let words = words.map(|raw| Word { raw, plain: plain(raw) }).collect();
        Reader { words, next: 0, rule, wrong: Vec::new() }
    }

    /// Takes the next word, if there is one.
    pub fn take(&mut self) -> Option<Word<'t>> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some(word.clone())
    }

    /// Returns the next word in plain spelling without taking it.
    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.next).map(|word| &*word.plain)
    }

    /// Returns all words not yet taken.
    pub fn left(&self) -> &[Word<'t>] {
        &self.words[self.next.min(self.words.len())..]
    }

    /// Takes the last word, for suffixes that are read first.
    pub fn pop(&mut self) -> Option<Word<'t>> {
        if self.is_done() { None } else { self.words.pop() }
    }

    /// Takes the next word if it is this one, and returns whether it was.
    pub fn skip(&mut self, word: &str) -> bool {
        let is = self.peek() == Some(word);
        self.next += usize::from(is);
        is
    }

    /// Skips `count` words.
    pub fn pass(&mut self, count: usize) {
        self.next += count;
    }

    /// Returns whether all words have been read.
    pub fn is_done(&self) -> bool {
        self.next >= self.words.len()
    }

    /// Takes the remaining words as one text, as written.
    pub fn rest(&mut self) -> String {
        let rest: Vec<&str> = self.left().iter().map(|word| word.raw).collect();
        let text = rest.join(" ");
        self.next = self.words.len();
        text
    }

    /// Takes the next word, which must be this one.
    pub fn expect(&mut self, word: &str) {
        match self.take() {
            Some(found) if found.plain == word => {}
            Some(found) => {
                let refusal = Refusal::new(format!("should be \"{word}\""));
                let refusal = refusal.subject(found.raw).rule(self.rule);
                self.wrong(refusal.code(RefusalCode::UnknownWord));
            }
            None => self.missing(format!("\"{word}\" is missing")),
        }
    }

    /// Takes a word and converts it with `find`. If that fails, the most similar known words are
    /// suggested, or all of them if there are few.
    pub fn read<T>(
        &mut self,
        what: &str,
        find: impl FnOnce(&str) -> Option<T>,
        known: &[&str],
    ) -> Option<T> {
        let Some(word) = self.take() else {
            let few = if known.len() > FEW { &[] } else { known };
            let refusal = Refusal::new(format!("{what} is missing here")).rule(self.rule);
            let refusal = refusal.code(RefusalCode::MissingWord);
            self.wrong(refusal.instead(few.iter().map(|word| (*word).to_owned())));
            return None;
        };
        let found = find(&word.plain);
        if found.is_none() {
            self.is_not(&word, what, known);
        }
        found
    }

    /// Refuses an unexpected word and suggests known words, as `read` does.
    pub fn is_not(&mut self, word: &Word<'_>, what: &str, known: &[&str]) {
        self.unknown(RefusalCode::UnknownWord, word, what, known);
    }

    /// Refuses a word that begins no order, as `is_not` does.
    pub fn begins_no_order(&mut self, word: &Word<'_>, what: &str, known: &[&str]) {
        self.unknown(RefusalCode::UnknownOrder, word, what, known);
    }

    fn unknown(&mut self, code: RefusalCode, word: &Word<'_>, what: &str, known: &[&str]) {
        let mut near = nearest(&word.plain, known.iter().copied(), NEAR);
        if near.is_empty() && known.len() <= FEW {
            near = known.to_vec();
        }
        let refusal = Refusal::new(format!("is not {what}")).subject(word.raw).rule(self.rule);
        self.wrong(refusal.code(code).instead(near.into_iter().map(str::to_owned)));
    }

    /// Reads a number up to 99; a preceding `+` is ignored.
    pub fn number(&mut self) -> Option<u8> {
        self.skip("+");
        self.read("a number up to 99", number, &[])
    }

    /// Records a grammatical error about a word, which is the subject of the reason.
    pub fn refuse(&mut self, word: &str, why: impl Into<String>) {
        self.wrong(Refusal::new(why).subject(word).rule(self.rule));
    }

    /// Records that something is missing.
    pub fn missing(&mut self, why: impl Into<String>) {
        self.wrong(Refusal::new(why).rule(self.rule).code(RefusalCode::MissingWord));
    }

    /// Records an error. Reading stops after too many errors.
    pub fn wrong(&mut self, refusal: Refusal) {
        if self.wrong.len() < NAMED {
            self.wrong.push(refusal);
        }
        if self.wrong.len() == NAMED {
            self.next = self.words.len();
        }
    }

    /// Returns whether there are no errors so far.
    pub fn is_right(&self) -> bool {
        self.wrong.is_empty()
    }

    /// Returns the order, or all errors. Surplus words are errors too, unless there are earlier
    /// errors.
    ///
    /// # Errors
    ///
    /// Returns all errors in the line.
    pub fn end<T>(mut self, order: Option<T>) -> Result<T, Vec<Refusal>> {
        let surplus = if self.is_right() { self.left().to_vec() } else { Vec::new() };
        for word in surplus {
            let refusal = Refusal::new("is an extra word").subject(word.raw).rule(self.rule);
            self.wrong(refusal.code(RefusalCode::ExtraWord));
        }
        match order {
            Some(order) if self.wrong.is_empty() => Ok(order),
            _ if self.wrong.is_empty() => {
                Err(vec![Refusal::new("that is not an order").code(RefusalCode::UnknownOrder)])
            }
            _ => Err(self.wrong),
        }
    }
}

/// Parses a number up to 99, with or without `+`.
///
/// ```
/// use ravenpost_rules::text::reader::number;
/// assert_eq!((number("+7"), number("100"), number("x")), (Some(7), None, None));
/// ```
pub fn number(word: &str) -> Option<u8> {
    word.trim_start_matches('+').parse().ok().filter(|number| *number < 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(word: &str) -> Option<u8> {
        ["ship", "godi"].iter().position(|known| *known == word).map(|at| at as u8)
    }

    fn order(text: &str) -> Result<(u8, u8), Vec<Refusal>> {
        let mut reader = Reader::new(text, "R1.1");
        reader.expect("move");
        let (number, unit) = (reader.number(), reader.read("a unit", unit, &["ship", "godi"]));
        reader.end(number.zip(unit))
    }

    #[test]
    fn only_the_first_few_mistakes_are_reported() {
        let text = "ship x ".repeat(400);
        let mut reader = Reader::new(&text, "R1");
        let mut read = 0;
        while !reader.is_done() {
            reader.read("a unit", unit, &["ship", "godi"]);
            read += 1;
        }
        assert_eq!(read, 2 * NAMED);
        assert_eq!(reader.end(Some(())).unwrap_err().len(), NAMED);
        let surplus = Reader::new(&text, "R1").end(Some(()));
        assert_eq!(surplus.unwrap_err().len(), NAMED);
    }

    #[test]
    fn words_match_without_accents() {
        assert_eq!(order("Move +2 GODI # at last"), Ok((2, 1)));
    }

    #[test]
    fn all_mistakes_are_reported_with_suggestions() {
        let wrong = order("mov 200 gody").unwrap_err();
        let found: Vec<_> = wrong.iter().map(|no| (no.word.as_deref(), no.why.as_str())).collect();
        assert_eq!(
            found,
            [
                (Some("mov"), "should be \"move\""),
                (Some("200"), "is not a number up to 99"),
                (Some("gody"), "is not a unit"),
            ]
        );
        assert_eq!(wrong[2].instead, ["godi"]);
        let wrong = order("move 2").unwrap_err();
        assert_eq!(wrong[0].why, "a unit is missing here");
        assert_eq!(wrong[0].instead, ["ship", "godi"]);
    }

    #[test]
    fn surplus_words_are_reported_if_nothing_else_is_wrong() {
        let wrong = order("move 2 ship right now").unwrap_err();
        assert_eq!(wrong.len(), 2);
        let extra = Refusal::new("is an extra word").subject("now").rule("R1.1");
        assert_eq!(wrong[1], extra.code(RefusalCode::ExtraWord));
        assert_eq!(order("move 2 shop right now").unwrap_err().len(), 1);
    }

    #[test]
    fn suffixes_are_read_from_the_end() {
        let mut reader = Reader::split("keep 1,2", "R1.1", |letter| " ,".contains(letter));
        assert!(reader.skip("keep"));
        assert_eq!(reader.pop().map(|word| word.raw), Some("2"));
        assert_eq!(reader.rest(), "1");
        assert_eq!((reader.pop(), reader.is_done()), (None, true));
    }
}
