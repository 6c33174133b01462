//! Narration of the course of the game: setup, rounds, plans, turns, pre-orders.

use super::super::super::state::facts::{FinalGlory, Instruction, Opened, Payment, PreOrder};

use super::super::super::things::goods::{Mix, mix};
use super::super::super::things::kinds::{Colour, Pile, Rune, Unit};
use super::super::super::things::tiles::Tile;
use super::super::super::things::who::Who;
use super::super::super::things::words::{listed, small};
use super::super::words;
use super::{coded, of, plain};
use crate::things::words::some;
use ravenpost_rules::{Narration, Narrator, RefusalCode};

pub fn home(who: Who, colour: Colour, narrator: &Narrator) -> Option<Narration> {
    let seat = narrator.voice(who.seat, format!("Seat {}", who.seat));
    of(who, seat.does(&format!("play as {}", colour.name())))
}

pub fn shown(from: Pile, tile: Tile) -> Option<Narration> {
    plain(format!("{} is turned face up ({})", tile.name(), from.words()))
}

pub fn round(round: u8, who: Who, narrator: &Narrator) -> Option<Narration> {
    let text = format!("Round {round}: {}", who.voice(narrator).also("go first"));
    let heading = Some(format!("Round {round}"));
    Some(Narration { text, chapter: true, heading, ..Narration::default() })
}

pub fn planned(who: Who, cards: Mix, narrator: &Narrator) -> Option<Narration> {
    let voice = who.voice(narrator);
    let text = match narrator.knows(who.seat) {
        true => voice.does(&format!("plan {}", mix(cards))),
        false => voice.states("have planned"),
    };
    of(who, text)
}

pub fn began(who: Who, cards: Mix, narrator: &Narrator) -> Option<Narration> {
    let voice = who.voice(narrator);
    let turn = voice.its("turn");
    of(who, voice.does(&format!("begin {turn} with {}", mix(cards))))
}

pub fn swapped(
    who: Who,
    [one, other]: [Unit; 2],
    gained: Unit,
    narrator: &Narrator,
) -> Option<Narration> {
    let cards = words::two_cards(one, other);
    let deed = format!("discard {cards} for a {} card", gained.name());
    let text = who.voice(narrator).does(&deed);
    let [one, other, gained] = [one, other, gained].map(Unit::slug);
    coded(who, text, &format!("swap {one} {other} {gained}"), "")
}

pub fn laid_down(who: Who, unit: Unit, narrator: &Narrator) -> Option<Narration> {
    of(who, who.voice(narrator).does(&format!("turn an unused {} card face down", unit.name())))
}

/// The answering pre-order is stored by its keyword and the instruction in notation. Other facts
/// narrate their effects.
pub fn answered(who: Who, by: &str, narrator: &Narrator) -> Option<Narration> {
    let by = match by.strip_prefix("stand ").and_then(|rest| rest.split(' ').next()) {
        Some("retreat") => "standing order for the Godi's retreat",
        Some("claim") => "standing order for Claim sheets",
        Some("bargain") => "standing order for bargains",
        Some(_) => "standing order for plans",
        None => match by {
            "homes" => "list of colours",
            "next" => "plan made in advance",
            _ => "build list",
        },
    };
    of(who, who.voice(narrator).has(&format!("{by} was followed")))
}

pub fn stopped(who: Who, order: &str, code: RefusalCode, narrator: &Narrator) -> Option<Narration> {
    let stops = format!("script stopped at \u{201c}{order}\u{201d}: {}", code.reason());
    of(who, who.voice(narrator).has(&stops))
}

pub fn setup(opened: &Opened) -> Option<Narration> {
    let length = match opened.rounds {
        0 => "until the time is up".to_owned(),
        rounds => some(rounds, "round"),
    };
    plain(format!("The game begins on the {} board: {length}", opened.map.slug()))
}

/// Others only see the number.
pub fn drew(who: Who, runes: &[Rune], narrator: &Narrator) -> Option<Narration> {
    let names: Vec<&str> = runes.iter().map(|rune| rune.name()).collect();
    let drawn = match (narrator.knows(who.seat), names.len()) {
        (true, 1) => format!("the Rune {}", names[0]),
        (true, _) => format!("the Runes {}", listed(&names)),
        (false, count) => some(count as u32, "Rune"),
    };
    of(who, who.voice(narrator).does(&format!("draw {drawn}")))
}

pub fn scored(glory: &FinalGlory, narrator: &Narrator) -> Option<Narration> {
    let FinalGlory { who, most_gold, most_areas, gold } = *glory;
    let parts =
        [(most_gold, "for the most gold"), (most_areas, "for the most areas"), (gold, "for gold")];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(glory, _)| *glory > 0)
        .map(|(glory, why)| format!("{glory} {why}"))
        .collect();
    of(who, format!("{}: {}", who.voice(narrator).has("glory in final scoring"), listed(&parts)))
}

/// A card is narrated to the seat that uses it, other payments to all. The narration is quiet,
/// because a narration of the paid action follows.
pub fn paid(who: Who, payment: Payment, narrator: &Narrator) -> Option<Narration> {
    let voice = who.voice(narrator);
    match payment {
        Payment::Card(unit) => {
            let narration = of(who, voice.does(&format!("use a {} card", unit.name())));
            narration.map(|narration| Narration { quiet: true, ..narration })
        }
        Payment::Council(unit) => of(
            who,
            format!("{}: a {} card pays for this action", voice.has("War Council"), unit.name()),
        ),
        Payment::Oracle => of(who, format!("{} saves a card", voice.has("Oracle"))),
        Payment::Steward => of(who, format!("{} saves a card", voice.has("Steward's House"))),
        Payment::Charge => of(who, format!("{}: no card is needed", voice.does("charge"))),
    }
}

pub fn instruction(who: Who, known: Instruction, narrator: &Narrator) -> Option<Narration> {
    let deed = format!("set a standing order: {}", small(&words::standing(known)));
    of(who, who.voice(narrator).does(&deed))
}

pub fn pre_order(who: Who, advance: &PreOrder, narrator: &Narrator) -> Option<Narration> {
    let voice = who.voice(narrator);
    let advance = small(&words::advance(advance));
    let deed = format!("update {}: {advance}", voice.its("orders in advance"));
    of(who, voice.does(&deed))
}
