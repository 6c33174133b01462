//! R26 Decision table: what is played for a silent seat. A closed sheet: doctrine and defaults do
//! the rest.

use super::super::orders::Order;
use super::super::state::Verb;

pub fn fallback() -> Order {
    Order::of(Verb::Done)
}
