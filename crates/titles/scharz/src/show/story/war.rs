//! Dice, battles, gold and points in the story.

use super::super::super::orders::names::voice;
use super::super::super::state::Weather;
use super::super::super::state::doctrine::Luck;
use super::super::super::state::facts::{Roll, StrikeResult};
use super::super::super::state::why::Cause;
use super::super::super::things::ids::Field;
use super::super::words;
use super::{of, plain};
use ravenpost_rules::text::phrase::{and, counted};
use ravenpost_rules::{Narration, Narrator, Seat};

pub fn winter(weather: [Weather; 3]) -> Option<Narration> {
    let [one, two, sea] = weather.map(Weather::slug);
    plain(format!("Winter: region 1 {one}, region 2 {two}, seas {sea}"))
}

pub fn ice(sections: &[Field], narrator: &Narrator) -> Option<Narration> {
    if sections.is_empty() {
        return plain("The Danubius does not freeze");
    }
    let names: Vec<&str> = sections.iter().map(|at| at.name_for(narrator)).collect();
    plain(format!("The river freezes at {}", and(&names)))
}

pub fn battle(at: Field, one: Seat, other: Seat, narrator: &Narrator) -> Option<Narration> {
    let other = voice(narrator, other).name();
    let attack = voice(narrator, one).also(&format!("attack {other}"));
    plain(format!("Battle of {}: {attack}", at.name_for(narrator)))
}

pub fn assault(at: Field, one: Seat, other: Seat, narrator: &Narrator) -> Option<Narration> {
    let walls = voice(narrator, other).whose("walls");
    let deed = format!("storm {walls} at {}", at.name_for(narrator));
    plain(voice(narrator, one).does(&deed))
}

pub fn intercepted(at: Field, seat: Seat, dice: &[u8], narrator: &Narrator) -> Option<Narration> {
    let deed = format!("pursue the enemy at {}: dice {}", at.name_for(narrator), numbers(dice));
    of(seat, voice(narrator, seat).does(&deed))
}

fn numbers(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

pub fn rolled(roll: &Roll, narrator: &Narrator) -> Option<Narration> {
    let what = match roll.kind {
        Luck::Wreck => "against shipwreck",
        Luck::Passage => "for passing a neutral field",
        Luck::Attrition => "for attrition",
        Luck::Fishing => "for fishing",
        Luck::Yield => "for the grain yield",
    };
    let (at, dice) = (roll.at.name_for(narrator), numbers(&roll.faces));
    let text = format!("Dice {what} at {at}: {dice}");
    Some(Narration { text, seat: roll.seat, ..Narration::default() })
}

pub fn struck(strike: &StrikeResult, narrator: &Narrator) -> Option<Narration> {
    let verb = if strike.charge { "charge" } else { "strike" };
    let strikes = voice(narrator, strike.seat).also(verb);
    let felled = match strike.destroyed.len() {
        0 => "no losses".to_owned(),
        _ => {
            let one = strike.destroyed.iter().map(|part| u32::from(part.n)).sum::<u32>() == 1;
            let verb = if one { "is destroyed" } else { "are destroyed" };
            format!("{} {verb}", words::parts(&strike.destroyed))
        }
    };
    let (round, dice) = (strike.round, numbers(&strike.dice));
    let (swords, hits) = (strike.swords, strike.hits);
    let count = |n: u16, one: &str, many: &str| counted(usize::from(n), one, many);
    let sums = format!("{}, {}", count(swords, "sword", "swords"), count(hits, "hit", "hits"));
    of(strike.seat, format!("Round {round}: {strikes}: dice {dice}: {sums}; {felled}"))
}

pub fn decided(at: Field, winner: Option<Seat>, narrator: &Narrator) -> Option<Narration> {
    let place = at.name_for(narrator);
    match winner {
        Some(seat) => of(seat, voice(narrator, seat).does(&format!("win at {place}"))),
        None => plain(format!("The battle of {place} is drawn")),
    }
}

pub fn breached(at: Field, narrator: &Narrator) -> Option<Narration> {
    plain(format!("The walls of {} are broken", at.name_for(narrator)))
}

pub fn gold(seat: Seat, halves: i16, cause: Cause, narrator: &Narrator) -> Option<Narration> {
    let n = halves.unsigned_abs();
    let amount = match (n / 2, n % 2) {
        (0, _) => "1/2".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole} 1/2"),
    };
    let verb = if halves > 0 { "get" } else { "pay" };
    of(seat, voice(narrator, seat).does(&format!("{verb} {amount} gold ({})", cause.slug())))
}

/// A change in prestige or victory points.
pub fn points(
    seat: Seat,
    by: i16,
    what: &str,
    cause: Cause,
    narrator: &Narrator,
) -> Option<Narration> {
    // The first points of a game say what they are.
    let what = if (what, cause) == ("PP", Cause::Setup) { "prestige points (PP)" } else { what };
    let verb = if by > 0 { "gain" } else { "lose" };
    let deed = format!("{verb} {} {what} ({})", by.unsigned_abs(), cause.slug());
    of(seat, voice(narrator, seat).does(&deed))
}
