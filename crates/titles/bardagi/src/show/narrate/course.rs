//! Narration of the course of the game: setup, rounds, plans, turns, pre-orders.

use super::super::super::state::facts::{FinalGlory, Instruction, Opened, Payment};
use super::super::super::things::goods::{Mix, mix};
use super::super::super::things::kinds::{Colour, Pile, Rune, Unit};
use super::super::super::things::tiles::Tile;
use super::super::super::things::voice::Voice;
use super::super::super::things::who::Who;
use super::super::super::things::words::{listed, small};
use super::super::words;
use super::{coded, of, own, plain};
use crate::things::words::some;
use ravenpost_rules::{Narration, Viewer};

pub fn home(who: Who, colour: Colour, viewer: Viewer) -> Option<Narration> {
    if viewer.is(who.seat) {
        return of(who, format!("You are {}", colour.name()));
    }
    of(who, format!("Seat {} is {}", who.seat, colour.name()))
}

pub fn shown(from: Pile, tile: Tile) -> Option<Narration> {
    plain(format!("{} is turned up ({})", tile.name(), from.words()))
}

pub fn round(round: u8, who: Who, viewer: Viewer) -> Option<Narration> {
    let text = format!("Round {round}: {}", Voice::of(who, viewer).also("begin"));
    Some(Narration { text, chapter: true, ..Narration::default() })
}

pub fn planned(who: Who, cards: Mix, viewer: Viewer) -> Option<Narration> {
    let known = own(who, viewer, format!("You plan {}", mix(cards)));
    known.or_else(|| of(who, format!("{} has planned", who.name())))
}

pub fn began(who: Who, cards: Mix, viewer: Viewer) -> Option<Narration> {
    of(who, format!("{}: {}", Voice::of(who, viewer).has("turn"), mix(cards)))
}

pub fn swapped(
    who: Who,
    [one, other]: [Unit; 2],
    gained: Unit,
    viewer: Viewer,
) -> Option<Narration> {
    let units = [one, other, gained];
    let [one, other, gained] = units.map(Unit::name);
    let text = Voice::of(who, viewer).does(&format!("discard {one} and {other} for {gained}"));
    let [one, other, gained] = units.map(Unit::slug);
    coded(who, text, &format!("swap {one} {other} {gained}"), "")
}

pub fn laid_down(who: Who, unit: Unit, viewer: Viewer) -> Option<Narration> {
    of(who, Voice::of(who, viewer).does(&format!("lay a {} card down unused", unit.name())))
}

/// The answering pre-order or instruction is stored by its keyword.
pub fn answered(who: Who, by: &str, order: &str) -> Option<Narration> {
    let by = match by {
        "homes" => "list of homes",
        "next" => "plan made beforehand",
        "wish" => "build list",
        instruction => instruction,
    };
    of(who, format!("Your \"{by}\" answers: {order}"))
}

pub fn stopped(who: Who, order: &str, reason: &str) -> Option<Narration> {
    of(who, format!("Your script stops at \u{201c}{order}\u{201d}: {reason}"))
}

pub fn setup(opened: &Opened) -> Option<Narration> {
    let length = match opened.rounds {
        0 => "play until the time is up".to_owned(),
        rounds => some(rounds, "round"),
    };
    plain(format!("The game begins on the {} board: {length}", opened.map.slug()))
}

/// Others only see the number.
pub fn drew(who: Who, runes: &[Rune], viewer: Viewer) -> Option<Narration> {
    let names: Vec<&str> = runes.iter().map(|rune| rune.name()).collect();
    let known = own(who, viewer, format!("You draw {}", listed(&names)));
    known.or_else(|| of(who, format!("{} draws {}", who.name(), some(runes.len() as u32, "Rune"))))
}

pub fn scored(glory: &FinalGlory, viewer: Viewer) -> Option<Narration> {
    let FinalGlory { who, most_gold, most_areas, gold } = *glory;
    let parts = [(most_gold, "for most gold"), (most_areas, "for most areas"), (gold, "for gold")];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(glory, _)| *glory > 0)
        .map(|(glory, why)| format!("{glory} {why}"))
        .collect();
    of(who, format!("{}: {}", Voice::of(who, viewer).has("last glory"), listed(&parts)))
}

/// A card is narrated to the seat that uses it, other payments to all.
pub fn paid(who: Who, payment: Payment, viewer: Viewer) -> Option<Narration> {
    let voice = Voice::of(who, viewer);
    match payment {
        Payment::Card(unit) => of(who, format!("You use a {} card", unit.name())),
        Payment::Council(unit) => {
            of(who, format!("{} lets a {} card pay", voice.has("War Council"), unit.name()))
        }
        Payment::Oracle => of(who, format!("{} pays", voice.has("Oracle"))),
        Payment::Steward => of(who, format!("{} pays", voice.has("Steward's House"))),
        Payment::Charge => of(who, format!("{}: no card is needed", voice.does("charge"))),
    }
}

pub fn instruction(known: Instruction) -> String {
    format!("You instruct: {}", small(&words::standing(known)))
}
