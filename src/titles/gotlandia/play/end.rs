//! The end of a generation (G10, G11): growing, burying, clearing, and what comes next.

use super::super::orders::Lot;
use super::super::reckon::{ask, board};
use super::super::state::facts::Fact;
use super::super::state::standing::Bury;
use super::super::state::{Forced, Sealed, Stage, State};
use super::flow::Run;
use crate::rules::Seat;

impl Run<'_> {
    pub(super) fn generation_ends(&mut self) -> bool {
        for seat in self.state.seats() {
            if ask::ask(&self.state, seat).is_some()
                && let Some((grow, bury)) = instructed(&self.state, seat)
            {
                self.put(Fact::Sealed { seat, order: Sealed::End { grow, bury } });
            }
        }
        if self.state.seats().any(|seat| ask::ask(&self.state, seat).is_some()) {
            return false;
        }
        if self.state.families.iter().any(|family| family.sealed.is_some()) {
            self.put(Fact::Unsealed);
        }
        for seat in self.state.seats() {
            self.seat_ends(seat);
        }
        let over = self.state.left() == 0 || self.state.card.is_some_and(|card| card.data().plague);
        self.put(Fact::Cleared);
        self.enter(if over { Stage::Scoring } else { Stage::Reveal });
        true
    }

    fn seat_ends(&mut self, seat: Seat) {
        let sealed = self.state.of(seat).sealed;
        if sealed.is_none() {
            self.settled(seat, Forced::End);
        }
        let family = self.state.of(seat);
        let fed = board::food(&self.state, seat) >= board::need(family);
        let workers = family.workers + 1;
        let grain = match sealed {
            Some(Sealed::End { grow: true, .. }) => board::payable(&self.state, seat),
            _ => None,
        };
        if workers <= 5 && fed {
            self.put(Fact::Grew { seat, workers, grain: 0 });
        } else if let Some(grain) = grain {
            self.put(Fact::Grew { seat, workers, grain });
        }
        if let Some(Sealed::End { bury: Lot { silver, cards }, .. }) = sealed
            && (silver > 0 || !cards.is_empty())
        {
            self.put(Fact::Buried { seat, silver, cards });
        }
    }
}

/// The order that the standing instructions give, if they answer the whole question (R24.8).
fn instructed(state: &State, seat: Seat) -> Option<(bool, Lot)> {
    let family = state.of(seat);
    let payable = board::payable(state, seat);
    let grow = match (payable, family.standing.grow) {
        (None, _) => false,
        (Some(short), Some(grow)) => grow.pays(short),
        (Some(_), None) => return None,
    };
    if board::buries(family) && family.standing.bury.is_none() {
        return None;
    }
    Some((grow, bury_by_default(state, seat)))
}

fn bury_by_default(state: &State, seat: Seat) -> Lot {
    let family = state.of(seat);
    match family.standing.bury {
        Some(Bury::Silver) => Lot::silver(board::symbols(family).min(family.silver())),
        _ => Lot::default(),
    }
}

/// What a silent seat does: as instructed, else nothing (R24.7).
pub fn by_default(state: &State, seat: Seat) -> (bool, Lot) {
    let wish = state.of(seat).standing.grow;
    let grow = match board::payable(state, seat) {
        Some(short) => wish.is_some_and(|grow| grow.pays(short)),
        None => false,
    };
    (grow, bury_by_default(state, seat))
}
