//! The Building phase: which tiles a seat may buy (chapter 13).

use super::super::names::{Good, Pile, Tile};
use super::super::orders::Order;
use super::super::state::{Player, State};
use super::no;
use crate::rules::Refusal;

/// What a tile costs in goods and gold (R13.3), by level.
pub struct Price {
    pub goods: [u8; Good::COUNT],
    pub gold: u16,
}

pub fn price(tile: Tile) -> Price {
    match tile.data().level {
        1 => Price { goods: [3, 0, 0, 0, 0, 1], gold: 1 },
        _ => Price { goods: [0, 0, 0, 0, 3, 2], gold: 2 },
    }
}

/// Glory of a new tile (R13.7); none for one that replaces another (R13.8).
pub fn glory(tile: Tile, old: Option<Tile>) -> u16 {
    match (old, tile.data().level) {
        (Some(_), _) => 0,
        (None, 1) => 3,
        (None, _) => 5,
    }
}

/// Everything the seat can build, and passing.
pub fn list(state: &State, at: usize) -> Vec<Order> {
    let player = &state.players[at];
    let mut orders = Vec::new();
    for pile in Pile::all() {
        let shown = &state.shown[pile.index()];
        for (nth, tile) in shown.iter().enumerate() {
            // The second of two copies is no other choice.
            if shown[..nth].contains(tile) {
                continue;
            }
            let old = slots(player, pile).iter().filter(|slot| **slot != Tile::NONE);
            let olds = std::iter::once(None).chain(old.map(|old| Some(*old)));
            let can = olds.filter(|old| check(state, at, *tile, *old).is_ok());
            orders.extend(can.map(|old| Order::Build(*tile, old)));
        }
    }
    orders.push(Order::Pass);
    orders
}

pub fn check(state: &State, at: usize, tile: Tile, old: Option<Tile>) -> Result<(), Refusal> {
    let player = &state.players[at];
    let (name, pile) = (tile.name(), tile.pile());
    if !state.shown[pile.index()].contains(&tile) {
        return no("R13.2", format!("no {name} lies face up"));
    }
    if player.has(tile) {
        return no("R13.6", format!("you have a {name} already"));
    }
    if let Some(old) = old {
        if !player.has(old) {
            return no("R13.8", format!("you have no {}", old.name()));
        }
        if old.pile() != pile {
            let place = super::super::orders::group::pile(pile);
            return no("R13.8", format!("{name} replaces a tile of its own place: {place}"));
        }
    } else if !slots(player, pile).contains(&Tile::NONE) {
        return no("R13.4", format!("no place for it is free on the {}", pile.building().name()));
    }
    if pile.level() == 2 && !has_first(player, pile) {
        let building = pile.building().name();
        return no("R13.5", format!("{name} needs a tile of level 1 on the {building}"));
    }
    afford(player, tile)
}

/// The places for tiles of that building and level: two for the first, one for the second (R13.4).
pub fn slots(player: &Player, pile: Pile) -> &[Tile] {
    let places = &player.tiles[pile.building().index()];
    if pile.level() == 1 { &places[..2] } else { &places[2..] }
}

fn has_first(player: &Player, pile: Pile) -> bool {
    player.tiles[pile.building().index()][..2].iter().any(|tile| *tile != Tile::NONE)
}

fn afford(player: &Player, tile: Tile) -> Result<(), Refusal> {
    let Price { goods, gold } = price(tile);
    for good in Good::all() {
        let (due, held) = (goods[good.index()], player.goods[good.index()]);
        if held < due {
            let (name, slug) = (tile.name(), good.slug());
            return no("R13.3", format!("{name} costs {due} {slug}; your storage has {held}"));
        }
    }
    if player.gold < gold {
        return no("R13.3", format!("{} costs {gold} gold", tile.name()));
    }
    Ok(())
}
