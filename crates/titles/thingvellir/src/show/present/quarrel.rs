//! The panel of a feud.

use super::super::super::things::names::thingmen;
use super::super::view::{FeudView, Row, View};
use super::name;
use ravenpost_rules::{Block, Panel, phrase};

/// A feud with one row per colour, and both sides' cards and totals (R26.5).
pub fn quarrel(view: &View, feud: &FeudView) -> Panel {
    let names = feud.sides.map(|seat| name(view, seat));
    let men = [0, 1].map(|side| {
        let (men, lost) = (feud.men[side], feud.lost[side]);
        let slain = if lost > 0 { format!(", {lost} slain") } else { String::new() };
        format!("{} with {}{slain}", names[side], thingmen(men))
    });
    let turn = match feud.turn {
        Some(seat) => format!(" {} is on turn.", name(view, seat)),
        None => String::new(),
    };
    let text = format!("{}: {} attacks {}.{turn}", feud.place, men[0], men[1]);
    let head = ["Conflict", names[0], "total", names[1], "total", ""].map(str::to_owned).to_vec();
    let rows = feud.rows.iter().map(|row| (None, conflict(row))).collect();
    Panel {
        id: "feud",
        title: format!("Feud: {} against {}", names[0], names[1]),
        blocks: vec![Block::Text(phrase::capital(&text)), Block::Grid { head, rows }],
    }
}

fn conflict(row: &Row) -> Vec<String> {
    let side = |side: usize| {
        let words: Vec<String> = row.cards[side]
            .iter()
            .map(|card| match card.card {
                Some(face) => format!("{} {}", card.kind.slug(), face.name()),
                None => format!("{} added", card.kind.slug()),
            })
            .collect();
        if words.is_empty() { "\u{2013}".to_owned() } else { words.join(", ") }
    };
    vec![
        format!("{} ({})", row.colour.slug(), row.colour.icon()),
        side(0),
        row.worth[0].to_string(),
        side(1),
        row.worth[1].to_string(),
        if row.settled { "settled".into() } else { "open".into() },
    ]
}
