//! Narrates facts.

use super::NarrationForAll;
use crate::rules::Rules;
use crate::seat::{Seat, Viewer, Visibility};
use crate::view::Narration;
use crate::voice::Perspective;

/// Narrates a fact as each seat knows it, in the third person. For public facts, only the
/// spectators' narration is made.
pub(super) fn narrate_to_each<R: Rules>(fact: &R::Fact, seats: u8) -> NarrationForAll {
    let watched = R::narrate(fact, Viewer::Watcher);
    let mut narration = NarrationForAll { watched, own: Vec::new() };
    if R::info(fact).visibility == Visibility::Everybody {
        return narration;
    }
    for seat in Seat::all(seats) {
        let perspective = Perspective { knows: Viewer::Seat(seat), reader: Viewer::Watcher };
        let own = R::narrate(fact, perspective);
        let Some(own) = own.filter(|own| narration.watched.as_ref() != Some(own)) else { continue };
        if !narration.own.iter().any(|(_, known)| *known == own) {
            narration.own.push((seat, own));
        }
    }
    narration
}

/// Narrates those facts that meet a condition.
pub(super) fn narrated<R: Rules>(
    facts: &[R::Fact],
    perspective: impl Into<Perspective>,
    is_narrated: impl Fn(&R::Fact) -> bool,
) -> Vec<Narration> {
    let perspective = perspective.into();
    let narration = facts.iter().filter(|fact| is_narrated(fact));
    narration.filter_map(|fact| R::narrate(fact, perspective)).collect()
}
