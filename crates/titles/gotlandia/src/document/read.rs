//! Reads the document. Missing values have their defaults, and every error is reported.

use serde::Deserialize;
use serde_json::Value;

use super::super::state::options::Options;
use super::super::state::steps::Steps;
use super::super::state::{FinalScore, Piles, SEATS, Stage, State, blank};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Deco, District, Gen};
use super::super::things::kinds::Kind;
use super::parts::{amounts, card, decorations, dirs, fleet, seat, word};
use super::write::before_reveal;
use super::{lines, seats};
use ravenpost_rules::doc::{Doc, DocErrors};
use ravenpost_rules::{Seat, Table};

const KEYS: &[&str] = &[
    "century",
    "generation",
    "card",
    "upcoming",
    "past",
    "state",
    "token",
    "turn",
    "acted",
    "playing",
    "steps",
    "raiders",
    "raided",
    "bank",
    "pirates",
    "pirate_tokens",
    "neutral",
    "craft_piles",
    "trading_piles",
    "decorations",
    "sold",
    "sold_by",
    "assembly_taken",
    "assembly_by",
    "forced",
    "scored",
    "last",
    "seats",
];

pub fn read(table: &Table, document: &Value) -> Result<State, String> {
    let options = Options::of(table).map_err(|refusal| refusal.to_string())?;
    let slips = DocErrors::new();
    let doc = Doc::of("a sheet", document, KEYS, &slips);
    let mut state = State { seats: table.seats, options, ..blank() };
    generations(&mut state, &doc);
    board(&mut state, &doc);
    seats::read(&mut state, &doc);
    turn(&mut state, &doc);
    remainders(&mut state, &doc);
    scores(&mut state, &doc);
    lines::read(&mut state, &doc);
    slips.none(state)
}

fn generations(state: &mut State, doc: &Doc) {
    let cards = |key: &str| doc.list(key, "generation card", Gen::from_slug);
    state.century = match doc.number::<u16>("century") {
        None | Some(1100) => 0,
        Some(1200) => 1,
        Some(1300) => 2,
        Some(other) => doc.slip(format!("no century {other}")).unwrap_or_default(),
    };
    state.stage = doc.named("state", "state", word).unwrap_or(Stage::Turns);
    let to_come = u8::from(before_reveal(state.stage));
    state.generation = doc.number("generation").unwrap_or(1u8).saturating_sub(to_come);
    state.card = doc.named("card", "generation card", Gen::from_slug);
    let coming = cards("upcoming").unwrap_or_default();
    state.coming = doc.fitted::<Gen, 11>("upcoming", &coming).reversed();
    state.past = match cards("past") {
        Some(past) => doc.fitted("past", &past),
        None => state.card.into_iter().collect(),
    };
}

fn board(state: &mut State, doc: &Doc) {
    state.pirates = dirs(doc, "pirates").iter().fold(0, |set, dir| set | dir.bit());
    let neutral = doc.list("neutral", "district", District::from_slug).unwrap_or_default();
    state.neutral = neutral.iter().fold(0, |set, district| set | district.bit());
    state.craft = piles(doc, "craft_piles");
    state.trading = piles(doc, "trading_piles");
}

/// Reads piles of cards, each with its top card first.
fn piles(doc: &Doc, key: &str) -> Piles {
    let mut all = Piles::default();
    for value in doc.values(key).unwrap_or_default() {
        let words: Option<Vec<String>> = Vec::deserialize(value).ok();
        match words {
            Some(words) => {
                let cards: Vec<Card> =
                    words.iter().filter_map(|word| card(doc, word, None)).collect();
                match all.0.is_full() {
                    true => doc.slips().add(format!("{key}: there are {} piles", all.0.len())),
                    false => all.0.push(doc.fitted(key, &cards).reversed()),
                }
            }
            None => doc.slips().add(format!("{key}: {value} is not a pile")),
        }
    }
    all
}

fn turn(state: &mut State, doc: &Doc) {
    let named = |key: &str| doc.text(key).and_then(|colour| seat(state, doc, colour));
    let token = named("token").unwrap_or(Seat(1));
    let turn = named("turn").unwrap_or(token);
    (state.token, state.turn) = (token, turn);
    state.acted = doc.truth("acted").unwrap_or_default();
    let home = state.of(turn).home;
    state.playing = doc.text("playing").and_then(|word| card(doc, word, home));
    let mut steps = Steps::NONE;
    let given = doc.list("steps", "step", word).unwrap_or_default();
    given.into_iter().for_each(|step| steps.add(step));
    state.steps = steps;
    state.raiders = fleet(&dirs(doc, "raiders"));
    state.raided = doc.truth("raided").unwrap_or_default();
}

/// Derives values that are not given from the rest: bank, tokens, decorations, spaces.
fn remainders(state: &mut State, doc: &Doc) {
    let mut bank = data().supply;
    let (mut owned, mut sunk) = (0, 0);
    for house in &state.houses {
        bank.sub(&house.storage.plus(&Goods::silver(house.buried_silver)));
        owned |= house.decorations;
        sunk += house.sunk;
    }
    state.bank = bank;
    for (kind, count) in amounts(doc, "bank") {
        state.bank.0[kind.index()] = count;
    }
    let placed = state.pirates.count_ones() as u8;
    let left = 30u8.saturating_sub(placed).saturating_sub(sunk);
    state.tokens = doc.number("pirate_tokens").unwrap_or(left);
    let all = (1 << Deco::COUNT) - 1;
    state.for_sale = decorations(doc).unwrap_or(all & !owned);
    for kind in doc.list("sold", "kind", Kind::from_slug).unwrap_or_default() {
        state.sold[kind.index()] = Some(state.turn);
    }
    if let Some(by) = numbers(doc, "sold_by", Kind::COUNT - 1) {
        for (kind, by) in Kind::resources().zip(by) {
            state.sold[kind.index()] = worker(by);
        }
    }
    state.assembly = doc.truth("assembly_taken").filter(|taken| *taken).map(|_| state.turn);
    if let Some(by) = doc.number("assembly_by") {
        state.assembly = worker(by);
    }
}

/// Returns the seat whose worker stands there; 0 is `None`.
fn worker(by: u8) -> Option<Seat> {
    Some(Seat(by)).filter(|seat| seat.0 > 0)
}

/// Reads a list of exactly `count` small numbers.
fn numbers(doc: &Doc, key: &str, count: usize) -> Option<Vec<u8>> {
    let value = doc.value(key)?;
    let list: Option<Vec<u8>> = Vec::deserialize(value).ok();
    let list = list.filter(|list| list.len() == count);
    list.or_else(|| doc.slip(format!("{key}: {value} is not {count} numbers")))
}

fn scores(state: &mut State, doc: &Doc) {
    if let Some(value) = doc.value("scored") {
        match <[[u8; SEATS]; 3]>::deserialize(value) {
            Ok(scored) => state.scored = scored,
            Err(wrong) => doc.slips().add(format!("scored: {wrong}")),
        }
    }
    let given = doc.values("last").unwrap_or_default();
    if given.len() > SEATS {
        doc.slips().add(format!("last: there are {SEATS} seats at the most"));
    }
    for (last, value) in state.last.iter_mut().zip(given) {
        let keys = ["pirates", "silver", "storage", "cards", "decorations"];
        let part = Doc::of("last", value, &keys, doc.slips());
        let [pirates, silver, storage, cards, decorations] =
            keys.map(|key| part.number(key).unwrap_or_default());
        *last = FinalScore { pirates, silver, storage, cards, decorations };
    }
}
