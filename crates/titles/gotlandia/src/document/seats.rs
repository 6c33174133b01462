//! Reads the parts of the document that belong to a seat.

use std::sync::Arc;

use super::super::orders::lexicon;
use super::super::state::house::House;
use super::super::state::{Pack, State, sorted};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, District, Rep, Setting};
use super::parts::{amounts, card, decorations, dirs, fleet, seat, word};
use ravenpost_rules::Seat;
use ravenpost_rules::doc::Doc;

const KEYS: &[&str] = &[
    "home",
    "settlements",
    "ships",
    "storage",
    "buried_silver",
    "buried",
    "deck",
    "hand",
    "played",
    "discard",
    "workers",
    "free",
    "sunk",
    "decorations",
    "reputation",
    "offered",
    "vp",
    "owes",
    "sealed",
    "standing",
    "plan",
    "plan_later",
    "goals",
];

/// Returns the seats in the document with their tables.
pub fn seat_tables<'v>(state: &State, doc: &Doc<'v>) -> Vec<(Seat, Doc<'v>)> {
    let Some(seats) = doc.part_by_name("seats") else { return Vec::new() };
    let own = |(colour, value)| {
        let seat = lexicon::colour(colour, state.seats).ok()?;
        Some((seat, Doc::open(colour, value, doc.slips())))
    };
    seats.entries().filter_map(own).collect()
}

pub fn read(state: &mut State, doc: &Doc) {
    for seat in state.seats() {
        *state.of_mut(seat) = House { workers: 2, free: 2, ..House::default() };
    }
    let Some(seats) = doc.part_by_name("seats") else { return };
    for (colour, value) in seats.entries() {
        let Some(seat) = seat(state, &seats, colour) else { continue };
        let own = Doc::of(colour, value, KEYS, doc.slips());
        *state.of_mut(seat) = house(&own);
        goals(state, &own);
    }
}

fn house(own: &Doc) -> House {
    let home = own.named("home", "Setting", Setting::from_slug);
    let cards = |key: &str| -> Vec<Card> {
        let words = own.words(key).unwrap_or_default();
        words.into_iter().filter_map(|word| card(own, word, home)).collect()
    };
    let number = |key: &str| own.number(key).unwrap_or_default();
    let workers = own.number("workers").unwrap_or(2);
    let plan: Vec<String> =
        own.words("plan").unwrap_or_default().into_iter().map(str::to_owned).collect();
    let mut house = House {
        home,
        ships: fleet(&dirs(own, "ships")),
        buried_silver: number("buried_silver"),
        buried: sorted(&cards("buried")),
        deck: Pack::of(&cards("deck")).reversed(),
        hand: sorted(&cards("hand")),
        played: sorted(&cards("played")),
        discard: sorted(&cards("discard")),
        workers,
        free: own.number("free").unwrap_or(workers),
        sunk: number("sunk"),
        decorations: decorations(own).unwrap_or_default(),
        reputation: own.named("reputation", "reputation", Rep::from_slug),
        offered: offered(own),
        vp: own.value("vp").map_or(0, |value| points(own, value)),
        owes: number("owes"),
        plan: (!plan.is_empty()).then(|| Arc::new(plan)),
        plan_later: own.truth("plan_later").unwrap_or_default(),
        ..House::default()
    };
    for (kind, count) in amounts(own, "storage") {
        house.storage.add(&Goods::some(kind, count));
    }
    settlements(&mut house, own);
    house
}

/// Reads VP, which may be negative.
fn points(own: &Doc, value: &serde_json::Value) -> i16 {
    let points = value.as_i64().and_then(|points| i16::try_from(points).ok());
    points
        .or_else(|| own.slip(format!("vp: {value} is not a number of points")))
        .unwrap_or_default()
}

fn offered(own: &Doc) -> Option<[Rep; 2]> {
    let dealt = own.list("offered", "reputation", Rep::from_slug)?;
    <[Rep; 2]>::try_from(dealt).map_or_else(|_| own.slip("offered: two are dealt"), Some)
}

fn settlements(house: &mut House, own: &Doc) {
    let Some(part) = own.part_by_name("settlements") else { return };
    for (name, _) in part.entries() {
        let district = part.find("settlements", "district", name, District::from_slug);
        let set = match part.text(name) {
            Some("farmstead") => &mut house.farmsteads,
            Some("tower") => &mut house.towers,
            Some("church") => &mut house.churches,
            Some(other) => {
                part.slips().add(format!("{name}: no settlement \"{other}\""));
                continue;
            }
            None => continue,
        };
        *set |= district.map_or(0, District::bit);
    }
}

/// Reads the status of the goals of a solo game.
fn goals(state: &mut State, own: &Doc) {
    let Some(part) = own.part_by_name("goals") else { return };
    for (name, _) in part.entries() {
        let at = data().goals.iter().position(|(id, _)| id == name);
        match (at, part.named(name, "standing of a goal", word)) {
            (Some(at), Some(goal)) => state.goals[at] = goal,
            (None, _) => part.slips().add(format!("no goal \"{name}\"")),
            _ => {}
        }
    }
}
