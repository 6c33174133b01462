//! Goes through the words of an order and keeps every mistake, with what would have been taken.

use super::super::reckon::income::default_payment;
use super::super::state::State;
use super::super::state::plays::Lot;
use super::super::things::goods::Goods;
use super::super::things::ids::Card;
use super::super::things::kinds::{Dir, Kind};
use super::lexicon;
use crate::rules::{Refusal, Seat};

/// Words still to be read, and what was wrong so far.
pub struct Reader<'a> {
    pub state: &'a State,
    pub seat: Seat,
    pub words: Vec<&'a str>,
    pub at: usize,
    pub wrong: Vec<Refusal>,
}

impl<'a> Reader<'a> {
    pub fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += usize::from(word.is_some());
        word
    }

    pub fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    /// All words from here on, joined.
    pub fn rest(&mut self) -> String {
        let rest = self.words[self.at.min(self.words.len())..].concat();
        self.at = self.words.len();
        rest
    }

    pub fn refuse(&mut self, refusal: Refusal) {
        self.wrong.push(refusal);
    }

    /// The next word as a name, or a note that it is missing or wrong.
    pub fn name<T>(
        &mut self,
        what: &str,
        find: impl FnOnce(&str) -> Result<T, Refusal>,
    ) -> Option<T> {
        let Some(word) = self.next() else {
            self.refuse(Refusal::new(format!("a {what} is missing")).rule("R25.4"));
            return None;
        };
        match find(word) {
            Ok(thing) => Some(thing),
            Err(refusal) => {
                self.refuse(refusal);
                None
            }
        }
    }

    /// The seat's own Setting card.
    pub fn own_card(&self) -> Card {
        Card::of_setting(self.state.of(self.seat).home.unwrap_or_default())
    }

    pub fn card(&mut self) -> Option<Card> {
        let own = self.own_card();
        self.name("card", |word| lexicon::card(word, own))
    }

    /// A direction: `ne`, `northeast`, `north-east`, or in two words.
    pub fn dir(&mut self) -> Option<Dir> {
        let second = self.words.get(self.at + 1).filter(|word| matches!(**word, "east" | "west"));
        if let (Some(first @ ("north" | "south")), Some(second)) = (self.peek(), second) {
            self.at += 2;
            return lexicon::dir(&format!("{first}{second}")).ok();
        }
        self.name("direction", lexicon::dir)
    }
}

/// The number before a name, and the name.
fn counted(part: &str) -> (Option<u16>, &str) {
    let digits = part.bytes().take_while(u8::is_ascii_digit).count();
    let count = if digits == 0 { Some(1) } else { part[..digits].parse().ok() };
    (count, &part[digits..])
}

fn amount(reader: &mut Reader, part: &str) -> Option<(u8, String)> {
    let (count, name) = counted(part);
    let count = count.and_then(|count| u8::try_from(count).ok()).filter(|count| *count <= 200);
    if count.is_none() {
        let refusal = Refusal::new("there is not so much of anything").word(part).rule("R22");
        reader.refuse(refusal);
    }
    count.map(|count| (count, name.to_owned()))
}

/// A bundle of goods: `2s+grain`.
pub fn goods(reader: &mut Reader, text: &str) -> Option<Goods> {
    let lot = bundle(reader, text, false)?;
    Some(lot.0)
}

/// Silver and cards: `2s+forest`.
pub fn lot(reader: &mut Reader, text: &str) -> Option<Lot> {
    let (goods, lot) = bundle(reader, text, true)?;
    Some(Lot { silver: goods.of(Kind::SILVER), ..lot })
}

fn bundle(reader: &mut Reader, text: &str, cards: bool) -> Option<(Goods, Lot)> {
    if text.is_empty() {
        let form = if cards { "2s+forest" } else { "2s+grain" };
        let refusal = Refusal::new("say how much of what").rule("R25.3");
        reader.refuse(refusal.instead([form.to_owned()]));
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
                Ok(card) => (0..count).for_each(|_| lot.cards.put(card)),
                Err(refusal) => {
                    reader.refuse(refusal);
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
                let refusal = Refusal::new("there is not so much of anything").word(part);
                reader.refuse(refusal.rule("R22"));
                fine = false;
            }
            Err(refusal) => {
                reader.refuse(refusal);
                fine = false;
            }
        }
    }
    fine.then_some((goods, lot))
}

/// The `pay` clause, or what it is when left out (R25.5).
pub fn pay(reader: &mut Reader, cost: &Goods) -> Option<Goods> {
    if reader.peek() != Some("pay") {
        let storage = &reader.state.of(reader.seat).storage;
        return Some(default_payment(storage, cost).unwrap_or(*cost));
    }
    reader.next();
    let nodraw = reader.words.last() == Some(&"nodraw");
    let end = reader.words.len() - usize::from(nodraw);
    let text = reader.words[reader.at.min(end)..end].concat();
    reader.at = end;
    goods(reader, &text)
}
