//! The board and the cards as pages show them: the drawing with its links, and each card's look.

use crate::drawing::{self, Options};
use crate::rules::scene::Scene;
use crate::rules::{Block, Called, Card, Panel, Seat};

/// The look of a card: the first word of its family that we have a colour for.
pub fn family(card: &Card) -> &'static str {
    const LOOKS: &[(&str, &str)] = &[
        ("craft", "fam-craft"),
        ("trading", "fam-trading"),
        ("basic", "fam-basic"),
        ("setting", "fam-setting"),
        ("generation", "fam-generation"),
        ("reputation", "fam-reputation"),
        ("decoration", "fam-decoration"),
        ("red", "fam-red"),
        ("green", "fam-green"),
        ("blue", "fam-blue"),
        ("white", "fam-white"),
    ];
    let look = |word: &str| LOOKS.iter().find(|(name, _)| *name == word).map(|(_, look)| *look);
    card.family.split_whitespace().find_map(look).unwrap_or_default()
}

/// Whether a panel needs the whole width: it lays out cards, or a table of many columns.
pub fn wide(panel: &Panel) -> bool {
    panel.blocks.iter().any(|block| match block {
        Block::Cards(_) => true,
        Block::Grid { head, .. } => head.len() > 6,
        Block::Text(_) | Block::Pairs(_) => false,
    })
}

/// What a row's seat is called, if it has one.
pub fn called<'a>(called: &'a [Called], seat: &Option<Seat>) -> Option<&'a Called> {
    seat.and_then(|seat| called.get(seat.index()))
}

/// The drawn board. `targets` are areas with the addresses of the orders that are about them.
pub fn svg(scene: &Scene, targets: Vec<(String, String)>) -> String {
    drawing::svg(scene, &Options { targets, ..Options::default() })
}
