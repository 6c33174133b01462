//! Decisions that leave no choice (R21, the last column): what is played without asking. Nothing
//! private of another seat goes into it.

use super::super::legal::{self, course};
use super::super::names::Area;
use super::super::orders::Order;
use super::super::state::{State, Step};

/// Orders after which a turn ends (R7.13).
pub const ORDERS: u8 = 200;

/// The forced order of a seat that is asked, if its decision leaves no choice.
pub fn order(state: &State, at: usize) -> Option<Order> {
    match state.step {
        Step::PickHome => {
            let mut free = course::homes(state);
            let first = free.next()?;
            free.next().is_none().then_some(Order::Home(first))
        }
        Step::Act => is_spent(state, at).then_some(Order::Done),
        Step::GodiRetreat => {
            let refuges = state.refuges(at);
            let only = Area::of(refuges).next().filter(|_| refuges.count_ones() == 1);
            only.map(Order::Retire)
        }
        _ => None,
    }
}

/// Whether nothing is left but to end the turn (R7.11, R7.13). Two cards can always be swapped for
/// one (R7.6), so with two in hand nobody needs to look.
fn is_spent(state: &State, at: usize) -> bool {
    if state.now.orders >= ORDERS {
        return true;
    }
    let cards: u8 = state.players[at].hand.iter().sum();
    if cards > 1 {
        return false;
    }
    let legal = legal::legal(state, crate::rules::Seat::at(at));
    legal.complete && legal.orders == [Order::Done]
}
