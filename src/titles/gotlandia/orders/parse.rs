//! Reading one part of a line. Every mistake is told, with what would have been taken.

use super::super::reckon::board;
use super::super::state::{Param, State};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Dir, Kind, Rep};
use super::{Lot, Order, ShipOrder, lexicon, parse_aside, parse_play};
use crate::rules::spelling::nearest;
use crate::rules::{Refusal, Seat};

/// Longer parts are not read: no order is that long.
const LONGEST: usize = 600;

/// The first words of all orders.
pub const VERBS: [&str; 20] = [
    "play", "rest", "pass", "raid", "pirate", "sink", "steal", "partner", "learn", "unbury",
    "church", "decorate", "no", "end", "lose", "keep", "trouble", "rep", "plan", "standing",
];

/// The order that a part of a line means, or all that is wrong with it.
pub fn parse(state: &State, seat: Seat, text: &str) -> Result<Order, Vec<Refusal>> {
    if text.len() > LONGEST {
        return Err(vec![Refusal::new("no order is as long as that").rule("R25.1")]);
    }
    if !state.has(seat) {
        return Err(vec![Refusal::new("there is no such seat at this table")]);
    }
    let folded = lexicon::fold(text);
    let mut reader = Reader {
        state,
        seat,
        words: folded.split(' ').filter(|word| !word.is_empty()).collect(),
        at: 0,
        wrong: Vec::new(),
    };
    let order = reader.order();
    if let Some(word) = reader.words.get(reader.at)
        && reader.wrong.is_empty()
    {
        let why = "is more than the order needs";
        reader.wrong.push(Refusal::new(why).word(*word).rule("R25.4"));
    }
    match order {
        Some(order) if reader.wrong.is_empty() => Ok(order),
        _ if reader.wrong.is_empty() => Err(vec![Refusal::new("that is not an order")]),
        _ => Err(reader.wrong),
    }
}

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

    fn order(&mut self) -> Option<Order> {
        let Some(verb) = self.next() else {
            self.refuse(Refusal::new("nothing is written here").rule("R25.1"));
            return None;
        };
        match verb {
            "play" => parse_play::play(self).map(Order::Play),
            "rest" => Some(Order::Rest),
            "pass" => Some(Order::Pass),
            "no" => Some(Order::No),
            "raid" => self.raid(),
            "lose" => {
                let text = self.rest();
                goods(self, &text).map(Order::Lose)
            }
            "keep" => self.name("district", lexicon::district).map(Order::Keep),
            "trouble" if self.peek() == Some("none") => {
                self.next();
                Some(Order::Trouble(None))
            }
            "trouble" => self.dir().map(|dir| Order::Trouble(Some(dir))),
            "pirate" => self.dir().map(Order::Pirate),
            "sink" => self.dir().map(Order::Sink),
            "steal" => {
                let seats = self.state.seats;
                self.name("colour", |word| lexicon::colour(word, seats)).map(Order::Steal)
            }
            "partner" => self.card().map(Order::Partner),
            "learn" => self.card().map(Order::Learn),
            "unbury" => {
                let text = self.rest();
                lot(self, &text).map(Order::Unbury)
            }
            "church" => {
                let district = self.name("district", lexicon::district);
                let pay = pay(self, &data().costs.church);
                Some(Order::Church(district?, pay?))
            }
            "decorate" => self.name("decoration", lexicon::decoration).map(Order::Decorate),
            "end" => self.end(),
            "rep" => self.reputation(),
            "plan" => parse_aside::plan(self),
            "standing" => parse_aside::standing(self).map(Order::Standing),
            // A card's name before what it is used for: `play` was left out.
            _ if self.peek().is_some_and(parse_play::is_use)
                && lexicon::card(verb, self.own_card()).is_ok() =>
            {
                self.at = 0;
                parse_play::play(self).map(Order::Play)
            }
            _ => {
                let near = nearest(verb, VERBS, 3).into_iter().map(str::to_owned);
                let why = "is not how an order begins";
                self.refuse(Refusal::new(why).word(verb).rule("R25.4").instead(near));
                None
            }
        }
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

    fn raid(&mut self) -> Option<Order> {
        let text = self.rest();
        match text.as_str() {
            "done" => return Some(Order::RaidDone),
            "all:silver" => return Some(Order::AllSilver),
            "" => {
                let forms = ["raid e:silver", "raid e>se:sink", "raid all:silver", "raid done"];
                let refusal = Refusal::new("say what a ship does").rule("R25.7");
                self.refuse(refusal.instead(forms.map(str::to_owned)));
                return None;
            }
            _ => {}
        }
        let Some((before, after)) = text.split_once(':') else {
            self.refuse(Refusal::new("a ship order has a colon").word(&text).rule("R25.7"));
            return None;
        };
        let (from, at) = before.split_once('>').unwrap_or((before, before));
        let (act, to) = after.split_once('>').unwrap_or((after, at));
        let sink = match act {
            "sink" => Some(true),
            "silver" => Some(false),
            _ => {
                let forms = ["sink", "silver"].map(str::to_owned);
                let why = "is not what a ship does";
                self.refuse(Refusal::new(why).word(act).rule("R9.16").instead(forms));
                None
            }
        };
        let mut dir = |word: &str| lexicon::dir(word).map_err(|refusal| self.refuse(refusal)).ok();
        let (from, at, to) = (dir(from), dir(at), dir(to));
        Some(Order::Ship(ShipOrder { from: from?, at: at?, to: to?, sink: sink? }))
    }

    fn end(&mut self) -> Option<Order> {
        let grow = self.peek() == Some("grow");
        if grow {
            self.next();
        }
        let mut bury = Lot::default();
        if self.peek() == Some("bury") {
            self.next();
            let text = self.rest();
            bury = lot(self, &text)?;
        }
        Some(Order::End { grow, bury })
    }

    fn reputation(&mut self) -> Option<Order> {
        let rep = self.name("reputation", lexicon::reputation)?;
        let param = match rep {
            Rep::RESPECTABLE | Rep::LARGE_FAMILY | Rep::TROLL_BORN => {
                self.name("district", lexicon::district).map(Param::District)?
            }
            Rep::STRONG | Rep::INNOVATORS => self.card().map(Param::Card)?,
            _ => Param::None,
        };
        Some(Order::Rep(rep, param))
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
fn lot(reader: &mut Reader, text: &str) -> Option<Lot> {
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
        return Some(board::default_payment(storage, cost).unwrap_or(*cost));
    }
    reader.next();
    let nodraw = reader.words.last() == Some(&"nodraw");
    let end = reader.words.len() - usize::from(nodraw);
    let text = reader.words[reader.at.min(end)..end].concat();
    reader.at = end;
    goods(reader, &text)
}
