//! Reads a document as a state. Omitted values have the defaults listed in `examples/README.md`,
//! and every mistake is reported.

use serde_json::Value;

use super::super::state::options::Options;
use super::super::state::turn::{Attack, Turn};
use super::super::state::{State, Step};
use super::super::things::kinds::{Colour, Map, Unit};
use super::words::{self, LOT, SEAT};
use super::{lands, seats, supply};
use ravenpost_rules::doc::{Doc, DocErrors};
use ravenpost_rules::{Seat, Seats, Table};

/// The keys allowed in a document. The last two are written for information and ignored on reading.
const KEYS: [&str; 24] = [
    "colours",
    "map",
    "round",
    "rounds",
    "time_up",
    "state",
    "starter",
    "turn",
    "gone",
    "lands",
    "paid",
    "axes",
    "rune_pile",
    "rune_count",
    "hoard",
    "shown",
    "piles",
    "seats",
    "now",
    "attack",
    "yielded",
    "last",
    "last_round",
    "order",
];
/// The keys of data that lasts for one turn.
const NOW: [&str; 12] = [
    "steps",
    "squares",
    "session",
    "chance",
    "bought_runes",
    "tanned",
    "refused",
    "offers",
    "give",
    "want",
    "orders",
    "laid",
];

pub fn read(table: &Table, document: &Value) -> Result<State, String> {
    let slips = DocErrors::new();
    let doc = Doc::of("a sheet", document, &KEYS, &slips);
    let options = Options::of(table);
    let mut state = State { seats: table.seats, options, ..State::blank() };
    let winter = table.options.get("map").is_some_and(|chosen| chosen == "winter");
    let resting = if winter { Map::WINTER } else { Map::SUMMER };
    state.map = doc.named("map", "map", Map::from_slug).unwrap_or(resting);
    colours(&mut state, &doc);
    progress(&mut state, &doc);
    lands::read(&mut state, &doc);
    seats::read(&mut state, &doc);
    supply::read(&mut state, &doc);
    if let Some(known) = doc.part("now", &NOW) {
        state.now = turn(&state, &known);
    }
    if let Some(known) = doc.part("attack", &["area", "aim", "waits"]) {
        state.attack = attack(&state, &known);
    }
    state.last = words::set(&state, &doc, "last").unwrap_or_default();
    slips.none(state)
}

/// Colours of the seats without `colours`: the order of the standard setup.
fn colours(state: &mut State, doc: &Doc) {
    let resting: &[&str] = match state.seats {
        2 => &["red", "yellow"],
        _ => &["red", "blue", "yellow", "green", "black"],
    };
    let seats = usize::from(state.seats);
    let colours = doc.words("colours").unwrap_or_else(|| resting[..seats].to_vec());
    if colours.len() != seats {
        doc.slips().add(format!("{} colours for {seats} seats", colours.len()));
    }
    let colour = |slug: &str| match slug {
        "none" => Some(Colour::NONE),
        slug => doc.find("colours", "colour", slug, Colour::from_slug),
    };
    for (player, slug) in state.players.iter_mut().zip(colours) {
        player.colour = colour(slug).unwrap_or(Colour::NONE);
    }
}

fn progress(state: &mut State, doc: &Doc) {
    state.round = doc.number("round").unwrap_or(2);
    state.time_up = doc.truth("time_up").unwrap_or_default();
    // R5.2: 10, 9, 8 or 7 rounds.
    let table = if state.options.minutes > 0 { 0 } else { 12 - state.seats };
    state.rounds = doc.number("rounds").unwrap_or(table);
    let step = |text: &str| words::word(&text.replace('_', "-"));
    state.step = doc.named("state", "state", step).unwrap_or(Step::Act);
    let seat = |key: &str| doc.named(key, SEAT, |text| words::seat(state, text));
    let starter = seat("starter").unwrap_or(Seat(1));
    let turn = seat("turn").unwrap_or(starter);
    (state.starter, state.turn) = (starter, turn);
    let alone = matches!(state.step, Step::Act | Step::GodiRetreat | Step::Bargain | Step::Build);
    let before: Seats = state.in_order().take_while(|seat| alone && *seat != turn).collect();
    state.gone = words::seats(state, doc, "gone").unwrap_or(before);
    state.yielded = words::seats(state, doc, "yielded").unwrap_or_default();
}

fn turn(state: &State, known: &Doc) -> Turn {
    let steps = known.part("steps", &Unit::LAND.map(Unit::slug));
    let left = |unit: Unit| steps.as_ref()?.number(unit.slug());
    let number = |key: &str| known.number(key).unwrap_or_default();
    let truth = |key: &str| known.truth(key).unwrap_or_default();
    let lot = |key: &str| known.named(key, LOT, words::lot).unwrap_or_default();
    let session = known.named("session", "session", |text| words::session(state, text));
    Turn {
        steps: Unit::LAND.map(|unit| left(unit).unwrap_or_default()),
        squares: number("squares"),
        session: session.unwrap_or_default(),
        chance: known.named("chance", "chance", words::word).unwrap_or_default(),
        bought_runes: truth("bought_runes"),
        tanned: number("tanned"),
        refused: words::seats(state, known, "refused").unwrap_or_default(),
        offers: number("offers"),
        give: lot("give"),
        want: lot("want"),
        traded: Default::default(),
        orders: number("orders"),
        laid: truth("laid"),
    }
}

fn attack(state: &State, known: &Doc) -> Option<Attack> {
    let area = words::area(state, known, known.text("area").unwrap_or_default())?;
    let aim = known.text("aim").unwrap_or("take");
    let aim = known.find("aim", "aim", aim, |text| words::aim(state, text))?;
    Some(Attack { area, aim, waits: words::seats(state, known, "waits").unwrap_or_default() })
}
