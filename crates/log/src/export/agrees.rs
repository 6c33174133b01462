//! Checks that a file's first line agrees with the game, and that a fork's origin is possible.

use chrono::{DateTime, Utc};

use super::file::{Header, Wrong};
use crate::act::Act;
use crate::act::opening::Opening;
use crate::event::Hash;
use crate::ids::GameId;
use ravenpost_rules::numbers::Step;

/// Checks that the first line agrees with the game's opening and end.
///
/// # Errors
///
/// Returns the line that disagrees.
pub fn agrees(header: &Header, first: Option<Act>, step: Step, head: Hash) -> Result<(), Wrong> {
    let Some(Act::Opened(opening)) = first else {
        return Err(Wrong::at(2, "the game does not begin with its opening"));
    };
    let Opening { title, name, chain, .. } = *opening;
    if (&title, &name, chain) != (&header.title, &header.name, header.chain) {
        return Err(Wrong::at(1, "the game was opened otherwise than the first line says"));
    }
    ends(header, step, head)
}

/// Checks that the game ends where the first line says.
///
/// # Errors
///
/// Returns an error about the first line if it does not.
pub fn ends(header: &Header, step: Step, head: Hash) -> Result<(), Wrong> {
    match (step, head) == (header.step, header.head) {
        true => Ok(()),
        false => Err(Wrong::at(1, "the game ends otherwise than the first line says")),
    }
}

/// Checks that the first line states until when the server was up if, and only if, the game is
/// still running. Returns that time.
///
/// # Errors
///
/// Returns an error about the first line if it does not, or if the time is invalid.
pub fn goes_on(header: &Header, goes_on: bool) -> Result<Option<DateTime<Utc>>, Wrong> {
    match (header.running_until, goes_on) {
        (None, false) => Ok(None),
        (None, true) => Err(Wrong::at(1, "the game goes on, and the first line does not say so")),
        (Some(_), false) => Err(Wrong::at(1, "the game does not go on, as the first line says")),
        (Some(at), true) => match DateTime::from_timestamp_millis(at) {
            Some(at) => Ok(Some(at)),
            None => Err(Wrong::at(1, "there is no such moment")),
        },
    }
}

/// Checks that a fork's origin is possible: a step of another game, as a seat of this table or
/// everyone knew it.
///
/// # Errors
///
/// Returns the reason why it is not.
pub fn forked(game: &GameId, opening: &Opening) -> Result<(), &'static str> {
    let Some(fork) = &opening.fork else { return Ok(()) };
    let none_such = |eye: u8| !(1..=opening.table.seats).contains(&eye);
    match GameId::parse(&fork.game) {
        None => Err("no game has the id of the one that it was forked from"),
        Some(parent) if parent == *game => Err("it says that it was forked from itself"),
        Some(_) if fork.step == Step::NONE => Err("it was forked from a step that no game has"),
        Some(_) if fork.viewer.is_some_and(|seat| none_such(seat.0)) => {
            Err("it was forked from what a seat knew that this table does not have")
        }
        Some(_) => Ok(()),
    }
}
