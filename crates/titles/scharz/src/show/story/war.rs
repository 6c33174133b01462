//! Dice, battles, gold and points in the story.

use super::super::super::orders::names::seat_name;
use super::super::super::state::Weather;
use super::super::super::state::doctrine::Luck;
use super::super::super::state::facts::{Roll, StrikeResult};
use super::super::super::state::why::Cause;
use super::super::super::things::ids::Field;
use super::super::words;
use super::{of, plain};
use ravenpost_rules::phrase::{and, counted};
use ravenpost_rules::{Narration, Seat};

pub fn winter(weather: [Weather; 3]) -> Option<Narration> {
    let [one, two, sea] = weather.map(Weather::slug);
    plain(format!("Winter: region 1 {one}, region 2 {two}, the seas {sea}"))
}

pub fn ice(sections: &[Field]) -> Option<Narration> {
    if sections.is_empty() {
        return plain("The Danubius stays open");
    }
    let names: Vec<&str> = sections.iter().map(|at| at.name()).collect();
    plain(format!("Ice carries on {}", and(&names)))
}

pub fn battle(at: Field, one: Seat, other: Seat) -> Option<Narration> {
    let (one, other, name) = (seat_name(one), seat_name(other), at.name());
    plain(format!("Battle of {name}: {one} attacks {other}"))
}

pub fn assault(at: Field, one: Seat, other: Seat) -> Option<Narration> {
    let (one, other, name) = (seat_name(one), seat_name(other), at.name());
    plain(format!("{one} storms the walls of {other} at {name}"))
}

pub fn intercepted(at: Field, seat: Seat, dice: &[u8]) -> Option<Narration> {
    let (who, dice) = (seat_name(seat), numbers(dice));
    of(seat, format!("{who} pursues at {}: dice {dice}", at.name()))
}

fn numbers(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

pub fn rolled(roll: &Roll) -> Option<Narration> {
    let what = match roll.kind {
        Luck::Wreck => "for ships",
        Luck::Passage => "for the passage",
        Luck::Attrition => "for attrition",
        Luck::Fishing => "for fish",
        Luck::Yield => "for the yield",
    };
    let (at, dice) = (roll.at.name(), numbers(&roll.faces));
    let text = format!("Dice {what} at {at}: {dice}");
    Some(Narration { text, seat: roll.seat, ..Narration::default() })
}

pub fn struck(strike: &StrikeResult) -> Option<Narration> {
    let who = seat_name(strike.seat);
    let what = if strike.charge { "charges" } else { "strikes" };
    let felled = match strike.destroyed.len() {
        0 => "nobody falls".to_owned(),
        _ => {
            let one = strike.destroyed.iter().map(|part| u32::from(part.n)).sum::<u32>() == 1;
            let verb = if one { "falls" } else { "fall" };
            format!("{} {verb}", words::parts(&strike.destroyed))
        }
    };
    let (round, dice) = (strike.round, numbers(&strike.dice));
    let (swords, hits) = (strike.swords, strike.hits);
    let count = |n: u16, one: &str, many: &str| counted(usize::from(n), one, many);
    let sums = format!("{}, {}", count(swords, "sword", "swords"), count(hits, "hit", "hits"));
    of(strike.seat, format!("Round {round}: {who} {what}: dice {dice}: {sums}; {felled}"))
}

pub fn decided(at: Field, winner: Option<Seat>) -> Option<Narration> {
    match winner {
        Some(seat) => of(seat, format!("{} wins at {}", seat_name(seat), at.name())),
        None => plain(format!("Nobody wins at {}", at.name())),
    }
}

pub fn gold(seat: Seat, halves: i16, cause: Cause) -> Option<Narration> {
    let n = halves.unsigned_abs();
    let amount = match (n / 2, n % 2) {
        (0, _) => "1/2".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole} 1/2"),
    };
    let does = if halves > 0 { "gets" } else { "pays" };
    of(seat, format!("{} {does} {amount} gold ({})", seat_name(seat), cause.slug()))
}

/// A change in prestige or victory points.
pub fn points(seat: Seat, by: i16, what: &str, cause: Cause) -> Option<Narration> {
    let does = if by > 0 { "gains" } else { "loses" };
    let n = by.unsigned_abs();
    of(seat, format!("{} {does} {n} {what} ({})", seat_name(seat), cause.slug()))
}
