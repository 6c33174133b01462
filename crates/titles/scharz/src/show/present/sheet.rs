//! The viewer's own sheet line by line, with the result of trying each line.

use super::super::view::{Drafted, OwnView, View};
use ravenpost_rules::phrase::counted;
use ravenpost_rules::{Block, Panel};

/// The open sheet with what it leaves open, or the receipt of the closed sheet.
pub fn sheet(view: &View, own: &OwnView) -> Option<Panel> {
    if own.sheet.is_empty() {
        let blocks: Vec<Block> = own.lacks.iter().cloned().map(Block::Text).collect();
        let asked = !blocks.is_empty();
        return asked.then(|| Panel { id: "sheet", title: "Your sheet".to_owned(), blocks });
    }
    let me = view.seats.iter().find(|seat| seat.seat == own.seat);
    let sealed = me.is_some_and(|seat| seat.asked && seat.done);
    let title = if sealed { "Your sealed sheet" } else { "Your sheet" };
    let words = "Nobody else sees it before the last sheet is submitted.";
    let lines = counted(own.sheet.len(), "line", "lines");
    let mut blocks = vec![Block::Text(format!("{lines}. {words}"))];
    blocks.extend(own.lacks.iter().cloned().map(Block::Text));
    blocks.push(lined(&own.sheet));
    Some(Panel { id: "sheet", title: title.to_owned(), blocks })
}

/// Lines written for the next decision.
pub fn kept(own: &OwnView) -> Option<Panel> {
    let some = !own.kept.is_empty();
    let blocks = vec![lined(&own.kept)];
    some.then(|| Panel { id: "kept", title: "Written for later".to_owned(), blocks })
}

fn lined(lines: &[Drafted]) -> Block {
    let head = ["Line", "What it does", "As written", "Tried"].map(str::to_owned);
    let row = |(at, line): (usize, &Drafted)| {
        let tried = line.fails.clone().unwrap_or_else(|| "can be done".to_owned());
        (None, vec![(at + 1).to_string(), line.words.clone(), line.order.clone(), tried])
    };
    Block::Grid { head: head.to_vec(), rows: lines.iter().enumerate().map(row).collect() }
}
