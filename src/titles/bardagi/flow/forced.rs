//! Decisions that leave no choice (R21, the last column): what is played without asking. It rests
//! on what everybody sees. Turns that are over by themselves (R7.11) are `decide::act`'s.

use super::super::legal::course;
use super::super::names::Area;
use super::super::orders::Order;
use super::super::state::{State, Step};

/// The forced order of a seat that is asked, if its decision leaves no choice.
pub fn order(state: &State, at: usize) -> Option<Order> {
    match state.step {
        Step::PickHome => {
            let mut free = course::homes(state);
            let first = free.next()?;
            free.next().is_none().then_some(Order::Home(first))
        }
        Step::GodiRetreat => {
            let refuges = state.refuges(at);
            let only = Area::of(refuges).next().filter(|_| refuges.count_ones() == 1);
            only.map(Order::Retire)
        }
        _ => None,
    }
}
