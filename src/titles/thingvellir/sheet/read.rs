//! A document as a state. What is left out has its resting value.

use serde_json::{Map, Value};

use super::super::about;
use super::super::play::open::claimed;
use super::super::reckon::ask;
use super::super::state::apply::land;
use super::super::state::{Band, Deed, Entry, Feud, Laid, Options, Source, State, Step, Strike};
use super::super::things::data::data;
use super::super::things::names::{Action, Area, Card, Colour, Edge, Faction, Kind, Statute};
use super::cards::Deck;
use super::seats;
use crate::rules::Table;

/// The keys a document may have.
const KEYS: [&str; 30] = [
    "factions",
    "round",
    "state",
    "turn",
    "begun",
    "speaker",
    "token",
    "steads",
    "men",
    "supply",
    "lost",
    "orlog",
    "orlog_count",
    "doom",
    "doom_count",
    "pool",
    "seats",
    "last",
    "queue",
    "deed",
    "hunt",
    "band",
    "feud",
    "strike",
    "outlaw",
    "table",
    "end",
    "next",
    "drawn",
    "hoard",
];

/// Reads a document for a table.
pub fn read(table: &Table, sheet: &Value) -> Result<State, String> {
    let sheet = sheet.as_object().ok_or("a sheet is an object")?;
    if let Some(key) = sheet.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("a sheet has no \"{key}\""));
    }
    let mut state = State::blank();
    state.seats = table.seats;
    let is = |id: &str, value: &str| table.option(&about::ABOUT, id) == value;
    state.options = Options {
        sealed: is("votes", "sealed"),
        seeded: is("foster_pool", "seeded"),
        harvest: is("harvest", "on"),
        outlawry: is("outlawry", "on"),
    };
    factions(&mut state, table, sheet)?;
    state.round = number(sheet, "round")?.unwrap_or(1).into();
    let speaker = seat_of(&state, sheet.get("speaker"))?.unwrap_or(0);
    state.speaker = speaker as u8;
    state.turn = seat_of(&state, sheet.get("turn"))?.unwrap_or(speaker) as u8;
    state.begun = truth(sheet, "begun");
    state.step = step(sheet.get("state").and_then(Value::as_str).unwrap_or("propose"))?;
    let token = sheet.get("token").and_then(Value::as_str);
    if let Some(code) = token.filter(|code| !code.is_empty()) {
        state.token = Some(Statute::from_slug(code).ok_or(format!("\"{code}\" is no statute"))?);
    }
    board(&mut state, sheet)?;
    let mut deck = Deck::of(&Value::Object(sheet.clone()));
    seats::read(&mut state, sheet, &mut deck)?;
    course(&mut state, sheet, &mut deck)?;
    piles(&mut state, sheet, &mut deck)?;
    Ok(state)
}

fn factions(state: &mut State, table: &Table, sheet: &Map<String, Value>) -> Result<(), String> {
    let recommended = &data().recommended[usize::from(table.seats) - 2];
    let listed = match sheet.get("factions") {
        Some(list) => words(list)?.into_iter().map(faction).collect::<Result<Vec<_>, _>>()?,
        None => claimed(table, recommended),
    };
    if listed.len() != usize::from(table.seats) {
        return Err(format!("{} factions for {} seats", listed.len(), table.seats));
    }
    for (at, faction) in listed.into_iter().enumerate() {
        state.faction[at] = faction;
    }
    Ok(())
}

pub fn faction(slug: &str) -> Result<Faction, String> {
    Faction::from_slug(slug).ok_or_else(|| format!("\"{slug}\" is no faction"))
}

/// The place of a faction that is named.
pub fn seat_of(state: &State, value: Option<&Value>) -> Result<Option<usize>, String> {
    let Some(slug) = value.and_then(Value::as_str) else { return Ok(None) };
    let place = state.place_of(faction(slug)?);
    place.map(Some).ok_or_else(|| format!("\"{slug}\" is not in this game"))
}

pub fn step(id: &str) -> Result<Step, String> {
    let step = ask::STEPS.into_iter().find(|step| ask::id(*step) == id);
    step.ok_or_else(|| format!("\"{id}\" is no state"))
}

pub fn words(value: &Value) -> Result<Vec<&str>, String> {
    let list = value.as_array().ok_or_else(|| format!("{value} is no list"))?;
    list.iter().map(|word| word.as_str().ok_or_else(|| format!("{word} is no text"))).collect()
}

pub fn number(table: &Map<String, Value>, key: &str) -> Result<Option<u8>, String> {
    match table.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
            number.map(Some).ok_or_else(|| format!("{key}: {value} is no small number"))
        }
    }
}

pub fn truth(table: &Map<String, Value>, key: &str) -> bool {
    table.get(key).and_then(Value::as_bool).unwrap_or_default()
}

pub fn area(code: &str) -> Result<Area, String> {
    Area::from_slug(code).ok_or_else(|| format!("\"{code}\" is no area"))
}

pub fn edge(id: &str) -> Result<Edge, String> {
    Edge::from_slug(id).ok_or_else(|| format!("\"{id}\" is no edge"))
}

pub fn colour(slug: &str) -> Result<Colour, String> {
    Colour::from_slug(slug).ok_or_else(|| format!("\"{slug}\" is no colour"))
}

fn board(state: &mut State, sheet: &Map<String, Value>) -> Result<(), String> {
    match sheet.get("steads").and_then(Value::as_object) {
        None => {
            for at in 0..usize::from(state.seats) {
                let faction = state.faction[at];
                for colour in faction.farms() {
                    land::add_farm(state, at, faction.home(), colour);
                }
            }
        }
        Some(steads) => {
            for (code, text) in steads {
                stead(state, area(code)?, text.as_str().unwrap_or_default())?;
            }
        }
    }
    for (key, into) in [("supply", 0), ("lost", 1)] {
        for (slug, count) in sheet.get(key).and_then(Value::as_object).into_iter().flatten() {
            let colour = colour(slug)?.index();
            let count = count.as_u64().unwrap_or_default() as u8;
            if into == 0 { state.supply[colour] = count } else { state.lost[colour] = count }
        }
    }
    // Farms that are neither on the map nor in the supply are out of the game.
    for colour in Colour::all() {
        let at = colour.index();
        let placed: u8 = state.steads.iter().map(|stead| stead.farms[at]).sum();
        let known = sheet.get("lost").and_then(|lost| lost.get(colour.slug())).is_some();
        let given = sheet.get("supply").and_then(|supply| supply.get(colour.slug())).is_some();
        if !known && given {
            state.lost[at] = data().farms.saturating_sub(placed + state.supply[at]);
        } else if known && !given {
            state.supply[at] = data().farms.saturating_sub(placed + state.lost[at]);
        }
    }
    state.last = 0;
    for code in sheet.get("last").map(words).transpose()?.unwrap_or_default() {
        state.last |= area(code)?.bit();
    }
    Ok(())
}

/// "oddi green white burnt"; empty for no Stead.
fn stead(state: &mut State, area: Area, text: &str) -> Result<(), String> {
    let mut words = text.split_whitespace();
    let Some(owner) = words.next().filter(|word| *word != "none") else { return Ok(()) };
    let at = seat_of(state, Some(&Value::from(owner)))?.unwrap_or_default();
    for word in words {
        if word == "burnt" {
            state.steads[area.index()].burnt = true;
        } else {
            land::add_farm(state, at, area, colour(word)?);
        }
    }
    Ok(())
}

/// Orlog and Doom are made of what is nowhere else.
fn piles(state: &mut State, sheet: &Map<String, Value>, deck: &mut Deck) -> Result<(), String> {
    for (space, text) in sheet.get("pool").and_then(Value::as_object).into_iter().flatten() {
        let kind = Kind::from_slug(space).ok_or_else(|| format!("\"{space}\" is no space"))?;
        state.pool[kind.index()] = deck.take(text.as_str().unwrap_or_default())?;
    }
    let mut pile: Vec<Card> = Vec::new();
    for key in ["orlog", "next"] {
        for text in sheet.get(key).map(words).transpose()?.unwrap_or_default() {
            pile.push(deck.take(text)?);
        }
    }
    for text in sheet.get("doom").map(words).transpose()?.unwrap_or_default() {
        state.doom |= deck.take(text)?.bit();
    }
    let mut rest = deck.rest().into_iter();
    if sheet.contains_key("orlog") {
        state.doom |= rest.by_ref().fold(0, |set, card| set | card.bit());
    }
    let count = number(sheet, "orlog_count")?.map_or(108, usize::from);
    pile.extend(rest.by_ref().take(count.saturating_sub(pile.len())));
    state.orlog = pile.into_iter().rev().collect();
    let doomed = number(sheet, "doom_count")?.map_or(108, usize::from);
    let doomed = doomed.saturating_sub(state.doom.count_ones() as usize);
    state.doom |= rest.by_ref().take(doomed).fold(0, |set, card| set | card.bit());
    let left: Vec<Card> = rest.collect();
    match seat_of(state, sheet.get("hoard"))? {
        Some(at) => {
            for card in left {
                super::super::state::apply::cards::tuck(state, at, card);
            }
            Ok(())
        }
        None if left.is_empty() => Ok(()),
        None => Err(format!("{} cards are nowhere; say whose hoard they are", left.len())),
    }
}

/// What is going on.
fn course(state: &mut State, sheet: &Map<String, Value>, deck: &mut Deck) -> Result<(), String> {
    for entry in sheet.get("queue").and_then(Value::as_array).into_iter().flatten() {
        let entry = entry.as_object().ok_or("an entry of the queue is an object")?;
        let code = entry.get("statute").and_then(Value::as_str).unwrap_or_default();
        let statute = Statute::from_slug(code).ok_or(format!("\"{code}\" is no statute"))?;
        let at = seat_of(state, entry.get("who"))?.ok_or("an entry of the queue names who")?;
        let group = bits(state, entry.get("with"))?;
        let group = if group == 0 && statute.action() == Action::FOSTER { 1 << at } else { group };
        let strength = number(entry, "strength")?.unwrap_or(1);
        state.queue.push(Entry { at: at as u8, statute, strength, group });
    }
    for text in sheet.get("drawn").map(words).transpose()?.unwrap_or_default() {
        state.table.push(Laid { card: deck.take(text)?, tag: 0, gone: false });
    }
    for laid in sheet.get("table").and_then(Value::as_array).into_iter().flatten() {
        let laid = laid.as_object().ok_or("a card on the table is an object")?;
        let card = deck.take(laid.get("card").and_then(Value::as_str).unwrap_or_default())?;
        let tag = number(laid, "tag")?.unwrap_or_default();
        state.table.push(Laid { card, tag, gone: truth(laid, "gone") });
    }
    let part = |key: &str| sheet.get(key).and_then(Value::as_object);
    if let Some(known) = part("hunt") {
        state.hunters = bits(state, known.get("hunters"))?;
        state.bondi = slots(known.get("slots"));
        state.home = truth(known, "home");
        state.acted = truth(known, "acted");
        let who = seat_of(state, known.get("who"))?.unwrap_or(state.asked());
        state.deed = Deed { at: who as u8, source: Source::Home, ..Deed::default() };
    }
    deed(state, part("deed"))?;
    if let Some(known) = part("band") {
        state.band = band(state, known)?;
    }
    if let Some(known) = part("feud") {
        feud(state, known, deck)?;
    }
    if let Some(known) = part("strike") {
        strike(state, known, deck)?;
    }
    if let Some(known) = part("outlaw") {
        let card = deck.take(known.get("card").and_then(Value::as_str).unwrap_or_default())?;
        let lair = known.get("lair").and_then(Value::as_str).unwrap_or_default();
        state.outlaw = Some((card, area(lair)?));
    }
    if let Some(end) = sheet.get("end").filter(|end| !end.is_null()) {
        state.end = serde_json::from_value(end.clone()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Factions in a list, as seat bits.
pub fn bits(state: &State, value: Option<&Value>) -> Result<u8, String> {
    let mut bits = 0;
    for slug in value.map(words).transpose()?.unwrap_or_default() {
        bits |= 1 << seat_of(state, Some(&Value::from(slug)))?.unwrap_or_default();
    }
    Ok(bits)
}

fn slots(value: Option<&Value>) -> u16 {
    let list = value.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_u64).filter(|slot| *slot < 16).fold(0, |bits, slot| bits | 1 << slot)
}

fn deed(state: &mut State, known: Option<&Map<String, Value>>) -> Result<(), String> {
    let Some(known) = known else { return Ok(()) };
    let slug = known.get("action").and_then(Value::as_str);
    let slug = slug.unwrap_or(match state.step {
        Step::Ride | Step::Challenge | Step::Feud | Step::Raze | Step::Claim => "ride",
        Step::Raid | Step::Keep => "raid",
        Step::Foster | Step::Pool => "foster",
        Step::Pledge => "pledge",
        Step::Settle => "settle",
        _ => "feast",
    });
    let strength = number(known, "strength")?.unwrap_or(1);
    let mut held = 0;
    for id in known.get("held").map(words).transpose()?.unwrap_or_default() {
        held |= edge(id)?.bit();
    }
    let at = seat_of(state, known.get("who"))?.unwrap_or(state.asked());
    let group = bits(state, known.get("group"))?;
    let alone = group == 0 && state.step == Step::Foster;
    state.deed = Deed {
        at: at as u8,
        action: Action::from_slug(slug).ok_or(format!("\"{slug}\" is no action"))?,
        source: match known.get("source") {
            Some(Value::Number(slot)) => Source::Bondi(slot.as_u64().unwrap_or(1) as u8),
            Some(Value::String(word)) if word == "home" => Source::Home,
            _ => Source::Council,
        },
        strength,
        left: number(known, "left")?.unwrap_or(strength),
        first: truth(known, "first"),
        second: truth(known, "second"),
        count: number(known, "count")?.unwrap_or_default(),
        slots: slots(known.get("slots")),
        swapping: truth(known, "swapping"),
        held,
        group: if alone { 1 << at } else { group },
        fostered: truth(known, "fostered"),
        sent: truth(known, "sent"),
    };
    Ok(())
}

fn band(state: &State, known: &Map<String, Value>) -> Result<Band, String> {
    let mut path = [Edge::NONE; 2];
    let edges = known.get("path").map(words).transpose()?.unwrap_or_default();
    for (place, id) in path.iter_mut().zip(&edges) {
        *place = edge(id)?;
    }
    let from = known.get("from").and_then(Value::as_str).map(edge).transpose()?;
    Ok(Band {
        men: number(known, "men")?.unwrap_or_default(),
        from: from.unwrap_or(Edge::NONE),
        path,
        legs: edges.len().min(2) as u8,
        done: number(known, "done")?.unwrap_or_default(),
        fought: bits(state, known.get("fought"))?,
    })
}

fn feud(state: &mut State, known: &Map<String, Value>, deck: &mut Deck) -> Result<(), String> {
    for (key, tag) in
        [("attacker_row", 0), ("defender_row", 1), ("attacker_added", 2), ("defender_added", 3)]
    {
        for text in known.get(key).map(words).transpose()?.unwrap_or_default() {
            state.table.push(Laid { card: deck.take(text)?, tag, gone: false });
        }
    }
    let side = |key: &str| seat_of(state, known.get(key)).map(|at| at.unwrap_or_default() as u8);
    let pair = |key: &str| -> [u8; 2] {
        let list = known.get(key).and_then(Value::as_array);
        let at = |place: usize| list.and_then(|list| list.get(place)).and_then(Value::as_u64);
        [at(0).unwrap_or_default() as u8, at(1).unwrap_or_default() as u8]
    };
    let claimed = |place: usize| {
        let list = known.get("claimed").and_then(Value::as_array);
        list.and_then(|list| list.get(place)).and_then(Value::as_bool).unwrap_or_default()
    };
    let on = known.get("edge").and_then(Value::as_str).map(edge).transpose()?;
    let over = known.get("area").and_then(Value::as_str).map(area).transpose()?;
    let mut feud = Feud {
        sides: [side("attacker")?, side("defender")?],
        men: pair("men"),
        edge: on.unwrap_or(Edge::NONE),
        area: over.unwrap_or(Area::NONE),
        turn: number(known, "turn")?.unwrap_or_default(),
        holds: number(known, "holds")?.unwrap_or_default(),
        won: pair("won"),
        lost: pair("lost"),
        razed: pair("razed"),
        claimed: [claimed(0), claimed(1)],
        ..Feud::default()
    };
    for laid in state.table.iter() {
        let colour = laid.card.colour();
        feud.worth[usize::from(laid.tag & 1)][colour.index()] += laid.card.worth();
        feud.opened |= 1 << colour.0;
    }
    for slug in known.get("settled").map(words).transpose()?.unwrap_or_default() {
        let bit = 1 << colour(slug)?.0;
        feud.settled |= bit;
        feud.opened |= bit;
    }
    state.feud = feud;
    Ok(())
}

fn strike(state: &mut State, known: &Map<String, Value>, deck: &mut Deck) -> Result<(), String> {
    let text = |key: &str| known.get(key).and_then(Value::as_str);
    let mut strike =
        Strike { card: deck.take(text("card").unwrap_or_default())?, ..Strike::default() };
    if let Some(weapon) = text("weapon") {
        strike.weapon = deck.take(weapon)?;
    }
    if let Some(code) = text("area") {
        strike.area = area(code)?;
    }
    strike.from = seat_of(state, known.get("from"))?.unwrap_or_default() as u8;
    for code in known.get("lairs").map(words).transpose()?.unwrap_or_default() {
        strike.lairs |= area(code)?.bit();
    }
    state.strike = strike;
    Ok(())
}
