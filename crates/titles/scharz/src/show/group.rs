//! The headings orders stand under, and the fields they are about.

use super::super::orders::Order;
use super::super::orders::rows::{places, row};
use super::super::play::open;
use super::super::state::State;
use super::super::state::line::{Sheet, SheetLine};
use ravenpost_rules::{Group, Seat};

const DONE: &str = "Write lines until you have no more, then done.";
const SHAPES: &str = "In these lines <at>, <to> and <on> are fields by their short names (in \
    brackets), <units> is a number and a kind (2 li), and <seat> is a player's colour.";

pub fn group(state: &State, seat: Seat, order: &Order) -> Group {
    let note = match order.line {
        SheetLine::Sheet(Sheet::Done(_)) => {
            let lacks = open::lacks(state, seat);
            let hint = [DONE, SHAPES];
            lacks.iter().map(String::as_str).chain(hint).collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    };
    let title = row(&order.line).heading.to_owned();
    Group { title, note, ..Group::default() }
}

/// The field of a line: where it leads, else where it begins.
pub fn area(order: &Order) -> Option<String> {
    places(&order.line).last().map(|field| field.slug().to_owned())
}
