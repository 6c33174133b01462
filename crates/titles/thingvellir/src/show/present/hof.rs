//! A seat's hof mat: public holdings, and privately its draws, instructions and pre-orders.

use super::super::super::things::names::{Kind, thingmen};
use super::super::view::{SeatView, View, VoteView};
use super::cards;
use super::quarrel::quarrel;
use ravenpost_rules::{Block, Card, Pair, Panel};

/// The viewer's private panels.
pub fn own(view: &View, seat: &SeatView) -> Vec<Panel> {
    let mut panels: Vec<Panel> = view.feud.iter().map(|feud| quarrel(view, feud)).collect();
    if let Some(draw) = view.draw.as_ref().filter(|draw| draw.seat == seat.seat)
        && let Some(known) = &draw.cards
    {
        let cards = known.iter().map(cards::drawn).collect();
        panels.push(Panel::new("drawn", "Cards you drew", vec![Block::Cards(cards)]));
    }
    let mut blocks = vec![Block::Pairs(places(seat))];
    blocks.push(wealth(seat));
    blocks.push(people(seat));
    blocks.extend(private(seat));
    let note = seat.faction.name().to_owned();
    panels.push(Panel { note, ..Panel::new("own", "Your hof", blocks) });
    panels
}

/// The hof of any seat, as all players see it.
pub fn public(seat: &SeatView) -> Panel {
    let title =
        format!("{} ({}), seat {}", seat.faction.name(), seat.faction.letter(), seat.seat.0);
    if seat.gone {
        let text = format!("Eliminated, with {} Wordfame.", seat.fame);
        return Panel::new(id(seat), title, vec![Block::Text(text)]);
    }
    let blocks = vec![Block::Pairs(places(seat)), wealth(seat), people(seat)];
    Panel::new(id(seat), title, blocks)
}

fn id(seat: &SeatView) -> &'static str {
    ["hof-1", "hof-2", "hof-3", "hof-4", "hof-5", "hof-6"][seat.seat.index()]
}

fn places(seat: &SeatView) -> Vec<Pair> {
    let (half, quarter) = seat.steads;
    let steads = format!("{half} of \u{bd}, {quarter} of \u{be}");
    let mut pairs = vec![
        Pair::new("fame", "Wordfame", seat.fame.to_string()),
        Pair::new("longhall", "Longhall", thingmen(seat.longhall)),
        Pair::new("sea", "At sea", thingmen(seat.sea)),
        Pair::new("slain", "Slain", thingmen(seat.slain)),
        Pair::new("steads", "Free Stead tokens", steads),
    ];
    let vote = match &seat.vote {
        VoteView::None => None,
        VoteView::Sealed => Some("cast in secret".to_owned()),
        VoteView::Support => Some("support".to_owned()),
        VoteView::Sue { statute, from, .. } => {
            let sides: Vec<String> =
                from.iter().map(|(side, men)| format!("{side}:{men}")).collect();
            Some(format!("sues on {} from {}", statute.slug(), sides.join(" ")))
        }
    };
    pairs.extend(vote.map(|vote| Pair::new("vote", "Vote", vote)));
    if let Some(colour) = seat.colour_of_round {
        pairs.push(Pair::new("colour", "Colour of the round", colour.slug()));
    }
    pairs
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
    let lists = [
        ("standing", "Standing instructions", &seat.standing),
        ("later", "Orders in advance", &seat.later),
    ];
    let pairs: Vec<Pair> = lists
        .into_iter()
        .filter_map(|(id, name, list)| {
            let list = list.as_ref().filter(|list| !list.is_empty())?;
            Some(Pair::new(id, name, list.join("; ")))
        })
        .collect();
    if pairs.is_empty() { Vec::new() } else { vec![Block::Pairs(pairs)] }
}
