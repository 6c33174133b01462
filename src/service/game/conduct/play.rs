//! Who may give an order, take one back, and when a game ends.

use super::{Asked, May, no};
use crate::service::game::proposal::Standing;
use ravenpost_log::Act;
use ravenpost_log::act::{Motion, Via};
use ravenpost_rules::Seat;

impl Asked<'_> {
    /// Who is awaited the rules say, and they refuse others' orders.
    pub(super) fn may_order(self, seat: Seat, via: Via) -> May {
        self.must_go_on()?;
        let right = match via {
            Via::Bot => self.course.bot(seat).is_some(),
            Via::Page | Via::Mail => self.course.attended(seat),
            Via::Tool => self.course.chair(seat).is_some(),
        };
        if right { Ok(()) } else { no("the order is not from whoever plays that seat") }
    }

    /// The last order, by whoever gave it: as it would be taken back now.
    pub(super) fn may_take_back(self, act: &Act) -> May {
        self.must_go_on()?;
        let last = match self.old() {
            true => act.seat().and_then(|seat| self.live.last_order_of(seat)),
            false => act.seat().and_then(|seat| self.live.may_take_back(seat)),
        };
        let same = |right: &Act| match (act, right) {
            // Those of the first programs do not say when the order was given.
            (
                Act::TakenBack { seat, to, given: None },
                Act::TakenBack { seat: by, to: own, .. },
            ) => (seat, to) == (by, own),
            _ => act == right,
        };
        let right = act.seat().zip(last).map(|(seat, last)| self.live.taking_back(seat, &last));
        match right.filter(same) {
            Some(_) => Ok(()),
            None => no("this can no longer be taken back: somebody has acted since, or something \
                        hidden has come to light"),
        }
    }

    /// By its rules, or with the very result that the table has agreed to.
    pub(super) fn may_end(self, agreed: Option<&[u8]>) -> May {
        self.must_be_running()?;
        let Some(places) = agreed else {
            return match self.live.position.outcome() {
                Some(_) => Ok(()),
                None => no("the rules have not ended the game"),
            };
        };
        let end = |motion: &Motion| matches!(motion, Motion::End { places: put } if put == places);
        match self.carries(end) {
            true => Ok(()),
            false => no("ends the game with a result that was not agreed"),
        }
    }

    /// Whether such a thing was put to the vote, and the vote has carried.
    pub(super) fn carries(self, what: impl Fn(&Motion) -> bool) -> bool {
        let put = self.course.proposal.as_ref().is_some_and(|open| what(&open.motion));
        put && self.course.vote() == Some(Standing::Carried)
    }
}
