//! One field in a position document.

use serde_json::{Map, Value, json};

use super::super::orders::names::seat_word;
use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::land::{Herds, Land};
use super::super::things::ids::Field;
use super::super::things::kinds::Herd;
use super::words;
use ravenpost_rules::doc::Doc;

const KEYS: &[&str] = &[
    "town",
    "yard",
    "site",
    "grain",
    "fish",
    "stable",
    "pasture",
    "sown",
    "looted",
    "holder",
    "encircled",
];

/// Writes what is on a field. The controlling seat is written for information and ignored on
/// reading.
pub fn write(state: &State, world: &World, at: Field) -> Map<String, Value> {
    let land = state.land(at);
    let mut doc = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        doc.extend(value.map(|value| (key.to_owned(), value)));
    };
    put("town", land.town.map(|town| json!(words::town(town))));
    put("yard", land.yard.map(|yard| json!(words::yard(yard))));
    put("site", land.site.map(|site| json!(words::site(site))));
    put("grain", (land.grain > 0).then(|| json!(land.grain)));
    put("fish", (land.fish > 0).then(|| json!(land.fish)));
    let stable: Vec<Herd> = land.stable.iter().collect();
    put("stable", (!stable.is_empty()).then(|| json!(stable)));
    put("pasture", land.pasture.map(|(seat, herd)| json!(words::flock(seat, herd))));
    put("sown", land.sown.map(|seat| json!(words::crop(seat, land.crop))));
    put("looted", land.looted.then_some(Value::Bool(true)));
    put("holder", world.holder(state, at).map(|seat| json!(seat_word(seat))));
    put("encircled", world.encircled.has(at).then_some(Value::Bool(true)));
    doc
}

pub fn read(doc: &Doc<'_>, key: &str, land: &mut Land) {
    let Some(doc) = doc.part(key, KEYS) else { return };
    land.town = doc.named("town", "settlement", words::to_town);
    land.yard = doc.named("yard", "shipyard", words::to_yard);
    land.site = doc.named("site", "construction", words::to_site);
    land.grain = doc.number("grain").unwrap_or(0);
    land.fish = doc.number("fish").unwrap_or(0);
    let mut stable = Herds::NONE;
    let herds = doc.list("stable", "herd", Herd::from_slug).unwrap_or_default();
    herds.into_iter().for_each(|herd| stable.put(herd));
    land.stable = stable;
    land.pasture = doc.named("pasture", "herd and its owner", words::to_flock);
    let sown = doc.named("sown", "seat and its grain", words::to_crop);
    land.sown = sown.map(|(seat, _)| seat);
    land.crop = sown.map_or(0, |(_, crop)| crop);
    land.looted = doc.truth("looted").unwrap_or(false);
}
