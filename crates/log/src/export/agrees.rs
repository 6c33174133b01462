//! Whether a file's first line says what the game itself does, and a fork where it may come from.

use super::file::{Header, Wrong};
use crate::act::Act;
use crate::act::opening::Opening;
use crate::event::Hash;
use crate::ids::GameId;
use ravenpost_rules::numbers::Step;

/// Whether the first line says what the game itself does.
pub fn agrees(header: &Header, first: Option<Act>, step: Step, head: Hash) -> Result<(), Wrong> {
    let Some(Act::Opened(Opening { title, name, chain, .. })) = first else {
        return Err(Wrong::at(2, "the game does not begin with its opening"));
    };
    if (&title, &name, chain) != (&header.title, &header.name, header.chain) {
        return Err(Wrong::at(1, "the game was opened otherwise than the first line says"));
    }
    if (step, head) != (header.step, header.head) {
        return Err(Wrong::at(1, "the game ends otherwise than the first line says"));
    }
    Ok(())
}

/// Whether a fork may come from where it says: a step of another game, as a seat of the table or
/// everybody knew it.
pub fn forked(game: &GameId, opening: &Opening) -> Result<(), &'static str> {
    let Some(fork) = &opening.fork else { return Ok(()) };
    let none_such = |eye: u8| !(1..=opening.table.seats).contains(&eye);
    match GameId::parse(&fork.game) {
        None => Err("no game has the id of the one that it was forked from"),
        Some(parent) if parent == *game => Err("it says that it was forked from itself"),
        Some(_) if fork.step == Step::NONE => Err("it was forked from a step that no game has"),
        Some(_) if fork.eye.is_some_and(|seat| none_such(seat.0)) => {
            Err("it was forked from what a seat knew that this table does not have")
        }
        Some(_) => Ok(()),
    }
}
