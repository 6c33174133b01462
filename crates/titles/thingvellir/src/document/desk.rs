//! Shared input for reading the parts of a document: the state so far, and the cards not yet
//! placed.

use super::super::reckon::ask;
use super::super::state::State;
use super::super::state::progress::Step;
use super::super::things::names::{Area, Card, Colour, Edge, Faction};
use super::cards::Deck;
use ravenpost_rules::doc::Doc;
use ravenpost_rules::{Seat, Seats};

/// A document being read into a state.
pub struct StateBuilder<'v> {
    pub document: Doc<'v>,
    pub state: State,
    pub deck: Deck,
}

impl StateBuilder<'_> {
    /// Reads the seat of a faction.
    pub fn seat(&self, doc: &Doc<'_>, key: &str) -> Option<Seat> {
        doc.named(key, SEAT, |slug| self.seat_of(slug))
    }

    /// Reads the seats of a list of factions.
    pub fn seats(&self, doc: &Doc<'_>, key: &str) -> Seats {
        let seats = doc.list(key, SEAT, |slug| self.seat_of(slug)).unwrap_or_default();
        seats.into_iter().collect()
    }

    /// The seat of a faction used as a key.
    pub fn seat_named(&self, doc: &Doc<'_>, slug: &str) -> Option<Seat> {
        self.seat_of(slug).or_else(|| doc.slip(format!("\"{slug}\" is not a {SEAT}")))
    }

    pub fn seat_of(&self, slug: &str) -> Option<Seat> {
        Faction::from_slug(slug).and_then(|faction| self.state.seat_of(faction))
    }

    pub fn card(&mut self, doc: &Doc<'_>, key: &str) -> Option<Card> {
        self.take(doc, key, doc.text(key)?)
    }

    /// Reads a list of cards in order.
    pub fn cards(&mut self, doc: &Doc<'_>, key: &str) -> Vec<Card> {
        let words = doc.words(key).unwrap_or_default();
        words.into_iter().filter_map(|text| self.take(doc, key, text)).collect()
    }

    /// Takes a card by a text.
    pub fn take(&mut self, doc: &Doc<'_>, key: &str, text: &str) -> Option<Card> {
        self.deck.take(text).map_err(|why| doc.slip::<()>(format!("{key}: {why}"))).ok()
    }
}

const SEAT: &str = "faction in this game";

pub fn area(doc: &Doc<'_>, key: &str) -> Option<Area> {
    doc.named(key, "area", Area::from_slug)
}

/// Reads a list of areas as bits.
pub fn areas(doc: &Doc<'_>, key: &str) -> u64 {
    let areas = doc.list(key, "area", Area::from_slug).unwrap_or_default();
    areas.into_iter().fold(0, |set, area| set | area.bit())
}

pub fn edge(doc: &Doc<'_>, key: &str) -> Option<Edge> {
    doc.named(key, "edge", Edge::from_slug)
}

pub fn edges(doc: &Doc<'_>, key: &str) -> Vec<Edge> {
    doc.list(key, "edge", Edge::from_slug).unwrap_or_default()
}

/// Reads a list of colours as bits.
pub fn colours(doc: &Doc<'_>, key: &str) -> u8 {
    let colours = doc.list(key, "colour", Colour::from_slug).unwrap_or_default();
    colours.into_iter().fold(0, |set, colour| set | 1 << colour.0)
}

/// Reads a list of slots as bits.
pub fn slots(doc: &Doc<'_>, key: &str) -> u16 {
    let mut bits = 0;
    for value in doc.values(key).unwrap_or_default() {
        match value.as_u64().filter(|slot| *slot < 16) {
            Some(slot) => bits |= 1 << slot,
            None => doc.slip(format!("{key}: {value} is not a slot")).unwrap_or_default(),
        }
    }
    bits
}

/// Reads two numbers, the attacker's first; 0 by default.
pub fn pair(doc: &Doc<'_>, key: &str) -> [u8; 2] {
    let mut both = [0; 2];
    let values = doc.values(key).unwrap_or_default();
    if values.len() > 2 {
        doc.slip::<()>(format!("{key}: one number for each of two sides"));
    }
    for (place, value) in both.iter_mut().zip(values) {
        let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
        *place = number
            .or_else(|| doc.slip(format!("{key}: {value} is not a small number")))
            .unwrap_or(0);
    }
    both
}

/// Reads two truth values, the attacker's first; false by default.
pub fn truths(doc: &Doc<'_>, key: &str) -> [bool; 2] {
    let mut both = [false; 2];
    let values = doc.values(key).unwrap_or_default();
    if values.len() > 2 {
        doc.slip::<()>(format!("{key}: one answer for each of two sides"));
    }
    for (place, value) in both.iter_mut().zip(values) {
        let wrong = || doc.slip(format!("{key}: {value} is neither true nor false"));
        *place = value.as_bool().or_else(wrong).unwrap_or(false);
    }
    both
}

pub fn is(doc: &Doc<'_>, key: &str) -> bool {
    doc.truth(key).unwrap_or(false)
}

/// Reads a number; 0 by default.
pub fn count(doc: &Doc<'_>, key: &str) -> u8 {
    doc.number(key).unwrap_or(0)
}

/// The step of an id.
pub fn step(id: &str) -> Option<Step> {
    ask::STEPS.into_iter().find(|step| ask::id(*step) == id)
}
