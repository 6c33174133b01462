//! Narrates facts.

use super::ToldToAll;
use crate::rules::Rules;
use crate::seat::{Seat, Viewer, Visibility};
use crate::view::Narration;
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

/// Narrates those facts that meet a condition.
pub(super) fn narrated<R: Rules>(
    facts: &[R::Fact],
    perspective: impl Into<Perspective>,
    is_told: impl Fn(&R::Fact) -> bool,
) -> Vec<Narration> {
    let perspective = perspective.into();
    let told = facts.iter().filter(|fact| is_told(fact));
    told.filter_map(|fact| R::narrate(fact, perspective)).collect()
}
