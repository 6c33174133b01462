//! The course of the game told: setup, rounds, plans, turns, what is left in advance.

use super::super::facts::{Advance, Fact, Instruction, Opened, Payment};
use super::super::legal::forms;
use super::super::names::{Rune, Who};
use super::super::orders::group::pile;
use super::super::orders::words;
use super::super::voice::Voice;
use super::{coded, of, own, plain, some};
use crate::rules::{Told, Viewer};

pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    let voice = |who: &Who| Voice::of(*who, viewer);
    match fact {
        Fact::Opened(opened) => setup(opened),
        Fact::Home(who, colour) if viewer.is(who.seat) => {
            of(*who, format!("You are {}", colour.name()))
        }
        Fact::Home(who, colour) => of(*who, format!("Seat {} is {}", who.seat, colour.name())),
        Fact::Shown(from, tile) => plain(format!("{} is turned up ({})", tile.name(), pile(*from))),
        Fact::DrewRunes(who, runes) => drew(*who, runes, viewer),
        Fact::Round(round, who) => Some(Told {
            text: format!("Round {round}: {}", voice(who).also("begin")),
            chapter: true,
            ..Told::default()
        }),
        Fact::TimeUp => plain("The time is up: this round is the last"),
        Fact::Scored(who, bonus) => scored(*who, bonus, voice(who)),
        Fact::Over => plain("The game is over"),
        Fact::Planned(who, cards) => {
            let known = own(*who, viewer, format!("You plan {}", forms::mix(*cards)));
            known.or_else(|| of(*who, format!("{} has planned", who.name())))
        }
        Fact::Began(who, cards) => {
            of(*who, format!("{}: {}", voice(who).has("turn"), forms::mix(*cards)))
        }
        Fact::Paid(who, payment) => paid(*who, *payment, viewer),
        Fact::Swapped(who, one, other, gained) => {
            let cards = [one, other, gained].map(|unit| unit.name());
            let deed = format!("discard {} and {} for {}", cards[0], cards[1], cards[2]);
            let text = voice(who).does(&deed);
            let order = format!("swap {} {} {}", one.slug(), other.slug(), gained.slug());
            coded(*who, text, &order, "")
        }
        Fact::LaidDown(who, unit) => {
            of(*who, voice(who).does(&format!("lay a {} card down unused", unit.name())))
        }
        Fact::Ended(who) => of(*who, format!("{} is over", voice(who).has("turn"))),
        Fact::Instructed(who, known) => own(*who, viewer, instruction(*known)),
        Fact::Left(who, advance) => own(*who, viewer, left(advance)),
        Fact::Taken(who, order) => own(*who, viewer, format!("Your script: {order}")),
        Fact::Stopped(who, order, why) => {
            own(*who, viewer, format!("Your script stops at \u{201c}{order}\u{201d}: {why}"))
        }
        Fact::Obeyed(who) => own(*who, viewer, "Your standing instruction answers"),
        _ => None,
    }
}

fn setup(opened: &Opened) -> Option<Told> {
    let length = match opened.rounds {
        0 => "play until the time is up".to_owned(),
        rounds => some(rounds, "round"),
    };
    plain(format!("The game begins on the {} board: {length}", opened.map.slug()))
}

/// Others hear how many.
fn drew(who: Who, runes: &[Rune], viewer: Viewer) -> Option<Told> {
    let names: Vec<&str> = runes.iter().map(|rune| rune.name()).collect();
    let known = own(who, viewer, format!("You draw {}", words::listed(&names)));
    known.or_else(|| of(who, format!("{} draws {}", who.name(), some(runes.len() as u32, "Rune"))))
}

fn scored(who: Who, [richest, widest, gold]: &[u16; 3], voice: Voice) -> Option<Told> {
    let parts = [(*richest, "for most gold"), (*widest, "for most areas"), (*gold, "for gold")];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(glory, _)| *glory > 0)
        .map(|(glory, why)| format!("{glory} {why}"))
        .collect();
    of(who, format!("{}: {}", voice.has("last glory"), words::listed(&parts)))
}

/// Cards are told to the seat that uses them: to the others its deeds say as much.
fn paid(who: Who, payment: Payment, viewer: Viewer) -> Option<Told> {
    let voice = Voice::of(who, viewer);
    match payment {
        Payment::Card(unit) => own(who, viewer, format!("You use a {} card", unit.name())),
        Payment::Council(unit) => {
            of(who, format!("{} lets a {} card pay", voice.has("War Council"), unit.name()))
        }
        Payment::Oracle => of(who, format!("{} pays", voice.has("Oracle"))),
        Payment::Steward => of(who, format!("{} pays", voice.has("Steward's House"))),
        Payment::Charge => of(who, format!("{}: no card is needed", voice.does("charge"))),
    }
}

fn instruction(known: Instruction) -> String {
    format!("You instruct: {}", words::small(&words::standing(known)))
}

fn left(advance: &Advance) -> String {
    words::advance(advance)
}
