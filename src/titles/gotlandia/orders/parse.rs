//! Reading one part of a line. Every mistake is told, with what would have been taken.

use super::super::state::State;
use super::super::state::plays::{Lot, Param};
use super::super::things::data::data;
use super::super::things::ids::Rep;
use super::reader::{Reader, goods, lot, pay};
use super::{Order, ShipOrder, VERBS, lexicon, parse_aside, parse_play};
use crate::rules::spelling::nearest;
use crate::rules::{Refusal, Seat};

/// Longer parts are not read: no order is that long.
const LONGEST: usize = 600;

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
    let read = order(&mut reader);
    if let Some(word) = reader.words.get(reader.at)
        && reader.wrong.is_empty()
    {
        let why = "is more than the order needs";
        reader.wrong.push(Refusal::new(why).word(*word).rule("R25.4"));
    }
    match read {
        Some(order) if reader.wrong.is_empty() => Ok(order),
        _ if reader.wrong.is_empty() => Err(vec![Refusal::new("that is not an order")]),
        _ => Err(reader.wrong),
    }
}

fn order(reader: &mut Reader) -> Option<Order> {
    let Some(verb) = reader.next() else {
        reader.refuse(Refusal::new("nothing is written here").rule("R25.1"));
        return None;
    };
    match verb {
        "play" => parse_play::play(reader).map(Order::Play),
        "rest" => Some(Order::Rest),
        "pass" => Some(Order::Pass),
        "no" => Some(Order::No),
        "raid" => raid(reader),
        "lose" => {
            let text = reader.rest();
            goods(reader, &text).map(Order::Lose)
        }
        "keep" => reader.name("district", lexicon::district).map(Order::Keep),
        "trouble" if reader.peek() == Some("none") => {
            reader.next();
            Some(Order::Trouble(None))
        }
        "trouble" => reader.dir().map(|dir| Order::Trouble(Some(dir))),
        "pirate" => reader.dir().map(Order::Pirate),
        "sink" => reader.dir().map(Order::Sink),
        "steal" => {
            let seats = reader.state.seats;
            reader.name("colour", |word| lexicon::colour(word, seats)).map(Order::Steal)
        }
        "partner" => reader.card().map(Order::Partner),
        "learn" => reader.card().map(Order::Learn),
        "unbury" => {
            let text = reader.rest();
            lot(reader, &text).map(Order::Unbury)
        }
        "church" => {
            let district = reader.name("district", lexicon::district);
            let pay = pay(reader, &data().costs.church);
            Some(Order::Church(district?, pay?))
        }
        "decorate" => reader.name("decoration", lexicon::decoration).map(Order::Decorate),
        "end" => end(reader),
        "rep" => reputation(reader),
        "plan" => parse_aside::plan(reader),
        "standing" => parse_aside::standing(reader).map(Order::Standing),
        // A card's name before what it is used for: `play` was left out.
        _ if reader.peek().is_some_and(parse_play::is_use)
            && lexicon::card(verb, reader.own_card()).is_ok() =>
        {
            reader.at = 0;
            parse_play::play(reader).map(Order::Play)
        }
        _ => {
            let near = nearest(verb, VERBS, 3).into_iter().map(str::to_owned);
            let why = "is not how an order begins";
            reader.refuse(Refusal::new(why).word(verb).rule("R25.4").instead(near));
            None
        }
    }
}

fn raid(reader: &mut Reader) -> Option<Order> {
    let text = reader.rest();
    match text.as_str() {
        "done" => return Some(Order::RaidDone),
        "all:silver" => return Some(Order::AllSilver),
        "" => {
            let forms = ["raid e:silver", "raid e>se:sink", "raid all:silver", "raid done"];
            let refusal = Refusal::new("say what a ship does").rule("R25.7");
            reader.refuse(refusal.instead(forms.map(str::to_owned)));
            return None;
        }
        _ => {}
    }
    let Some((before, after)) = text.split_once(':') else {
        reader.refuse(Refusal::new("a ship order has a colon").word(&text).rule("R25.7"));
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
            reader.refuse(Refusal::new(why).word(act).rule("R9.16").instead(forms));
            None
        }
    };
    let mut dir = |word: &str| lexicon::dir(word).map_err(|refusal| reader.refuse(refusal)).ok();
    let (from, at, to) = (dir(from), dir(at), dir(to));
    Some(Order::Ship(ShipOrder { from: from?, at: at?, to: to?, sink: sink? }))
}

fn end(reader: &mut Reader) -> Option<Order> {
    let grow = reader.peek() == Some("grow");
    if grow {
        reader.next();
    }
    let mut bury = Lot::default();
    if reader.peek() == Some("bury") {
        reader.next();
        let text = reader.rest();
        bury = lot(reader, &text)?;
    }
    Some(Order::End { grow, bury })
}

fn reputation(reader: &mut Reader) -> Option<Order> {
    let rep = reader.name("reputation", lexicon::reputation)?;
    let param = match rep {
        Rep::RESPECTABLE | Rep::LARGE_FAMILY | Rep::TROLL_BORN => {
            reader.name("district", lexicon::district).map(Param::District)?
        }
        Rep::STRONG | Rep::INNOVATORS => reader.card().map(Param::Card)?,
        _ => Param::None,
    };
    Some(Order::Rep(rep, param))
}
