//! What is played for a silent seat: a closed sheet; doctrine and defaults do the rest (R26.1, R26.2).

use super::super::orders::Order;
use super::super::state::Verb;

pub fn fallback() -> Order {
    Order::of(Verb::Done)
}
