//! Decisions without a choice (R21, last column) and the orders played for them.

use crate::orders::Order;
use crate::play::turn;
use crate::reckon::plan::homes;
use crate::state::{State, Step};
use crate::things::areas::Area;
use ravenpost_rules::Seat;

/// Maximum number of orders in a turn (R7.13): one-for-one trades could continue endlessly.
const ORDERS: u8 = 200;

/// The forced order of an awaited seat, if its decision leaves no choice.
pub fn order(state: &State, seat: Seat) -> Option<Order> {
    match state.step {
        Step::PickHome => {
            let mut free = homes(state);
            let first = free.next()?;
            free.next().is_none().then_some(Order::Home(first))
        }
        Step::Act => is_spent(state, seat).then_some(Order::Done),
        Step::GodiRetreat => {
            let refuges = state.refuges(seat);
            let only = Area::of(refuges).next().filter(|_| refuges.count_ones() == 1);
            only.map(Order::Retire)
        }
        _ => None,
    }
}

/// Whether the turn ends automatically (R7.11). With two or more cards a swap is always possible
/// (R7.6), so the search can be skipped.
fn is_spent(state: &State, seat: Seat) -> bool {
    if state.now.orders >= ORDERS {
        return true;
    }
    if state.players[seat].hand.iter().sum::<u8>() > 1 {
        return false;
    }
    turn::is_spent(state, seat)
}
