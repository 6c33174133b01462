//! Headings for groups of orders, and the fields they concern.

use super::super::orders::Order;
use super::super::orders::rows::{places, row};
use super::super::state::line::{Sheet, SheetLine};
use ravenpost_rules::Group;

const DONE: &str = "Add as many lines as you like, then submit the sheet with done.";
const SHAPES: &str = "<at> and <to> are short names of fields (shown in brackets), <units> is a \
                      number and a unit type (2 li), and <seat> is a player's colour.";

pub fn group(order: &Order) -> Group {
    let notes = match order.line {
        SheetLine::Sheet(Sheet::Done(_)) => vec![[DONE, SHAPES].join(" ")],
        _ => Vec::new(),
    };
    let title = row(&order.line).heading.to_owned();
    let hands_in = matches!(order.line, SheetLine::Sheet(_));
    Group { title, notes, rule: rule(&order.line), hands_in, ..Group::default() }
}

/// The rule for a line.
fn rule(line: &SheetLine) -> &'static str {
    match line {
        SheetLine::Sheet(_) => "R9.5",
        SheetLine::Homelands(_) => "R8.2",
        SheetLine::Beforehand(_) => "R8.2a",
        SheetLine::Start(_) => "R27.4",
        SheetLine::Rivalry(_) => "R7.13",
        SheetLine::March(_) | SheetLine::Crew(_) => "R10.1",
        SheetLine::Chance(_) => "R20.7",
        SheetLine::AtSea(_) => "R10.8",
        SheetLine::Stores(_) => "R10.18",
        SheetLine::Answers(_) => "R17.1",
        SheetLine::Retreats(_) => "R11.1",
        SheetLine::Walls(_) => "R12.1",
        SheetLine::Battle(_) => "R12.3",
        SheetLine::Looting(_) => "R14.1",
        SheetLine::Construction(_) => "R15.1",
        SheetLine::Trade(_) => "R16.1",
        SheetLine::Diplomacy(_) => "R17.1",
        SheetLine::Victory(_) => "R22.4",
        SheetLine::Season(_) => "R19",
        SheetLine::Doctrines(_) => "R28.1",
    }
}

/// The field of a line: its destination, or else its origin.
pub fn area(order: &Order) -> Option<String> {
    places(&order.line).last().map(|field| field.slug().to_owned())
}
