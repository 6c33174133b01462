//! A document as a state. What is left out has its resting value, told in `examples/README.md`.

use super::super::state::{Attack, Options, State, Step};
use super::super::things::{Area, Colour, Map};
use super::words::Doc;
use super::{lands, seats, supply, words};
use crate::rules::{Seat, Seats, Table};
use serde_json::Value;

/// The keys a document may have; the last two are told but not read.
const KEYS: [&str; 23] = [
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
    "last",
    "last_round",
    "order",
];
/// The keys of what lasts for one turn.
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

/// Reads a document for a table.
pub fn read(table: &Table, sheet: &Value) -> Result<State, String> {
    let sheet = sheet.as_object().ok_or("a sheet is an object")?;
    words::known("a sheet", sheet, &KEYS)?;
    let mut state = State::blank();
    state.seats = table.seats;
    state.options = Options::of(table);
    let chosen = table.options.get("map").filter(|chosen| *chosen == "winter");
    let map = words::text(sheet, "map")?.unwrap_or(chosen.map_or("summer", String::as_str));
    state.map = words::slug("map", Map::from_slug(map), map)?;
    colours(&mut state, sheet)?;
    course(&mut state, sheet)?;
    lands::read(&mut state, sheet)?;
    seats::read(&mut state, sheet)?;
    supply::read(&mut state, sheet)?;
    if let Some(now) = words::part(sheet, "now")? {
        turn(&mut state, now)?;
    }
    if let Some(known) = words::part(sheet, "attack")? {
        state.attack = Some(attack(&state, known)?);
    }
    for slug in words::list(sheet, "last")?.unwrap_or_default() {
        state.last |= lands::area(&state, slug)?.bit();
    }
    Ok(state)
}

/// Seats of an example without `colours`: the standing start's order.
fn colours(state: &mut State, sheet: &Doc) -> Result<(), String> {
    let resting: &[&str] = match state.seats {
        2 => &["red", "yellow"],
        _ => &["red", "blue", "yellow", "green", "black"],
    };
    let given = words::list(sheet, "colours")?;
    let seats = usize::from(state.seats);
    let colours = given.unwrap_or_else(|| resting.iter().copied().take(seats).collect());
    if colours.len() != seats {
        return Err(format!("{} colours for {seats} seats", colours.len()));
    }
    for (player, slug) in state.players.iter_mut().zip(colours) {
        player.colour = match slug {
            "none" => Colour::NONE,
            slug => words::slug("colour", Colour::from_slug(slug), slug)?,
        };
    }
    Ok(())
}

fn course(state: &mut State, sheet: &Doc) -> Result<(), String> {
    state.round = words::number(sheet, "round")?.unwrap_or(2);
    state.time_up = words::truth(sheet, "time_up")?.unwrap_or_default();
    // R5.2: 10, 9, 8 or 7 rounds.
    let table = if state.options.minutes > 0 { 0 } else { 12 - state.seats };
    state.rounds = words::number(sheet, "rounds")?.unwrap_or(table);
    let step = words::text(sheet, "state")?.unwrap_or("act");
    let read = serde_json::from_value::<Step>(Value::from(step.replace('_', "-")));
    state.step = read.map_err(|_| format!("\"{step}\" is no state"))?;
    let seat = |state: &State, key: &str, resting: Seat| -> Result<Seat, String> {
        let named = words::text(sheet, key)?;
        named.map_or(Ok(resting), |colour| words::place(state, colour))
    };
    state.starter = seat(state, "starter", Seat(1))?;
    state.turn = seat(state, "turn", state.starter)?;
    let turn = state.turn;
    let before = state.in_order().take_while(|seat| *seat != turn).collect();
    let alone = matches!(state.step, Step::Act | Step::GodiRetreat | Step::Bargain | Step::Build);
    let resting = if alone { before } else { Seats::NONE };
    state.gone = words::places(state, sheet, "gone")?.unwrap_or(resting);
    Ok(())
}

fn turn(state: &mut State, known: &Doc) -> Result<(), String> {
    words::known("a turn", known, &NOW)?;
    let now = &mut state.now;
    if let Some(steps) = words::part(known, "steps")? {
        words::known("steps", steps, &["b", "g", "k"])?;
        for (unit, slug) in ["b", "g", "k"].into_iter().enumerate() {
            now.steps[unit] = words::number(steps, slug)?.unwrap_or_default();
        }
    }
    now.squares = words::number(known, "squares")?.unwrap_or_default();
    if let Some(chance) = words::text(known, "chance")? {
        let read = serde_json::from_value(Value::from(chance));
        now.chance = read.map_err(|_| format!("\"{chance}\" is no chance"))?;
    }
    now.bought_runes = words::truth(known, "bought_runes")?.unwrap_or_default();
    now.tanned = words::number(known, "tanned")?.unwrap_or_default();
    now.offers = words::number(known, "offers")?.unwrap_or_default();
    now.give = words::lot(words::text(known, "give")?.unwrap_or_default())?;
    now.want = words::lot(words::text(known, "want")?.unwrap_or_default())?;
    now.orders = words::number(known, "orders")?.unwrap_or_default();
    now.laid = words::truth(known, "laid")?.unwrap_or(now.laid);
    if let Some(session) = words::text(known, "session")? {
        state.now.session = words::session(state, session)?;
    }
    state.now.refused = words::places(state, known, "refused")?.unwrap_or_default();
    Ok(())
}

fn attack(state: &State, known: &Doc) -> Result<Attack, String> {
    words::known("an attack", known, &["area", "aim", "waits"])?;
    let area: Area = lands::area(state, words::text(known, "area")?.unwrap_or_default())?;
    let aim = words::aim(state, words::text(known, "aim")?.unwrap_or("take"))?;
    Ok(Attack { area, aim, waits: words::places(state, known, "waits")?.unwrap_or_default() })
}
