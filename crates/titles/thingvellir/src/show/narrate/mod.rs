//! The story: narrates one fact to one viewer, or hides it (R22, R25.10). Every new fact must be
//! listed here explicitly; there is no default.

mod deeds;
mod feuds;
pub mod round;

use super::super::state::facts::Fact;
use super::super::things::names::{Area, Card, Colour, Kind};
use super::super::things::who::Who;
use ravenpost_rules::{Narration, Narrator, text::phrase};

/// Describes a fact for those who may see it.
pub fn sentence(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    round::sentence(fact, narrator)
}

/// Returns whether a fact states the result of the draw with this purpose.
pub fn narrates_result(fact: &Fact, purpose: &str) -> bool {
    match purpose {
        "factions" | "lawspeaker" => matches!(fact, Fact::Opened(_)),
        "outlaw" => matches!(fact, Fact::OutlawMoved(..)),
        _ => false,
    }
}

/// A line about a seat.
fn of(who: Who, text: String) -> Option<Narration> {
    Some(Narration { text, seat: Some(who.seat), ..Narration::default() })
}

/// A line about a seat with its short form.
fn coded(who: Who, text: String, code: String) -> Option<Narration> {
    Some(Narration { text, code: Some(code), seat: Some(who.seat), ..Narration::default() })
}

/// A line without a seat.
fn plain(text: String) -> Option<Narration> {
    Some(Narration { text, ..Narration::default() })
}

fn chapter(text: String) -> Option<Narration> {
    Some(Narration { text, chapter: true, ..Narration::default() })
}

/// A heading within a round.
fn within(text: &str) -> Option<Narration> {
    chapter(text.to_owned()).map(|narration| Narration { within: true, ..narration })
}

fn kinds(cards: &[Card]) -> String {
    let words: Vec<&str> = cards.iter().map(|card| card.kind().slug()).collect();
    if words.is_empty() { "nothing".into() } else { words.join(", ") }
}

/// Goods in words: "Weapons worth 2 (r2) and Silver worth 1 (b1)".
fn named(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(|card| card.kind().words()).collect();
    if words.is_empty() { "nothing".into() } else { phrase::and(&words) }
}

/// Names Goods, the highest first: "r2+r1".
fn goods(cards: &[Card]) -> String {
    let mut kinds: Vec<Kind> = cards.iter().map(|card| card.kind()).collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.0));
    kinds.iter().map(|kind| kind.slug()).collect::<Vec<_>>().join("+")
}

/// Counts farms and names their colours: "2 (green white)".
fn farms(farms: [u8; 4]) -> String {
    let words: Vec<&str> = Colour::all()
        .flat_map(|colour| (0..farms[colour.index()]).map(move |_| colour.slug()))
        .collect();
    format!("{} ({})", words.len(), words.join(" "))
}

/// The farms of a District: "ska now oddi 2 (green white)", or "ska now empty".
fn now(area: Area, who: Who, stand: [u8; 4]) -> String {
    if stand == [0; 4] {
        return format!("{} now empty", area.slug());
    }
    format!("{} now {} {}", area.slug(), who.faction.slug(), farms(stand))
}

fn fame(who: Who, fame: u8, why: &str) -> String {
    format!("{} +{fame} fame ({why})", who.faction.slug())
}

fn cards(count: usize) -> String {
    phrase::count(count, "card")
}

/// Names a persona with its card and role.
fn persona(card: Card) -> String {
    format!("{} ({}, {})", card.name(), card.kind().slug(), card.role().name())
}
