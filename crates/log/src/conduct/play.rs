//! Who may give an order or take one back, and when a game ends.

use super::positions::Positions;
use super::refusals::Forbidden;
use super::{Asked, May, idle, no, no_as};
use crate::act::Act;
use crate::act::Via;
use crate::act::vote::Motion;
use crate::table::proposal::VoteState;
use ravenpost_rules::{RefusalCode, Seat};

impl<G: Positions> Asked<'_, G> {
    /// Refuses an automatic answer before the moment drawn for it.
    pub(super) fn must_have_come(self, seat: Seat) -> May<G> {
        match self.game.moment(seat) {
            Some(moment) if moment > self.now => {
                no("the time drawn for the automatic answer has not come yet")
            }
            _ => Ok(()),
        }
    }

    /// Returns whether such a motion is the current proposal and the vote has passed.
    pub(super) fn carries(self, what: impl Fn(&Motion) -> bool) -> bool {
        let put = self.table.stops.proposal.as_ref().is_some_and(|open| what(&open.motion));
        put && self.comes_to(VoteState::Carried)
    }

    /// Returns whether the vote has that outcome. Without clocks it is unknown which seats are not
    /// waited for, so a result that the votes alone would support is accepted.
    pub(super) fn comes_to(self, what: VoteState) -> bool {
        let heard = || self.table.vote_without_silent_seats(self.now) == Some(what);
        self.table.vote(self.now) == Some(what) || (!self.knows_clocks() && heard())
    }
}

/// Checks the source of an order. The rules determine who is awaited, and refuse orders from other
/// seats.
pub(super) fn may_order<G: Positions>(asked: Asked<'_, G>, seat: Seat, via: Via) -> May<G> {
    asked.must_go_on()?;
    if matches!(via, Via::Bot | Via::Instruction) {
        asked.must_have_come(seat)?;
    }
    let right = match via {
        Via::Bot => asked.table.seats.played_by(seat).is_some(),
        Via::Instruction => {
            asked.table.clocks.moments.is_some() && asked.table.seats.attended(seat)
        }
        Via::Page | Via::Email | Via::Api => asked.table.seats.attended(seat),
        Via::Command => asked.table.seats.slot(seat).is_some(),
    };
    if right { Ok(()) } else { no("the order does not come from the seat's player") }
}

/// Checks an undo or a withdrawal: it must be exactly the one that is possible now.
pub(super) fn may_take_back<G: Positions>(asked: Asked<'_, G>, act: &Act) -> May<G> {
    asked.must_go_on()?;
    if !asked.knows_clocks() {
        return Ok(());
    }
    let given = match act {
        Act::Undone { ordered_at, .. } => Some(*ordered_at),
        _ => None,
    };
    if given.is_some_and(|given| asked.table.clocks.is_sealed(given)) {
        return no_undo(
            "the deadline has passed: moves made in time are final, and only late players can \
             still move",
        );
    }
    if asked.table.clocks.opens.is_some_and(|opens| opens.at <= asked.now) {
        return no_undo("it is too late to undo: the sealed orders are being revealed");
    }
    if let Act::Undone { seat, .. } = act
        && asked.table.clocks.undo_comes_too_late(*seat, asked.now)
    {
        return no_undo(
            "your time for this move is up or nearly up, and you have already had ten extra \
             minutes: the move is final",
        );
    }
    let right = act.seat().and_then(|seat| asked.game.taking_back_now(seat));
    match right {
        Some(right) if right == *act => Ok(()),
        _ => no_undo(
            "this can no longer be undone: another player has acted since, or something hidden \
             was revealed",
        ),
    }
}

fn no_undo<E: From<Forbidden>>(why: &str) -> Result<(), E> {
    no_as(RefusalCode::CannotUndo, why)
}

/// Checks the end of a game: by its rules, for lack of players, or with the result the table
/// agreed to.
pub(super) fn may_end<G: Positions>(asked: Asked<'_, G>, agreed: Option<&[u8]>) -> May<G> {
    asked.must_be_running()?;
    let Some(places) = agreed else {
        return match asked.game.has_outcome() {
            true => Ok(()),
            false => no("the game is not over by its rules"),
        };
    };
    if idle::is_given_up(asked, places) {
        return Ok(());
    }
    let end = |motion: &Motion| matches!(motion, Motion::End { places: put } if put == places);
    match asked.carries(end) {
        true => Ok(()),
        false => no("the table has not agreed to end the game with this result"),
    }
}
