//! A fact as everybody is told of it.

use super::ToldToAll;
use crate::rules::Rules;
use crate::seat::{Seat, Viewer, Visibility};

/// What everybody was told of a fact; of one that is everybody's to know, what watchers were told.
pub(super) fn told_to_all<R: Rules>(fact: &R::Fact, seats: u8) -> ToldToAll {
    let watched = R::narrate(fact, Viewer::Watcher);
    let mut told = ToldToAll { watched, own: Vec::new() };
    if R::info(fact).visibility == Visibility::Everybody {
        return told;
    }
    for seat in Seat::all(seats) {
        let own = R::narrate(fact, Viewer::Seat(seat));
        let Some(own) = own.filter(|own| told.watched.as_ref() != Some(own)) else { continue };
        if !told.own.iter().any(|(_, known)| *known == own) {
            told.own.push((seat, own));
        }
    }
    told
}
