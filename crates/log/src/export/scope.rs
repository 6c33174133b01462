//! Checks that a step of a partial game shows exactly what its reader may know. A seat's private
//! parts must be open in that seat's export and hidden in all others, so an export cannot claim to
//! be another seat's.

use super::file::{ExportScope, KnownStep, Shown};
use crate::act::kinds;
use ravenpost_rules::Seat;

pub(super) fn fits(step: &KnownStep, scope: ExportScope) -> Result<(), &'static str> {
    let [at_end, by_actor, others] = &step.leaves;
    let reader = match scope {
        ExportScope::Seat(seat) => Some(seat),
        ExportScope::Spectator | ExportScope::Whole => None,
    };
    let is_own = reader.is_some() && step.seat == reader;
    if step.seat.is_some_and(|seat| seat.0 == 0) {
        return Err("the seat number is invalid");
    }
    if step.own && !is_own {
        return Err("an event of another seat is included");
    }
    if !matches!(at_end, Shown::Hidden { .. }) {
        return Err("it contains data that is revealed only at the end");
    }
    match (by_actor, is_own || !kinds::is_own(step.kind.as_bytes())) {
        (Shown::Open { .. }, true) | (Shown::Hidden { .. }, false) => {}
        _ => return Err("what is shown does not match the view"),
    }
    match others {
        Shown::Hidden { .. } => Ok(()),
        Shown::Seats { leaves, .. } if opened(leaves).eq(reader) => Ok(()),
        _ => Err("what another seat learned is included"),
    }
}

/// Returns the seats whose leaves are shown.
fn opened(leaves: &[Shown]) -> impl Iterator<Item = Seat> {
    let open = |(_, leaf): &(usize, &Shown)| !matches!(leaf, Shown::Hidden { .. });
    leaves.iter().enumerate().filter(open).map(|(at, _)| Seat::at(at))
}
