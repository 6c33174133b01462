//! What is played for a silent seat: a closed sheet. Doctrine and defaults do the rest (R26.1).

use super::super::orders::Order;
use super::super::state::Verb;

pub fn fallback() -> Order {
    Order::of(Verb::Done)
}
