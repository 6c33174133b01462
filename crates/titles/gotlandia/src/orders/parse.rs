//! Parses one part of a line, and reports every error with suggestions.

use super::super::state::State;
use super::super::state::plays::{Lot, Param};
use super::super::things::data::data;
use super::super::things::ids::Rep;
use super::reader::{Reader, goods, lot, pay};
use super::{Order, ShipOrder, VERBS, lexicon, parse_aside, parse_play};
use ravenpost_rules::RefusalCode::{MissingWord, UnknownWord};
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// Longer parts are refused; no order is that long.
const LONGEST: usize = 600;

/// Parses one part of a line.
///
/// # Errors
///
/// All errors in it.
pub fn parse(state: &State, seat: Seat, text: &str) -> Result<Order, Vec<Refusal>> {
    if text.len() > LONGEST {
        return Err(vec![
            Refusal::new("this order is too long").rule("R25.1").code(RefusalCode::TooLong),
        ]);
    }
    if !state.has(seat) {
        return Err(vec![Refusal::new("this game has no such seat")]);
    }
    let folded = lexicon::fold(text);
    let mut reader = Reader::new(state, seat, &folded);
    let order = order(&mut reader);
    reader.end(order)
}

/// Returns whether `play` was omitted: a card's name is followed by its use.
fn names_a_use(reader: &Reader<'_>) -> bool {
    let [card, word, ..] = reader.left() else { return false };
    parse_play::is_use(word.raw)
        && !VERBS.contains(&card.raw)
        && lexicon::card(card.raw, reader.own_card()).is_ok()
}

fn order(reader: &mut Reader<'_>) -> Option<Order> {
    if names_a_use(reader) {
        return parse_play::play(reader).map(Order::Play);
    }
    let Some(verb) = reader.take() else {
        reader.wrong(Refusal::new("the order is missing").rule("R25.1").code(RefusalCode::Empty));
        return None;
    };
    match verb.raw {
        "play" => parse_play::play(reader).map(Order::Play),
        "rest" => Some(Order::Rest),
        "pass" => Some(Order::Pass),
        "no" => Some(Order::No),
        "raid" => raid(reader),
        "lose" => {
            let text = reader.together();
            goods(reader, &text).map(Order::Lose)
        }
        "keep" => reader.name("district", lexicon::district).map(Order::Keep),
        "trouble" if reader.skip("none") => Some(Order::Trouble(None)),
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
            let text = reader.together();
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
        _ => {
            reader.begins_no_order(&verb, "the first word of a move", &VERBS);
            None
        }
    }
}

fn raid(reader: &mut Reader<'_>) -> Option<Order> {
    let text = reader.together();
    match text.as_str() {
        "done" => return Some(Order::RaidDone),
        "all:silver" => return Some(Order::AllSilver),
        "" => {
            let forms = ["raid e:silver", "raid e>se:sink", "raid all:silver", "raid done"];
            let refusal = Refusal::new("say what the ship does").code(MissingWord).rule("R25.7");
            reader.wrong(refusal.instead(forms.map(str::to_owned)));
            return None;
        }
        _ => {}
    }
    let Some((before, after)) = text.split_once(':') else {
        reader.wrong(Refusal::new("a ship order needs a colon").word(&text).rule("R25.7"));
        return None;
    };
    let (from, at) = before.split_once('>').unwrap_or((before, before));
    let (act, to) = after.split_once('>').unwrap_or((after, at));
    let sink = match act {
        "sink" => Some(true),
        "silver" => Some(false),
        _ => {
            let forms = ["sink", "silver"].map(str::to_owned);
            let why = "is not something a ship can do";
            reader.wrong(
                Refusal::new(why).code(UnknownWord).subject(act).rule("R9.16").instead(forms),
            );
            None
        }
    };
    let mut dir = |word: &str| lexicon::dir(word).map_err(|refusal| reader.wrong(refusal)).ok();
    let (from, at, to) = (dir(from), dir(at), dir(to));
    Some(Order::Ship(ShipOrder { from: from?, at: at?, to: to?, sink: sink? }))
}

fn end(reader: &mut Reader<'_>) -> Option<Order> {
    let grow = reader.skip("grow");
    let mut bury = Lot::default();
    if reader.skip("bury") {
        let text = reader.together();
        bury = lot(reader, &text)?;
    }
    Some(Order::End { grow, bury })
}

fn reputation(reader: &mut Reader<'_>) -> Option<Order> {
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
