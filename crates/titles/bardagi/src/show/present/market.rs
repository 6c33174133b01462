//! Everything that players may buy: face-up upgrades, and the trade table.

use super::super::super::things::tiles::Tile;
use super::super::view::{MarketView, SeatView, View};
use super::cards;
use ravenpost_rules::{Block, Card, Column, Panel, Row};

/// The trade table (R11.9): given, received.
pub const TRADES: [(&str, &str); 10] = [
    ("1 basic good", "1 basic good of another kind"),
    ("1 mine good", "1 mine good of the other kind"),
    ("2 basic goods", "1 mine good"),
    ("1 mine good", "2 basic goods"),
    ("4 basic goods", "1 gold"),
    ("8 basic goods", "3 gold"),
    ("2 mine goods", "1 gold"),
    ("4 mine goods", "3 gold"),
    ("1 gold", "1 mine good"),
    ("1 gold", "2 basic goods"),
];

/// Available tiles by pile, dimmed if the viewer has one already.
pub fn upgrades(view: &View, own: Option<&SeatView>) -> Panel {
    let cards: Vec<Card> = view.market.iter().flat_map(|pile| shown(pile, own)).collect();
    let text = "Build one tile per round. A 2nd-level tile needs a 1st-level tile on the same \
                building. You cannot have two tiles with the same name.";
    let block = if cards.is_empty() {
        Block::Text("No tiles are left.".into())
    } else {
        Block::Cards(cards)
    };
    Panel::new("upgrades", "Upgrades", vec![Block::Text(text.into()), block])
}

fn shown(pile: &MarketView, own: Option<&SeatView>) -> Vec<Card> {
    let has = |tile: Tile| own.is_some_and(|seat| seat.tiles.iter().flatten().any(|t| *t == tile));
    let beneath = match pile.left {
        0 => "no more face down".to_owned(),
        left => format!("{left} more face down"),
    };
    let mut shown: Vec<Card> = Vec::new();
    for tile in &pile.shown {
        if let Some(same) = shown.iter_mut().find(|card| card.slug == tile.slug()) {
            same.count += 1;
            continue;
        }
        let foot = if has(*tile) { "you have this tile".to_owned() } else { beneath.clone() };
        shown.push(cards::tile(*tile, has(*tile), foot));
    }
    shown
}

pub fn trades() -> Panel {
    let row = |(at, (give, get)): (usize, &(&str, &str))| {
        Row::new(format!("trade-{at}"), vec![(*give).into(), (*get).into()])
    };
    let head = Column::all([("give", "Give"), ("get", "Get")]);
    let rows = TRADES.iter().enumerate().map(row).collect();
    let text = "Basic goods are timber, hide, wool and meat. Mine goods are stone and iron. \
                You can combine goods of the same group.";
    let blocks = vec![Block::Grid { head, rows }, Block::Text(text.into())];
    Panel::new("trades", "Trade table", blocks)
}
