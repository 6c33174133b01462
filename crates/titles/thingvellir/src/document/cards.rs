//! Cards in documents: by id (`r2ri1`), by the persona's name, by colour and worth (`r2`), by
//! colour and action (`red ride`), or both (`r2 ride`). Any text other than an id or name takes the
//! first such card that is not used elsewhere.

use serde_json::Value;

use super::super::things::names::{Action, Card, Colour, Kind};

/// Cards not yet placed.
pub struct Deck {
    free: u128,
}

/// Properties of a wanted card.
struct CardFilter {
    colour: Option<Colour>,
    worth: Option<u8>,
    action: Option<Action>,
}

impl Deck {
    /// A full deck, without the cards that the document names explicitly.
    pub fn of(document: &Value) -> Deck {
        let mut deck = Deck { free: Card::all().fold(0, |set, card| set | card.bit()) };
        deck.reserve(document);
        deck
    }

    fn reserve(&mut self, value: &Value) {
        match value {
            Value::String(text) => {
                if let Some(card) = named(text) {
                    self.free &= !card.bit();
                }
            }
            Value::Array(list) => list.iter().for_each(|value| self.reserve(value)),
            Value::Object(table) => table.values().for_each(|value| self.reserve(value)),
            _ => {}
        }
    }

    /// Takes the card named by a text.
    pub fn take(&mut self, text: &str) -> Result<Card, String> {
        if let Some(card) = named(text) {
            return Ok(card);
        }
        let wanted = wanted(text).ok_or_else(|| format!("\"{text}\" is not a card"))?;
        let found = Card::of(self.free).find(|card| {
            wanted.colour.is_none_or(|colour| card.colour() == colour)
                && wanted.worth.is_none_or(|worth| card.worth() == worth)
                && wanted.action.is_none_or(|action| card.action() == action)
        });
        let card = found.ok_or_else(|| format!("no card \"{text}\" is left"))?;
        self.free &= !card.bit();
        Ok(card)
    }

    /// The remaining cards, in data order.
    pub fn rest(&self) -> Vec<Card> {
        Card::of(self.free).collect()
    }
}

/// Finds a card by id or by the persona's name.
fn named(text: &str) -> Option<Card> {
    Card::all().find(|card| card.slug() == text || card.word() == text)
}

fn wanted(text: &str) -> Option<CardFilter> {
    let mut wanted = CardFilter { colour: None, worth: None, action: None };
    for word in text.split_whitespace() {
        if let Some(kind) = Kind::from_slug(word) {
            wanted.colour = Some(kind.colour());
            wanted.worth = Some(kind.worth());
        } else if let Some(colour) = Colour::from_slug(word) {
            wanted.colour = Some(colour);
        } else {
            wanted.action = Some(Action::from_slug(word)?);
        }
    }
    wanted.colour.map(|_| wanted)
}
