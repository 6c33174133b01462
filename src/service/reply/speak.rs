//! Words in a reply: to whom they go, and what is said of that. A name that fits nobody is refused
//! and never taken for a word of the sentence: what was meant for one would reach all.

use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::talk::say::To;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, SeatName, phrase};

/// What the whole table is called.
const TABLE: [&str; 5] = ["all", "everybody", "everyone", "table", "us"];

/// To whom words go that are said to these names.
pub(super) fn to(live: &Game, names: &[String]) -> Result<To, ServiceError> {
    // "to the table" is said as well.
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    if names.len() > 1 {
        names.retain(|name| *name != "the");
    }
    match names.as_slice() {
        [] => return Ok(To::Table),
        [one] if TABLE.contains(one) => return Ok(To::Table),
        _ => {}
    }
    let seats = || Seat::all(live.course.table.seats).map(|seat| (seat, live.called(seat)));
    let one = |name: &&str| {
        let found = seats().find(|(seat, called)| fits(*seat, called, name));
        found.map(|(seat, _)| seat).ok_or_else(|| {
            let known: Vec<String> = seats().map(|(_, called)| called.name).collect();
            ServiceError::refused(format!(
                "nobody here is called \"{name}\"; say to {}: words, or say to all: words",
                phrase::or(&known)
            ))
        })
    };
    Ok(To::Seats(names.iter().map(one).collect::<Result<_, _>>()?))
}

fn fits(seat: Seat, called: &SeatName, name: &str) -> bool {
    let letter = called.letter.to_lowercase().to_string();
    called.word == name
        || called.colour == name
        || called.name.to_lowercase() == name
        || letter == name
        || seat.0.to_string() == name
}

/// What the writer is told: "Said to the table.", "Said to Blue and Green, about step 41."
pub(super) fn said(live: &Game, to: &[Seat], beside: Option<Step>) -> String {
    let names: Vec<String> = to.iter().map(|seat| live.called(*seat).name).collect();
    let about = beside.map(|step| format!(", about step {step}")).unwrap_or_default();
    match names.as_slice() {
        [] => format!("Said to the table{about}."),
        names => format!("Said to {}{about}.", phrase::and(names)),
    }
}
