//! The open piles of craft and trading cards, and what the viewer may learn now.

use super::super::super::things::data::data;
use super::super::super::things::ids::{Card, District};
use super::super::super::things::tables::Needs;
use super::super::view::{Building, PileView, SeatView, View};
use super::cards;
use super::words::own;
use ravenpost_rules::{Block, Panel, view::panel};

pub(super) fn craft(view: &View) -> Panel {
    let price = format!("Can be learned after playing Roma, for {} Silver.", data().costs.learn);
    let blocks = vec![Block::Text(price), Block::Cards(faces(view, &view.craft_piles))];
    Panel::new("craft", "Craft cards", blocks)
}

pub(super) fn trading(view: &View) -> Panel {
    let price = format!("Can be bought after playing Wisby, for {} Silver.", data().costs.partner);
    let blocks = vec![Block::Text(price), Block::Cards(faces(view, &view.trading_piles))];
    Panel::new("trading", "Trading partners", blocks)
}

fn faces(view: &View, piles: &[PileView]) -> Vec<panel::Card> {
    let tops = piles.iter().filter_map(|pile| Some((pile.top?, pile.size)));
    tops.map(|(card, size)| panel::Card {
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
