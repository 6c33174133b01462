//! Decisions that leave no choice (R21, the last column): what is played without asking.

use super::super::orders::Order;
use super::super::reckon::plan::homes;
use super::super::state::{State, Step};
use super::super::things::areas::Area;
use super::turn;
use ravenpost_rules::Seat;

/// Orders a turn may have (R7.13): one-for-one trades could go on for ever.
const ORDERS: u8 = 200;

/// The forced order of a seat that is asked, if its decision leaves no choice.
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

/// Whether the turn is over by itself (R7.11). Of two cards and more a swap can always be
/// made (R7.6), so that nobody needs to look.
fn is_spent(state: &State, seat: Seat) -> bool {
    if state.now.orders >= ORDERS {
        return true;
    }
    if state.players[seat].hand.iter().sum::<u8>() > 1 {
        return false;
    }
    turn::is_spent(state, seat)
}
