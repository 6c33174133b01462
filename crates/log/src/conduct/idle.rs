//! Idle tables: they are warned, and closed if nobody acts after the warning.

use chrono::{DateTime, Utc};

use super::positions::Positions;
use super::{Asked, May, no};
use crate::act::originator::By;
use crate::table::status::Status;

/// Checks the warning that the table will be closed.
pub(super) fn may_warn<G: Positions>(asked: Asked<'_, G>, closes: DateTime<Utc>) -> May<G> {
    asked.must_go_on_or_wait()?;
    match asked.table.to_warn(asked.now) {
        Some(own) if own == closes => Ok(()),
        Some(_) => no("the closing date does not match the warning period"),
        None => no("the table is active or was already warned"),
    }
}

/// Checks that a player or the organiser may keep open a table that was warned before it
/// started.
pub(super) fn may_keep<G: Positions>(asked: Asked<'_, G>, by: By) -> May<G> {
    if asked.table.state != Status::Open || asked.table.closes.is_none() {
        return no("the table is not due to be closed");
    }
    match by {
        By::Player(seat) if asked.table.seats.held(seat) => Ok(()),
        By::Organiser(_) => asked.in_office(Some(by)),
        _ => no("only its players and its organiser can keep a table open"),
    }
}

/// Returns whether the game may end without a result because nobody plays, after a warning.
pub(super) fn is_given_up<G: Positions>(asked: Asked<'_, G>, places: &[u8]) -> bool {
    places.is_empty() && asked.table.is_idle(asked.now)
}
