//! Answers that a seat's private standing instructions give (R24.5).

use super::super::orders::Order;
use super::super::reckon;
use super::super::state::State;
use super::super::state::course::Step;
use super::super::state::standing::Dare;
use super::{feud, forced};
use ravenpost_rules::Seat;

/// The order that an instruction of the seat gives now.
pub fn order(state: &State, seat: Seat) -> Option<Order> {
    let standing = &state.standing[seat];
    match state.step {
        Step::Vote => {
            let action = state.token?.action();
            let support = standing.vote[action.index()].unwrap_or(standing.any);
            support.then_some(Order::Support)
        }
        Step::Challenge => match standing.challenge {
            Dare::Ask => None,
            Dare::Never => Some(Order::LetPass),
            Dare::Always => Some(Order::Challenge),
            Dare::Upto(most) if state.band.men <= most => Some(Order::Challenge),
            Dare::Upto(_) => Some(Order::LetPass),
        },
        Step::Feud => {
            let (side, _) = reckon::feud::side(state);
            let holds = reckon::feud::acceptable(state, side).next().is_none();
            if standing.hold && holds {
                return Some(Order::Hold);
            }
            standing.accept.then(|| forced::yielding(state))
        }
        Step::Claim => {
            let best = feud::claim_sets(state).first().copied();
            best.filter(|_| !standing.claim).map(Order::Claim)
        }
        Step::Raze => standing.spare.then_some(Order::Spare),
        _ => None,
    }
}
