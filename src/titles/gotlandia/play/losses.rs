//! Tribute and raid losses (G2, G6): what goes by itself, what is sealed, and the reveal.

use super::super::reckon::ask;
use super::super::state::facts::Fact;
use super::super::state::standing::{give_gifts, give_items};
use super::super::state::{Sealed, Stage, State};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::flow::Run;
use super::judge;
use crate::rules::Seat;

impl Run<'_> {
    pub(super) fn losses(&mut self, then: Stage) -> bool {
        let gifts = gifts(&self.state);
        for seat in self.state.seats() {
            let family = self.state.of(seat);
            if family.owes == 0 || family.sealed.is_some() {
                continue;
            }
            if let Some(goods) = judge::forced_loss(family, gifts) {
                self.put(Fact::Lost { seat, goods, forced: true });
            } else if let Some(order) = family.standing.losses {
                let goods = give(&self.state, seat, &order);
                self.put(Fact::Sealed { seat, order: Sealed::Lose { goods } });
            }
        }
        if self.state.seats().any(|seat| ask::ask(&self.state, seat).is_some()) {
            return false;
        }
        for seat in self.state.seats() {
            if let Some(Sealed::Lose { goods }) = self.state.of(seat).sealed {
                self.put(Fact::Lost { seat, goods, forced: false });
            }
        }
        self.enter(then);
        true
    }
}

/// Whether what is owed now is counted in gifts (R6.8); tribute never is (R16.6).
pub fn gifts(state: &State) -> bool {
    state.stage == Stage::RaidLoss && state.options.gifts()
}

/// What a seat gives up in this order of kinds.
pub fn give(state: &State, seat: Seat, order: &[super::super::things::names::Kind]) -> Goods {
    let family = state.of(seat);
    if gifts(state) {
        give_gifts(&family.storage, family.owes, order)
    } else {
        give_items(&family.storage, family.owes, order)
    }
}

/// What a silent seat gives up: by its instruction, else in the order of R24.4.
pub fn by_default(state: &State, seat: Seat) -> Goods {
    let order = state.of(seat).standing.losses.unwrap_or(data().loss_order);
    give(state, seat, &order)
}
