//! The panel of a feud.

use super::super::super::things::names::thingmen;
use super::super::view::{FeudView, Row as FeudRow, View};
use super::name;
use ravenpost_rules::{Block, Cell, Column, Item, Panel, Row, text::phrase};

/// A feud with one row per colour, and both sides' cards and totals (R26.5).
pub fn quarrel(view: &View, feud: &FeudView) -> Panel {
    let names = feud.sides.map(|seat| name(view, seat));
    let men = [0, 1].map(|side| {
        let (men, lost) = (feud.men[side], feud.lost[side]);
        let slain = if lost > 0 { format!(", {lost} slain") } else { String::new() };
        format!("{} with {}{slain}", names[side], thingmen(men))
    });
    let turn = match feud.turn {
        Some(seat) => format!(" It is {}'s turn.", name(view, seat)),
        None => String::new(),
    };
    let text = format!("{}: {} attacks {}.{turn}", feud.place, men[0], men[1]);
    let head = Column::all([
        ("conflict", "Conflict"),
        ("attackers", names[0]),
        ("attack", "total"),
        ("defenders", names[1]),
        ("defence", "total"),
        ("state", ""),
    ]);
    let rows = feud.rows.iter().map(conflict).collect();
    let blocks = vec![Block::Text(phrase::capital(&text)), Block::Grid { head, rows }];
    let note = format!("{} against {}", names[0], names[1]);
    Panel { note, ..Panel::new("feud", "Feud", blocks) }
}

fn conflict(row: &FeudRow) -> Row {
    let side = |side: usize| -> Cell {
        let cards = row.cards[side].iter().enumerate();
        let items: Vec<Item> = cards
            .map(|(at, card)| {
                let words = match card.card {
                    Some(face) => format!("{} {}", card.kind.slug(), face.name()),
                    None => format!("{} added", card.kind.slug()),
                };
                Item::new(format!("card-{at}"), words)
            })
            .collect();
        if items.is_empty() { "\u{2013}".into() } else { items.into() }
    };
    let cells = vec![
        format!("{} ({})", row.colour.slug(), row.colour.icon()).into(),
        side(0),
        row.worth[0].to_string().into(),
        side(1),
        row.worth[1].to_string().into(),
        if row.settled { "settled" } else { "open" }.into(),
    ];
    Row::new(row.colour.slug(), cells)
}
