//! Narrates facts and describes what they reveal.

use super::NarrationForAll;
use crate::rules::Rules;
use crate::rules::fact_info::FactInfo;
use crate::seat::{Seat, Viewer, Visibility};
use crate::view::Narration;
use crate::voice::Perspective;

/// Narrates a fact as each seat knows it, in the third person. For public facts, only the
/// spectators' narration is made.
pub(super) fn narrate_to_each<R: Rules>(fact: &R::Fact, seats: u8) -> NarrationForAll {
    let watched = R::narrate(fact, Viewer::Spectator);
    let mut narration = NarrationForAll { watched, own: Vec::new() };
    if R::info(fact).visibility == Visibility::Everybody {
        return narration;
    }
    for seat in Seat::all(seats) {
        let perspective = Perspective { knows: Viewer::Seat(seat), reader: Viewer::Spectator };
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

/// Returns whether a fact reveals something hidden to a seat or, without one, to anyone.
pub(super) fn revealed_to<H>(info: &FactInfo<H>, seat: Option<Seat>) -> bool {
    let of_another = match (info.visibility, seat) {
        (Visibility::Seat(own), Some(seat)) => own != seat,
        _ => false,
    };
    info.reveals.is_some() && !of_another
}
