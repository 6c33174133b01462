//! Answers by private standing instructions (R24.5).

use super::super::orders::Order;
use super::super::reckon;
use super::super::state::State;
use super::super::state::progress::Step;
use super::super::state::standing::{Dare, Instruction};
use super::forced;
use super::ride::feud;
use ravenpost_rules::Seat;

/// An order, and the instruction that gives it.
pub struct Answer {
    pub order: Order,
    pub by: Instruction,
}

/// The answer of the seat's instructions to the open decision.
pub fn answer(state: &State, seat: Seat) -> Option<Answer> {
    let standing = &state.standing[seat];
    match state.step {
        Step::Vote => {
            let action = state.token?.action();
            let named = standing.vote[action.index()];
            let by = Instruction::SupportVote(named.map(|_| action), true);
            named.unwrap_or(standing.any).then_some(Answer { order: Order::Support, by })
        }
        Step::Challenge => {
            let order = match standing.challenge {
                Dare::Ask => return None,
                Dare::Never => Order::LetPass,
                Dare::Always => Order::Challenge,
                Dare::Upto(most) if state.band.men <= most => Order::Challenge,
                Dare::Upto(_) => Order::LetPass,
            };
            Some(Answer { order, by: Instruction::Challenge(standing.challenge) })
        }
        Step::Feud => {
            let (side, _) = reckon::feud::side(state);
            let holds = reckon::feud::acceptable(state, side).next().is_none();
            if standing.hold && holds {
                return Some(Answer { order: Order::Hold, by: Instruction::AutoHold(true) });
            }
            let order = forced::yielding(state);
            standing.accept.then_some(Answer { order, by: Instruction::AcceptConflicts(true) })
        }
        Step::Claim => {
            let best = feud::claim_sets(state).first().copied();
            let order = best.filter(|_| !standing.claim).map(Order::Claim);
            order.map(|order| Answer { order, by: Instruction::AutoClaim(true) })
        }
        Step::Raze => {
            let by = Instruction::SpareFarms(true);
            standing.spare.then_some(Answer { order: Order::Spare, by })
        }
        _ => None,
    }
}
