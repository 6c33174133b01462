//! The story: one fact told to one viewer, or kept from it (R22, R25.10).

mod deeds;
pub mod round;

use super::facts::Fact;
use super::names::{Area, Card, Colour, Kind, Who};
use crate::rules::{Told, Viewer, phrase};

/// Tells a fact, if it is the viewer's to know.
pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    round::tell(fact, viewer).or_else(|| deeds::tell(fact, viewer))
}

/// Whether a fact brings something hidden to light, for anybody.
pub fn reveals(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Drew(_)
            | Fact::Turned(..)
            | Fact::Spent(..)
            // The Bondi's face, which was tucked away until then, lies open as the Outlaw's.
            | Fact::Outlawed(..)
            | Fact::Strayed(..)
            | Fact::Shuffled(_)
            | Fact::Dealt(_)
            | Fact::Unsealed
            // What is dropped is told to its owner alone and changes nothing for anybody else: a
            // preview cut there would tell that something lay in another's drawer.
            | Fact::Taken(..)
            | Fact::Obeyed(_)
    )
}

/// A line about a seat.
fn of(who: Who, text: String) -> Option<Told> {
    Some(Told { text, seat: Some(who.seat), ..Told::default() })
}

/// The same with its short form.
fn coded(who: Who, text: String, code: String) -> Option<Told> {
    Some(Told { text, code: Some(code), seat: Some(who.seat), chapter: false })
}

/// A line about nobody.
fn plain(text: String) -> Option<Told> {
    Some(Told { text, ..Told::default() })
}

fn chapter(text: String) -> Option<Told> {
    Some(Told { text, chapter: true, ..Told::default() })
}

fn kinds(cards: &[Card]) -> String {
    let words: Vec<&str> = cards.iter().map(|card| card.kind().slug()).collect();
    if words.is_empty() { "nothing".into() } else { words.join(", ") }
}

/// The same for people: "Weapons worth 2 (r2) and Silver worth 1 (b1)".
fn named(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(|card| card.kind().words()).collect();
    if words.is_empty() { "nothing".into() } else { phrase::and(&words) }
}

/// "r2+r1", highest first.
fn goods(cards: &[Card]) -> String {
    let mut kinds: Vec<Kind> = cards.iter().map(|card| card.kind()).collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.0));
    kinds.iter().map(|kind| kind.slug()).collect::<Vec<_>>().join("+")
}

/// "2 (green white)".
fn farms(farms: [u8; 4]) -> String {
    let words: Vec<&str> = Colour::all()
        .flat_map(|colour| (0..farms[colour.index()]).map(move |_| colour.slug()))
        .collect();
    format!("{} ({})", words.len(), words.join(" "))
}

/// "ska now oddi 2 (green white)", or "ska now empty".
fn now(area: Area, who: Who, stand: [u8; 4]) -> String {
    if stand == [0; 4] {
        return format!("{} now empty", area.slug());
    }
    format!("{} now {} {}", area.slug(), who.faction.slug(), farms(stand))
}

/// "oddi +3 fame (...)".
fn fame(who: Who, fame: u8, why: &str) -> String {
    format!("{} +{fame} fame ({why})", who.faction.slug())
}

/// "1 card", "3 cards".
fn cards(count: usize) -> String {
    phrase::count(count, "card")
}

/// Persona and role.
fn persona(card: Card) -> String {
    format!("{} ({}, {})", card.name(), card.kind().slug(), card.role().name())
}
