//! Helpers for several parts of the document: cards, colours, directions, amounts.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use super::super::orders::lexicon;
use super::super::state::State;
use super::super::things::ids::{Card, Deco, Setting};
use super::super::things::kinds::{Dir, Kind};
use ravenpost_rules::Seat;
use ravenpost_rules::doc::Doc;

/// Deserialises a thing from its stored name.
pub fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Option<T> {
    let text: StrDeserializer<Error> = text.into_deserializer();
    T::deserialize(text).ok()
}

pub fn seat(state: &State, doc: &Doc, colour: &str) -> Option<Seat> {
    lexicon::colour(colour, state.seats).map_or_else(|refusal| doc.slip(refusal), Some)
}

/// Finds a card by its word in orders; `setting` is the card of this home.
pub fn card(doc: &Doc, word: &str, home: Option<Setting>) -> Option<Card> {
    let own = Card::from_setting(home.unwrap_or_default());
    lexicon::card(word, own).map_or_else(|refusal| doc.slip(refusal), Some)
}

pub fn fleet(dirs: &[Dir]) -> [u8; Dir::COUNT] {
    let mut fleet = [0; Dir::COUNT];
    dirs.iter().for_each(|dir| fleet[dir.index()] += 1);
    fleet
}

pub fn dirs(doc: &Doc, key: &str) -> Vec<Dir> {
    doc.list(key, "direction", Dir::from_slug).unwrap_or_default()
}

pub fn decorations(doc: &Doc) -> Option<u32> {
    let given = doc.list("decorations", "decoration", Deco::from_slug)?;
    Some(given.iter().fold(0, |set, deco| set | deco.bit()))
}

/// Reads amounts by kind; empty if the document has none.
pub fn amounts(doc: &Doc, key: &str) -> Vec<(Kind, u8)> {
    let Some(part) = doc.part_by_name(key) else { return Vec::new() };
    let amount = |name: &str| {
        let kind = part.find(key, "kind", name, Kind::from_slug);
        Some((kind?, part.number(name)?))
    };
    part.entries().filter_map(|(name, _)| amount(name)).collect()
}
