//! Reads the words of an order as names of this title, without knowing the rules.

use std::ops::{Deref, DerefMut};

use super::super::reckon::income::default_payment;
use super::super::state::plays::Lot;
use super::super::state::{Pack, State};
use super::super::things::goods::Goods;
use super::super::things::ids::Card;
use super::super::things::kinds::{Dir, Kind};
use super::lexicon;
use ravenpost_rules::RefusalCode::{MissingWord, WrongAmount};
use ravenpost_rules::{Refusal, Seat, text::reader};

/// The rule that describes the grammar.
const GRAMMAR: &str = "R25.4";

/// The remaining words, and the errors so far.
pub struct Reader<'a> {
    pub state: &'a State,
    pub seat: Seat,
    words: reader::Reader<'a>,
}

impl<'a> Deref for Reader<'a> {
    type Target = reader::Reader<'a>;

    fn deref(&self) -> &reader::Reader<'a> {
        &self.words
    }
}

impl DerefMut for Reader<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.words
    }
}

impl<'a> Reader<'a> {
    /// Creates a reader for a normalised text.
    pub fn new(state: &'a State, seat: Seat, folded: &'a str) -> Reader<'a> {
        Reader { state, seat, words: reader::Reader::split(folded, GRAMMAR, |sign| sign == ' ') }
    }

    /// Returns the order, or all errors.
    pub fn end<T>(self, order: Option<T>) -> Result<T, Vec<Refusal>> {
        self.words.end(order)
    }

    pub fn next(&mut self) -> Option<&'a str> {
        self.take().map(|word| word.raw)
    }

    /// Joins all remaining words, because spaces in a bundle have no meaning.
    pub fn together(&mut self) -> String {
        self.rest().replace(' ', "")
    }

    /// Reads the next word as a name, and records an error if it is missing or wrong.
    pub fn name<T>(
        &mut self,
        what: &str,
        find: impl FnOnce(&str) -> Result<T, Refusal>,
    ) -> Option<T> {
        let Some(word) = self.next() else {
            self.missing(format!("a {what} is missing"));
            return None;
        };
        find(word).map_err(|refusal| self.wrong(refusal)).ok()
    }

    /// Returns the seat's own Setting card.
    pub fn own_card(&self) -> Card {
        Card::from_setting(self.state.of(self.seat).home.unwrap_or_default())
    }

    pub fn card(&mut self) -> Option<Card> {
        let own = self.own_card();
        self.name("card", |word| lexicon::card(word, own))
    }

    /// Reads a direction: `ne`, `northeast`, `north-east`, or in two words.
    pub fn dir(&mut self) -> Option<Dir> {
        if let [first, second, ..] = self.left()
            && matches!(first.raw, "north" | "south")
            && matches!(second.raw, "east" | "west")
        {
            let joined = [first.raw, second.raw].concat();
            self.pass(2);
            return lexicon::dir(&joined).ok();
        }
        self.name("direction", lexicon::dir)
    }
}

/// Splits a part into its number and its name.
fn counted(part: &str) -> (Option<u16>, &str) {
    let digits = part.bytes().take_while(u8::is_ascii_digit).count();
    let count = if digits == 0 { Some(1) } else { part[..digits].parse().ok() };
    (count, &part[digits..])
}

fn amount(reader: &mut Reader<'_>, part: &str) -> Option<(u8, String)> {
    let (count, name) = counted(part);
    let count = count.and_then(|count| u8::try_from(count).ok()).filter(|count| *count <= 200);
    if count.is_none() {
        let refusal =
            Refusal::new("is more than there can be").code(WrongAmount).subject(part).rule("R22");
        reader.wrong(refusal);
    }
    count.map(|count| (count, name.to_owned()))
}

/// Reads a bundle of goods: `2s+grain`.
pub fn goods(reader: &mut Reader<'_>, text: &str) -> Option<Goods> {
    let lot = bundle(reader, text, false)?;
    Some(lot.0)
}

/// Reads Silver and cards: `2s+forest`.
pub fn lot(reader: &mut Reader<'_>, text: &str) -> Option<Lot> {
    let (goods, lot) = bundle(reader, text, true)?;
    Some(Lot { silver: goods.of(Kind::SILVER), ..lot })
}

fn bundle(reader: &mut Reader<'_>, text: &str, cards: bool) -> Option<(Goods, Lot)> {
    if text.is_empty() {
        let form = if cards { "2s+forest" } else { "2s+grain" };
        let refusal = Refusal::new("say which items and how many").code(MissingWord).rule("R25.3");
        reader.wrong(refusal.instead([form.to_owned()]));
        return None;
    }
    let own = reader.own_card();
    let (mut goods, mut lot, mut fine) = (Goods::NONE, Lot::default(), true);
    for part in text.split('+') {
        let Some((count, name)) = amount(reader, part) else {
            fine = false;
            continue;
        };
        if cards && name != "s" && name != "silver" {
            match lexicon::card(&name, own) {
                Ok(card) if lot.cards.len() + usize::from(count) <= Pack::ROOM => {
                    (0..count).for_each(|_| lot.cards.put(card));
                }
                Ok(_) => {
                    reader.wrong(too_many(part));
                    fine = false;
                }
                Err(refusal) => {
                    reader.wrong(refusal);
                    fine = false;
                }
            }
            continue;
        }
        match lexicon::kind(&name) {
            Ok(kind) if u16::from(goods.of(kind)) + u16::from(count) <= 200 => {
                goods.add(&Goods::some(kind, count));
            }
            Ok(_) => {
                reader.wrong(too_many(part));
                fine = false;
            }
            Err(refusal) => {
                reader.wrong(refusal);
                fine = false;
            }
        }
    }
    fine.then_some((goods, lot))
}

fn too_many(part: &str) -> Refusal {
    Refusal::new("is more than there can be").code(WrongAmount).subject(part).rule("R22")
}

/// Reads the `pay` clause, or returns its default (R25.5).
pub fn pay(reader: &mut Reader<'_>, cost: &Goods) -> Option<Goods> {
    if !reader.skip("pay") {
        let storage = &reader.state.of(reader.seat).storage;
        return Some(default_payment(storage, cost).unwrap_or(*cost));
    }
    let left = reader.left();
    let no_draw = left.last().is_some_and(|word| word.raw == "nodraw");
    let paid = left.len() - usize::from(no_draw);
    let text: String = left[..paid].iter().map(|word| word.raw).collect();
    reader.pass(paid);
    goods(reader, &text)
}
