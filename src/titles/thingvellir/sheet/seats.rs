//! The seats' part of a document: Thingmen, cards, votes, what they have told privately.

use serde_json::{Map, Value};

use super::super::orders::Order;
use super::super::orders::parse::parse;
use super::super::state::facts::Instruction;
use super::super::state::{Standing, State, Step, Vote};
use super::super::things::data::data;
use super::super::things::names::{Card, Edge};
use super::cards::Deck;
use super::read::{edge, number, seat_of, step, truth, words};
use crate::rules::Seat;

/// The keys a seat may have; the last ones are told but not read.
const KEYS: [&str; 20] = [
    "fame",
    "longhall",
    "sea",
    "slain",
    "gone",
    "wealth",
    "goods",
    "oaths",
    "bondi",
    "hird",
    "vote",
    "sealed",
    "away",
    "standing",
    "later",
    "sheep",
    "strength",
    "halves",
    "quarters",
    "home_bondi",
];

pub fn read(state: &mut State, sheet: &Map<String, Value>, deck: &mut Deck) -> Result<(), String> {
    for (id, there) in sheet.get("men").and_then(Value::as_object).into_iter().flatten() {
        let edge: Edge = edge(id)?;
        for (slug, men) in there.as_object().into_iter().flatten() {
            let at = seat_of(state, Some(&Value::from(slug.as_str())))?.unwrap_or_default();
            state.add_men(edge, at, men.as_u64().unwrap_or_default() as u8);
        }
    }
    let none = Map::new();
    let seats = sheet.get("seats").and_then(Value::as_object).unwrap_or(&none);
    for slug in seats.keys() {
        seat_of(state, Some(&Value::from(slug.as_str())))?;
    }
    for at in 0..usize::from(state.seats) {
        let known = seats.get(state.faction[at].slug()).and_then(Value::as_object).unwrap_or(&none);
        let foreign = |key: &&String| !KEYS.contains(&key.as_str()) && key.as_str() != "colour";
        if let Some(key) = known.keys().find(foreign) {
            return Err(format!("a seat has no \"{key}\""));
        }
        state.fame[at] = number(known, "fame")?.unwrap_or_default();
        if truth(known, "gone") {
            state.gone |= 1 << at;
        }
        cards(state, at, known, deck)?;
        votes(state, at, known, seats)?;
        private(state, at, known)?;
        thingmen(state, at, known, sheet)?;
    }
    Ok(())
}

fn cards(
    state: &mut State,
    at: usize,
    known: &Map<String, Value>,
    deck: &mut Deck,
) -> Result<(), String> {
    let goods = known.get("wealth").or(known.get("goods"));
    for text in goods.map(words).transpose()?.unwrap_or_default() {
        let card = deck.take(text)?;
        super::super::state::apply::cards::tuck(state, at, card);
    }
    let oaths = known.get("oaths").or(known.get("bondi")).and_then(Value::as_object);
    for (slot, text) in oaths.into_iter().flatten() {
        let place = slot.parse::<usize>().ok().and_then(|slot| slot.checked_sub(1));
        let place = place.filter(|place| *place < state.oaths[at].len());
        let place = place.ok_or_else(|| format!("\"{slot}\" is no slot"))?;
        state.oaths[at][place] = deck.take(text.as_str().unwrap_or_default())?;
    }
    for text in known.get("hird").map(words).transpose()?.unwrap_or_default() {
        let card: Card = deck.take(text)?;
        state.hird[at] |= card.bit();
    }
    Ok(())
}

fn votes(
    state: &mut State,
    at: usize,
    known: &Map<String, Value>,
    seats: &Map<String, Value>,
) -> Result<(), String> {
    let read = |key: &str| -> Result<Vote, String> {
        let Some(text) = known.get(key).and_then(Value::as_str) else { return Ok(Vote::None) };
        match parse(state, Seat::at(at), text) {
            Ok(Order::Support) => Ok(Vote::Support),
            Ok(Order::Sue(statute, from)) => Ok(Vote::Sue { statute, from }),
            _ => Err(format!("\"{text}\" is no vote")),
        }
    };
    let (vote, sealed) = (read("vote")?, read("sealed")?);
    state.votes[at] = vote;
    state.sealed[at] = sealed;
    let early = matches!(state.step, Step::Blank | Step::Side | Step::Propose);
    if vote == Vote::None && !early && at == usize::from(state.speaker) {
        state.votes[at] = Vote::Support;
    }
    // Once the Council acts, everybody has voted; silence is support.
    let voting = matches!(state.step, Step::Vote);
    if state.votes[at] == Vote::None && !early && !voting {
        state.votes[at] = Vote::Support;
    }
    let stays = known.get("away").and_then(Value::as_bool) == Some(false);
    if matches!(vote, Vote::Sue { .. }) && !stays && !seats.is_empty() {
        state.away |= 1 << at;
    }
    Ok(())
}

fn private(state: &mut State, at: usize, known: &Map<String, Value>) -> Result<(), String> {
    for text in known.get("standing").map(words).transpose()?.unwrap_or_default() {
        let Ok(Order::Standing(instruction)) = parse(state, Seat::at(at), text) else {
            return Err(format!("\"{text}\" is no standing instruction"));
        };
        instruct(&mut state.standing[at], instruction);
    }
    for left in known.get("later").and_then(Value::as_array).into_iter().flatten() {
        let pair = words(left)?;
        let [id, text] = pair.as_slice() else {
            return Err(format!("{left} is not a decision and an order"));
        };
        state.drawer[at].push((step(id)?, (*text).to_owned()));
    }
    Ok(())
}

fn instruct(standing: &mut Standing, instruction: Instruction) {
    super::super::state::apply::instruct(standing, instruction);
}

/// Thingmen that are not said to be anywhere are in the Longhall, or, where that is counted, slain.
fn thingmen(
    state: &mut State,
    at: usize,
    known: &Map<String, Value>,
    sheet: &Map<String, Value>,
) -> Result<(), String> {
    state.sea[at] = number(known, "sea")?.unwrap_or_default();
    state.slain[at] = number(known, "slain")?.unwrap_or_default();
    let band = sheet.get("band").and_then(Value::as_object);
    let rider = seat_of(state, sheet.get("deed").and_then(|deed| deed.get("who")))?;
    let rides = rider.unwrap_or(state.asked()) == at;
    let band = match band.filter(|_| rides) {
        Some(band) => number(band, "men")?.unwrap_or_default(),
        None => 0,
    };
    if !state.is_in(at) {
        return Ok(());
    }
    let out = state.sea[at] + state.slain[at] + state.afield(at) + state.on_laws(at) + band;
    let rest = data().thingmen.checked_sub(out);
    let rest = rest.ok_or_else(|| format!("{} has too many Thingmen", state.name(at)))?;
    match number(known, "longhall")? {
        None => state.longhall[at] = rest,
        Some(home) => {
            state.longhall[at] = home;
            let missing = rest.checked_sub(home);
            state.slain[at] +=
                missing.ok_or_else(|| format!("{} has too many Thingmen", state.name(at)))?;
        }
    }
    Ok(())
}
