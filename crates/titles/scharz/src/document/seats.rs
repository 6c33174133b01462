//! One seat in a position document.

use serde_json::{Value, json};

use super::super::orders::names::{seat_of, seat_word};
use super::super::reckon::seats::{agriculture, tiles};
use super::super::reckon::world::World;
use super::super::show::words::{doctrine, settings};
use super::super::state::State;
use super::super::state::doctrine::{Doctrine, Luck};
use super::super::state::line::slots::{Commanders, MightGoal};
use super::super::state::player::Player;
use super::super::state::stack::add;
use super::super::things::ids::{Faction, Field, Fields, Homeland};
use super::super::things::kinds::MapId;
use super::words;
use ravenpost_rules::Seat;
use ravenpost_rules::doc::Doc;

const KEYS: &[&str] = &[
    "home",
    "faction",
    "rival",
    "gold",
    "halves",
    "pp",
    "vp",
    "vp_before",
    "units",
    "command",
    "slain",
    "fallen",
    "luck",
    "tries",
    "tolls",
    "marches",
    "dominance",
    "might",
    "goals",
    "out",
    "resigned",
    "missed",
    "late",
    "stands",
    "doctrine",
    "cubes",
    "tiles",
    "agriculture",
    "lands",
    "recruits",
];

/// Writes everything about a seat. Derived values are written for information and ignored on
/// reading.
pub fn write(state: &State, world: &World, seat: Seat) -> Value {
    let player = state.player(seat);
    let tolls: Vec<&str> = player.tolls.on(state.map()).map(Field::slug).collect();
    let lands = world.held[seat.index()].on(state.map()).filter(|at| at.is_land()).count();
    let units: Vec<String> = player.stacks.iter().map(words::stack).collect();
    let mut all = json!({
        "home": player.home.map(Homeland::slug),
        "faction": player.faction.map(Faction::slug),
        "rival": player.rival.map(seat_word),
        "gold": player.gold(),
        "halves": player.halves % 2,
        "pp": player.pp,
        "vp": player.vp,
        "vp_before": player.vp_before,
        "units": units,
        "command": player.command.slug(),
        "slain": player.slain,
        "fallen": player.fallen,
        "luck": player.luck,
        "tolls": tolls,
        "marches": player.marches,
        "dominance": player.dominance,
        "might": player.might,
        "goals": player.goals.map(MightGoal::index),
        "out": player.out,
        "resigned": player.resigned,
        "missed": player.missed,
        "late": player.late,
        "stands": player.stands,
        "doctrine": changed(state, seat),
        "cubes": player.cubes(),
        "tiles": tiles(state, seat),
        "agriculture": agriculture(state, seat),
        "lands": lands,
        "recruits": player.recruits,
    });
    if player.tries.contains(&true) {
        all["tries"] = json!(player.tries.map(u8::from));
    }
    all
}

/// The doctrine settings that differ from their defaults.
fn changed(state: &State, seat: Seat) -> Vec<String> {
    let rest = settings(&Doctrine::default());
    let now = settings(&state.player(seat).doctrine());
    let texts = doctrine(state, seat).into_iter().zip(now);
    texts.filter(|(_, line)| !rest.contains(line)).map(|(text, _)| text).collect()
}

pub fn read(doc: &Doc<'_>, key: &str, map: MapId, player: &mut Player) -> Vec<String> {
    let Some(doc) = doc.part(key, KEYS) else { return Vec::new() };
    player.home = doc.named("home", "homeland", |slug| Homeland::find(map, slug));
    player.faction = doc.named("faction", "faction", |slug| Faction::find(map, slug));
    player.rival = doc.named("rival", "colour", seat_of);
    let halves: u16 = doc.number("halves").unwrap_or(0);
    player.halves = doc.number::<u16>("gold").unwrap_or(0) * 2 + halves;
    player.pp = doc.number("pp").unwrap_or(0);
    player.vp = doc.number("vp").unwrap_or(0);
    player.vp_before = doc.number("vp_before").unwrap_or(player.vp);
    let units = doc.list("units", "units on a field", |text| words::to_stack(map, text));
    for stack in units.unwrap_or_default() {
        add(&mut player.stacks, stack);
    }
    let level = doc.named("command", "level of command", Commanders::from_slug);
    player.command = level.unwrap_or_default();
    player.slain = doc.number("slain").unwrap_or(0);
    player.fallen = doc.number("fallen").unwrap_or(0);
    numbers(&doc, "luck", &mut player.luck[..Luck::ALL.len()]);
    let mut tries = [0; Luck::ALL.len()];
    numbers(&doc, "tries", &mut tries);
    player.tries = tries.map(|one| one > 0);
    let tolls = doc.list("tolls", "field", |slug| Field::find(map.data(), slug));
    for at in tolls.unwrap_or_default() {
        player.tolls = player.tolls | Fields::of(at);
    }
    player.marches = doc.truth("marches").unwrap_or(false);
    player.dominance = doc.number("dominance").unwrap_or(0);
    player.might = doc.number("might").unwrap_or(0);
    let mut goals = [0; 2];
    numbers(&doc, "goals", &mut goals);
    let goal = |at: u8| MightGoal::ALL.get(usize::from(at)).copied().unwrap_or_default();
    player.goals = goals.map(goal);
    player.out = doc.truth("out").unwrap_or(false);
    player.resigned = doc.truth("resigned").unwrap_or(false);
    player.missed = doc.number("missed").unwrap_or(0);
    player.late = doc.truth("late").unwrap_or(false);
    player.stands = doc.truth("stands").unwrap_or(false);
    player.recruits = doc.number("recruits").unwrap_or(0);
    doc.words("doctrine").unwrap_or_default().into_iter().map(str::to_owned).collect()
}

fn numbers(doc: &Doc<'_>, key: &str, into: &mut [u8]) {
    for (place, value) in into.iter_mut().zip(doc.values(key).unwrap_or_default()) {
        *place = value.as_u64().and_then(|n| n.try_into().ok()).unwrap_or(0);
    }
}
