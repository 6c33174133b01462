//! Applies movements of tiles.

use super::super::super::things::kinds::{Good, Pile, Rune};
use super::super::super::things::prices::{glory, price};
use super::super::super::things::tiles::Tile;
use super::super::super::things::who::Who;
use super::super::State;
use super::super::player::Player;
use ravenpost_rules::list::List;

pub fn shuffle(state: &mut State, pile: Pile, tiles: &[Tile]) {
    state.piles[pile.index()] = List::of(tiles);
}

/// Replaces the face-down piles after a redraw.
pub fn redraw(state: &mut State, runes: &[Rune], tiles: &[Vec<Tile>]) {
    state.runes = List::of(runes);
    for (pile, tiles) in state.piles.iter_mut().zip(tiles) {
        *pile = List::of(tiles);
    }
}

pub fn show(state: &mut State, pile: Pile, tile: Tile) {
    state.piles[pile.index()].pop();
    state.shown[pile.index()].push(tile);
}

/// A replaced tile returns to its pile, which is shuffled next.
pub fn build(state: &mut State, who: Who, tile: Tile, replaced: Option<Tile>) {
    let pile = tile.pile().index();
    state.shown[pile].take(tile);
    if let Some(replaced) = replaced {
        state.piles[pile].push(replaced);
    }
    let player = &mut state.players[who.seat];
    put(player, tile, replaced.unwrap_or(Tile::NONE));
    let price = price(tile);
    for good in Good::all() {
        player.goods[good.index()] -= price.goods[good.index()];
    }
    player.gold -= price.gold;
    player.glory += glory(tile, replaced);
}

/// Puts a tile in place of the old one, or in a free slot.
fn put(player: &mut Player, tile: Tile, old: Tile) {
    let places = &mut player.tiles[tile.data().building.index()];
    let places = if tile.data().level == 1 { &mut places[..2] } else { &mut places[2..] };
    if let Some(place) = places.iter_mut().find(|place| **place == old) {
        *place = tile;
    }
}
