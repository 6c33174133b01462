//! The viewer's own sheet line by line, with the result of trying each line.

use super::super::view::{Drafted, OwnView, View};
use ravenpost_rules::text::phrase::counted;
use ravenpost_rules::{Block, Cell, Column, Panel, Row};

/// The open sheet with what it leaves open, or the receipt of the closed sheet.
pub fn sheet(view: &View, own: &OwnView) -> Option<Panel> {
    let open: Vec<Block> = own.budget.iter().chain(&own.lacks).cloned().map(Block::Text).collect();
    if own.sheet.is_empty() {
        let blocks = open;
        let asked = !blocks.is_empty();
        return asked.then(|| Panel::new("sheet", "Your sheet", blocks));
    }
    let me = view.seats.iter().find(|seat| seat.seat == own.seat);
    let sealed = me.is_some_and(|seat| seat.asked && seat.done);
    let title = if sealed { "Your submitted sheet" } else { "Your sheet" };
    let words = "No other player can see it until all sheets are submitted.";
    let lines = counted(own.sheet.len(), "line", "lines");
    let mut blocks = vec![Block::Text(format!("{lines}. {words}"))];
    blocks.extend(open);
    blocks.push(lined(&own.sheet));
    Some(Panel::new("sheet", title, blocks))
}

/// Lines written for the next decision.
pub fn deferred(own: &OwnView) -> Option<Panel> {
    let blocks = || vec![lined(&own.deferred)];
    (!own.deferred.is_empty()).then(|| Panel::new("kept", "Lines for later", blocks()))
}

fn lined(lines: &[Drafted]) -> Block {
    let row = |(at, line): (usize, &Drafted)| {
        let tried = line.fails.clone().unwrap_or_else(|| "possible".to_owned());
        let number = (at + 1).to_string();
        let cells = [number, line.words.clone(), line.order.clone(), tried].map(Cell::from);
        Row::new(format!("line-{}", at + 1), cells.to_vec())
    };
    let head = Column::all([
        ("line", "Line"),
        ("does", "Meaning"),
        ("written", "Order"),
        ("tried", "Check"),
    ]);
    Block::Grid { head, rows: lines.iter().enumerate().map(row).collect() }
}
