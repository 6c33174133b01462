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
        return Err(Wrong::at(1, "the opening does not match the first line"));
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
        false => Err(Wrong::at(1, "the end of the game does not match the first line")),
    }
}

/// Checks that the first line states the time until which the server was up if, and only if, the
/// game is still running. Returns that time.
///
/// # Errors
///
/// Returns an error about the first line if it does not, or if the time is invalid.
pub fn goes_on(header: &Header, goes_on: bool) -> Result<Option<DateTime<Utc>>, Wrong> {
    match (header.running_until, goes_on) {
        (None, false) => Ok(None),
        (None, true) => {
            Err(Wrong::at(1, "the game is still running, but the first line does not say so"))
        }
        (Some(_), false) => {
            Err(Wrong::at(1, "the game is over, but the first line says that it is running"))
        }
        (Some(at), true) => match DateTime::from_timestamp_millis(at) {
            Some(at) => Ok(Some(at)),
            None => Err(Wrong::at(1, "the time is out of range")),
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
        None => Err("it was forked from an invalid game id"),
        Some(parent) if parent == *game => Err("it claims to be a fork of itself"),
        Some(_) if fork.step == Step::NONE => {
            Err("it was forked from step 0, which does not exist")
        }
        Some(_) if fork.viewer.is_some_and(|seat| none_such(seat.0)) => {
            Err("it was forked from the view of a seat that this table does not have")
        }
        Some(_) => Ok(()),
    }
}
