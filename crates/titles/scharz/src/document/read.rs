//! Reads a position from a document. The defaults are empty fields and the march of the first
//! spring, with every seat awaited.

use serde_json::Value;

use super::super::orders::names::{COLOURS, seat_of};
use super::super::orders::parse::parse;
use super::super::state::apply::apply;
use super::super::state::facts::{Fact, Opened};
use super::super::state::line::SheetLine;
use super::super::state::options::Options;
use super::super::state::pact::{Bond, FOR_EVER, Offer, Pact};
use super::super::state::{State, Step, Weather};
use super::super::things::ids::{Field, Fields};
use super::super::things::kinds::Season;
use super::{lands, seats};
use ravenpost_rules::doc::{Doc, DocErrors};
use ravenpost_rules::{Seat, Seats, Table};

const KEYS: &[&str] = &[
    "step", "round", "season", "year", "order", "asked", "done", "winter", "ice", "last", "seats",
    "fields", "pacts", "offers", "drafts", "kept", "edits", "won",
];

pub fn read(table: &Table, document: &Value) -> Result<State, String> {
    let slips = DocErrors::new();
    let doc = Doc::of("a position", document, KEYS, &slips);
    let mut state = State::blank();
    let setup_order: Vec<Seat> = Seat::all(table.seats).collect();
    let options = Options::of(table);
    apply(&mut state, &Fact::Opened(Opened { seats: table.seats, options, setup_order }));
    state.step = doc.named("step", "step", Step::from_slug).unwrap_or(Step::March);
    state.round = round(&doc);
    let order = doc.list("order", "colour", seat_of);
    if let Some(order) = order {
        state.order = order.into_iter().collect();
    }
    let sky = doc.list("winter", "weather", Weather::from_slug).unwrap_or_default();
    for (place, sky) in state.winter.iter_mut().zip(sky) {
        *place = sky;
    }
    state.ice = fields(&doc, &state, "ice");
    state.last = fields(&doc, &state, "last");
    on_board(&doc, &mut state);
    between(&doc, &mut state);
    asked(&doc, &mut state);
    sheets(&doc, &mut state);
    if let Some(won) = doc.value("won") {
        match serde_json::from_value(won.clone()) {
            Ok(won) => state.won = Some(won),
            Err(why) => slips.add(format!("won: {why}")),
        }
    }
    slips.none(state)
}

/// Reads the round, given as a number or as season and year.
fn round(doc: &Doc<'_>) -> u8 {
    let season = doc.named("season", "season", Season::from_slug).unwrap_or_default();
    let year: u8 = doc.number("year").unwrap_or(1);
    let counted = year.max(1).saturating_sub(1).saturating_mul(4).saturating_add(season as u8 + 1);
    doc.number("round").unwrap_or(counted)
}

fn fields(doc: &Doc<'_>, state: &State, key: &str) -> Fields {
    let map = state.map().data();
    let list = doc.list(key, "field", |slug| Field::find(map, slug)).unwrap_or_default();
    list.into_iter().fold(Fields::NONE, |set, at| set | Fields::of(at))
}

/// Reads the fields and the holdings of the seats.
fn on_board(doc: &Doc<'_>, state: &mut State) {
    let map = state.map();
    if let Some(all) = doc.part_by_name("fields") {
        for (slug, _) in all.entries() {
            match Field::find(map.data(), slug).filter(|at| state.field.has(*at)) {
                Some(at) => lands::read(&all, slug, state.land_mut(at)),
                None => all.slips().add(format!("{slug} is not a field in play")),
            }
        }
    }
    let Some(all) = doc.part("seats", &COLOURS[..usize::from(state.seats)]) else { return };
    for seat in state.all() {
        let player = state.player_mut(seat);
        for text in seats::read(&all, COLOURS[seat.index()], map, player) {
            match parse(state, seat, &text) {
                Ok(order) => apply(state, &Fact::InstructionSet(seat, order.line)),
                Err(_) => all.slips().add(format!("\"{text}\" is not a doctrine")),
            }
        }
    }
}

/// Reads pacts and offers between seats.
fn between(doc: &Doc<'_>, state: &mut State) {
    for value in doc.values("pacts").unwrap_or_default() {
        let keys = ["of", "bond", "over", "until", "historic", "paid", "redeemed"];
        let doc = Doc::of("a pact", value, &keys, doc.slips());
        let of = doc.list("of", "colour", seat_of).unwrap_or_default();
        let [one, other] = of[..] else {
            doc.slips().add("a pact is of two");
            continue;
        };
        let until = match doc.value("until") {
            Some(Value::Number(_)) => doc.number("until").unwrap_or(FOR_EVER),
            _ => FOR_EVER,
        };
        let pact = Pact {
            bond: doc.named("bond", "pact", Bond::from_slug).unwrap_or_default(),
            superior: doc.named("over", "colour", seat_of),
            until,
            historic: doc.truth("historic").unwrap_or(false),
        };
        apply(state, &Fact::PactAgreed(one, other, pact));
        if doc.truth("paid").unwrap_or(false) {
            apply(state, &Fact::TributePaid(one, other));
        }
        if doc.truth("redeemed").unwrap_or(false) {
            apply(state, &Fact::RedemptionPaid(one, other));
        }
    }
    for value in doc.values("offers").unwrap_or_default() {
        let keys = ["from", "to", "bond", "demand", "amount", "round"];
        let doc = Doc::of("an offer", value, &keys, doc.slips());
        let seats = doc.named("from", "colour", seat_of).zip(doc.named("to", "colour", seat_of));
        let Some((from, to)) = seats else {
            doc.slips().add("an offer is from one to another");
            continue;
        };
        let offer = Offer {
            bond: doc.named("bond", "pact", Bond::from_slug).unwrap_or_default(),
            demand: doc.truth("demand").unwrap_or(false),
            amount: doc.number("amount").unwrap_or(0),
            round: doc.number("round").unwrap_or(state.round),
        };
        apply(state, &Fact::PactOffered(from, to, offer));
    }
}

/// Reads the awaited seats; by default, all seats on the board.
fn asked(doc: &Doc<'_>, state: &mut State) {
    let set = |list: Vec<Seat>| list.into_iter().collect::<Seats>();
    let all = if state.over() { Vec::new() } else { state.alive().collect() };
    state.asked = set(doc.list("asked", "colour", seat_of).unwrap_or(all));
    state.done = set(doc.list("done", "colour", seat_of).unwrap_or_default());
}

/// Reads the lines on the sheets, both for the open decision and for later.
fn sheets(doc: &Doc<'_>, state: &mut State) {
    for key in ["drafts", "kept"] {
        let Some(all) = doc.part(key, &COLOURS[..usize::from(state.seats)]) else { continue };
        for seat in state.all() {
            let texts = all.words(COLOURS[seat.index()]).unwrap_or_default();
            let lines: Vec<SheetLine> = texts
                .into_iter()
                .filter_map(|text| match parse(state, seat, text) {
                    Ok(order) => Some(order.line),
                    Err(wrong) => {
                        let why: Vec<String> = wrong.iter().map(ToString::to_string).collect();
                        all.slip(format!("{text}: {}", why.join(" / ")))
                    }
                })
                .collect();
            let sheets = if key == "drafts" { &mut state.drafts } else { &mut state.deferred };
            sheets[seat.index()] = lines;
        }
    }
    let Some(all) = doc.part("edits", &COLOURS[..usize::from(state.seats)]) else { return };
    for seat in state.all() {
        state.edits[seat.index()] = all.number(COLOURS[seat.index()]).unwrap_or(0);
    }
}
