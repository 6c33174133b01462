//! Narrates a fact with everything that its seats were told.

use super::ToldToAll;
use crate::rules::Rules;
use crate::seat::{Seat, Viewer, Visibility};
use crate::voice::Perspective;

/// Narrates a fact as each seat knows it, in the third person. For public facts, only the
/// spectators' narration is made.
pub(super) fn told_to_all<R: Rules>(fact: &R::Fact, seats: u8) -> ToldToAll {
    let watched = R::narrate(fact, Viewer::Watcher);
    let mut told = ToldToAll { watched, own: Vec::new() };
    if R::info(fact).visibility == Visibility::Everybody {
        return told;
    }
    for seat in Seat::all(seats) {
        let perspective = Perspective { knows: Viewer::Seat(seat), reader: Viewer::Watcher };
        let own = R::narrate(fact, perspective);
        let Some(own) = own.filter(|own| told.watched.as_ref() != Some(own)) else { continue };
        if !told.own.iter().any(|(_, known)| *known == own) {
            told.own.push((seat, own));
        }
    }
    told
}
