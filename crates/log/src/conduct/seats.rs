//! Who may join, take over or leave a seat, and when a game starts.

use super::positions::Positions;
use super::{Asked, May, no};
use crate::act::Sitter;
use crate::table::status::Status;
use ravenpost_rules::Seat;

impl<G: Positions> Asked<'_, G> {
    pub(super) fn may_join(self, seat: Seat, organiser: bool) -> May<G> {
        self.must_be_open("this table is no longer open")?;
        if !self.table.free().contains(&seat) {
            return no("this seat is taken");
        }
        self.one_organiser(organiser)
    }

    /// Checks whether a vacant seat may be taken over. It may not during a vote.
    pub(super) fn may_take_over(self, seat: Seat, organiser: bool) -> May<G> {
        self.must_be_running()?;
        if self.table.slot(seat).is_none_or(|slot| slot.vacant.is_none()) {
            return no("this seat is taken");
        }
        if self.table.proposal.is_some() {
            return no("a vote is open: take the seat when it is decided");
        }
        self.one_organiser(organiser)
    }

    fn one_organiser(self, organiser: bool) -> May<G> {
        match organiser && self.table.organiser.is_some() {
            true => no("the organiser already has another seat"),
            false => Ok(()),
        }
    }

    pub(super) fn may_leave(self, seat: Seat) -> May<G> {
        if !matches!(self.table.state, Status::Open | Status::Running) {
            return no("this game has ended, so there is no seat to leave");
        }
        match self.table.held(seat) {
            true => Ok(()),
            false => no("that seat has no player"),
        }
    }

    pub(super) fn may_start(self) -> May<G> {
        self.must_be_open("the game has already started")?;
        match self.table.free().is_empty() {
            true => Ok(()),
            false => no("a game starts when every seat is taken"),
        }
    }

    pub(super) fn may_close(self) -> May<G> {
        self.must_be_open("only a game that has not started can be closed")
    }

    fn must_be_open(self, else_: &str) -> May<G> {
        if self.table.state == Status::Open { Ok(()) } else { no(else_) }
    }

    /// Checks a transfer: the seats whose players the other server did not name must be held by
    /// persons.
    pub(super) fn may_move_here(self, unknown: &[Seat]) -> May<G> {
        self.must_go_on_or_wait()?;
        match !unknown.is_empty() && unknown.iter().all(|seat| self.table.held(*seat)) {
            true => Ok(()),
            false => no("a seat without a player is listed as unknown"),
        }
    }

    /// Returns whether the seat belongs to a person, present or not.
    pub(super) fn of_a_person(self, seat: Seat) -> bool {
        let slot = self.table.slot(seat);
        slot.is_some_and(|slot| slot.sitter == Some(Sitter::Person))
    }
}
