//! A seat's hof mat: public holdings, and privately its draws, instructions and pre-orders.

use super::super::super::things::names::{Kind, thingmen};
use super::super::view::{SeatView, View, VoteView};
use super::cards;
use super::quarrel::quarrel;
use ravenpost_rules::{Block, Card, Panel};

/// The viewer's private panels.
pub fn own(view: &View, seat: &SeatView) -> Vec<Panel> {
    let mut panels: Vec<Panel> = view.feud.iter().map(|feud| quarrel(view, feud)).collect();
    if let Some(draw) = view.draw.as_ref().filter(|draw| draw.seat == seat.seat)
        && let Some(known) = &draw.cards
    {
        panels.push(Panel {
            id: "drawn",
            title: "Cards you drew".into(),
            blocks: vec![Block::Cards(known.iter().map(cards::drawn).collect())],
        });
    }
    let mut blocks = vec![Block::Pairs(places(seat))];
    blocks.push(wealth(seat));
    blocks.push(people(seat));
    blocks.extend(private(seat));
    panels.push(Panel { id: "own", title: format!("Your hof: {}", seat.faction.name()), blocks });
    panels
}

/// The hof of any seat, as all players see it.
pub fn public(seat: &SeatView) -> Panel {
    let title =
        format!("{} ({}), seat {}", seat.faction.name(), seat.faction.letter(), seat.seat.0);
    if seat.gone {
        let text = format!("Eliminated, with {} Wordfame.", seat.fame);
        return Panel { id: id(seat), title, blocks: vec![Block::Text(text)] };
    }
    let blocks = vec![Block::Pairs(places(seat)), wealth(seat), people(seat)];
    Panel { id: id(seat), title, blocks }
}

fn id(seat: &SeatView) -> &'static str {
    ["hof-1", "hof-2", "hof-3", "hof-4", "hof-5", "hof-6"][seat.seat.index()]
}

fn places(seat: &SeatView) -> Vec<(String, String)> {
    let (half, quarter) = seat.steads;
    let mut pairs = vec![
        ("Wordfame".to_owned(), seat.fame.to_string()),
        ("Longhall".to_owned(), men(seat.longhall)),
        ("At sea".to_owned(), men(seat.sea)),
        ("Slain".to_owned(), men(seat.slain)),
        ("Stead tokens free".to_owned(), format!("{half} of \u{bd}, {quarter} of \u{be}")),
    ];
    match &seat.vote {
        VoteView::None => {}
        VoteView::Sealed => pairs.push(("Vote".into(), "given, sealed".into())),
        VoteView::Support => pairs.push(("Vote".into(), "support".into())),
        VoteView::Sue { statute, from, .. } => {
            let sides: Vec<String> =
                from.iter().map(|(side, men)| format!("{side}:{men}")).collect();
            pairs.push((
                "Vote".into(),
                format!("sues on {} from {}", statute.slug(), sides.join(" ")),
            ));
        }
    }
    if let Some(colour) = seat.colour_of_round {
        pairs.push(("Colour of the round".into(), colour.slug().into()));
    }
    pairs
}

fn men(count: u8) -> String {
    thingmen(count)
}

/// Goods by colour and worth.
fn wealth(seat: &SeatView) -> Block {
    let held = Kind::falling().filter(|kind| seat.goods[kind.index()] > 0);
    let goods: Vec<Card> = held.map(|kind| cards::goods(kind, seat.goods[kind.index()])).collect();
    if goods.is_empty() { Block::Text("No Goods.".into()) } else { Block::Cards(goods) }
}

/// Home Bondi, Bondi, Hird.
fn people(seat: &SeatView) -> Block {
    let faction = seat.faction;
    let ready = |slot: u8| seat.ready.is_empty() || seat.ready.contains(&slot);
    let mut all = vec![cards::home(faction, !ready(0))];
    for bond in &seat.oaths {
        let strength = seat.strength[bond.colour.index()];
        all.push(cards::bondi(bond, strength, !ready(bond.slot)));
    }
    all.extend(seat.hird.iter().map(cards::persona));
    Block::Cards(all)
}

/// The seat's instructions and pre-orders.
fn private(seat: &SeatView) -> Vec<Block> {
    let mut pairs = Vec::new();
    for (title, list) in
        [("Standing instructions", &seat.standing), ("Orders in advance", &seat.later)]
    {
        if let Some(list) = list.as_ref().filter(|list| !list.is_empty()) {
            pairs.push((title.to_owned(), list.join("; ")));
        }
    }
    if pairs.is_empty() { Vec::new() } else { vec![Block::Pairs(pairs)] }
}
