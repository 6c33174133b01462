//! The open piles of craft and trading cards, and what the viewer may learn now.

use super::super::super::things::data::data;
use super::super::super::things::ids::{Card, District};
use super::super::super::things::tables::Needs;
use super::super::view::{Building, PileView, SeatView, View};
use super::cards;
use super::words::own;
use ravenpost_rules::{Block, Panel, view};

pub(super) fn craft(view: &View) -> Panel {
    let price = format!("Learned after a play of Roma, for {} Silver.", data().costs.learn);
    Panel {
        id: "craft",
        title: "Craft cards".into(),
        blocks: vec![Block::Text(price), Block::Cards(faces(view, &view.craft_piles))],
    }
}

pub(super) fn trading(view: &View) -> Panel {
    let price = format!("Bought after a play of Wisby, for {} Silver.", data().costs.partner);
    Panel {
        id: "trading",
        title: "Trading partners".into(),
        blocks: vec![Block::Text(price), Block::Cards(faces(view, &view.trading_piles))],
    }
}

fn faces(view: &View, piles: &[PileView]) -> Vec<view::Card> {
    let tops = piles.iter().filter_map(|pile| Some((pile.top?, pile.size)));
    tops.map(|(card, size)| view::Card {
        foot: cards::beneath(size),
        dim: own(view).is_some_and(|seat| !meets(seat, card)),
        ..cards::face(card, &view.options)
    })
    .collect()
}

/// Returns whether the seat's settlements meet the card's requirements (R9.25).
pub(super) fn meets(seat: &SeatView, card: Card) -> bool {
    let Needs { terrains, harbour, church, settings } = card.data().needs;
    let districts = || seat.settlements.iter().map(|one| one.district);
    let has = districts().fold(0, |set, district| set | district.terrain().bit());
    let port = |district: District| data().districts[district.index()].harbour;
    terrains & !has == 0
        && (!harbour || districts().any(port))
        && (!church || seat.settlements.iter().any(|one| one.kind == Building::Church))
        && seat.settings >= settings
}
