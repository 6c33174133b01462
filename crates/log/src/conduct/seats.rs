//! Who may join, take over or leave a seat, and when a game starts.

use super::positions::Positions;
use super::{Asked, May, no};
use crate::act::Sitter;
use crate::table::status::Status;
use ravenpost_rules::Seat;

impl<G: Positions> Asked<'_, G> {
    /// Returns whether the seat belongs to a person, present or not.
    pub(super) fn of_a_person(self, seat: Seat) -> bool {
        let slot = self.table.seats.slot(seat);
        slot.is_some_and(|slot| slot.sitter == Some(Sitter::Person))
    }
}

pub(super) fn may_join<G: Positions>(asked: Asked<'_, G>, seat: Seat, organiser: bool) -> May<G> {
    must_be_open(asked, "this table is no longer open")?;
    if !asked.table.seats.free().contains(&seat) {
        return no("this seat is taken");
    }
    one_organiser(asked, organiser)
}

/// Checks whether a vacant seat may be taken over, or whether a player who left recently may take a
/// seat back. Neither is possible during a vote.
pub(super) fn may_take_over<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    organiser: bool,
    returning: bool,
) -> May<G> {
    asked.must_be_running()?;
    let seats = &asked.table.seats;
    let vacant = seats.slot(seat).is_some_and(|slot| slot.vacant.is_some());
    let back = seats.returns_until(seat).is_some_and(|until| asked.now < until);
    if !(vacant || returning && back) {
        return no("this seat is taken");
    }
    if asked.table.stops.proposal.is_some() {
        return no("a vote is open; take the seat after it is decided");
    }
    one_organiser(asked, organiser)
}

fn one_organiser<G: Positions>(asked: Asked<'_, G>, organiser: bool) -> May<G> {
    match organiser && asked.table.seats.organiser.is_some() {
        true => no("the organiser already has another seat"),
        false => Ok(()),
    }
}

pub(super) fn may_leave<G: Positions>(asked: Asked<'_, G>, seat: Seat) -> May<G> {
    if !matches!(asked.table.state, Status::Open | Status::Running) {
        return no("this game has ended, so there is no seat to leave");
    }
    match asked.table.seats.held(seat) {
        true => Ok(()),
        false => no("that seat has no player"),
    }
}

pub(super) fn may_start<G: Positions>(asked: Asked<'_, G>) -> May<G> {
    must_be_open(asked, "the game has already started")?;
    match asked.table.seats.free().is_empty() {
        true => Ok(()),
        false => no("a game starts when every seat is taken"),
    }
}

pub(super) fn may_close<G: Positions>(asked: Asked<'_, G>) -> May<G> {
    must_be_open(asked, "only a game that has not started can be closed")
}

fn must_be_open<G: Positions>(asked: Asked<'_, G>, else_: &str) -> May<G> {
    if asked.table.state == Status::Open { Ok(()) } else { no(else_) }
}

/// Checks a transfer: the seats whose players the other server did not name must be held by
/// persons.
pub(super) fn may_move_here<G: Positions>(asked: Asked<'_, G>, unknown: &[Seat]) -> May<G> {
    asked.must_go_on_or_wait()?;
    match !unknown.is_empty() && unknown.iter().all(|seat| asked.table.seats.held(*seat)) {
        true => Ok(()),
        false => no("a seat without a player is listed as unknown"),
    }
}
