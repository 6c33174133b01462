//! What lies in the bank: Runes, Axe tokens and tiles. Whatever a document does not place lies
//! where it rests; what is too much for a counted pile is held by the hoarder.

use super::super::state::State;
use super::super::things::{Pile, Rune, Tile};
use super::words;
use super::words::Doc;
use crate::rules::Seat;
use crate::rules::list::List;

/// Runes of a kind, and Axe tokens in all (R1.3, R10.13).
const RUNES: u8 = 8;
const AXES: u8 = 20;

pub fn read(state: &mut State, sheet: &Doc) -> Result<(), String> {
    let last = state.seats().next_back().unwrap_or(Seat(1));
    let hoarder = match words::text(sheet, "hoard")? {
        Some(colour) => words::place(state, colour)?,
        None => last,
    };
    runes(state, sheet, hoarder)?;
    axes(state, sheet, hoarder)?;
    tiles(state, sheet)
}

fn runes(state: &mut State, sheet: &Doc, hoarder: Seat) -> Result<(), String> {
    let mut free = [RUNES; Rune::COUNT];
    for rune in Rune::all() {
        let lying = state.lands.iter().filter(|land| land.runes & rune.bit() != 0).count() as u8;
        let held: u8 = state.players.iter().map(|player| player.runes[rune.index()]).sum();
        let ready = state.players.iter().filter(|player| player.sea).count() as u8;
        let out = lying + held + if rune == Rune::SEA { ready } else { 0 };
        let left = free[rune.index()].checked_sub(out);
        free[rune.index()] = left.ok_or_else(|| format!("more than 8 Runes {}", rune.slug()))?;
    }
    let mut pile: Vec<Rune> = Vec::new();
    for word in words::list(sheet, "rune_pile")?.unwrap_or_default() {
        let rune = words::slug("Rune", Rune::from_slug(word), word)?;
        // A Rune that a change of the document took elsewhere is in the pile no more.
        if free[rune.index()] > 0 {
            free[rune.index()] -= 1;
            pile.push(rune);
        }
    }
    let most = words::number(sheet, "rune_count")?.map_or(48, usize::from);
    for round in 0..RUNES {
        for rune in Rune::all().filter(|rune| free[rune.index()] > round) {
            if pile.len() < most {
                pile.push(rune);
            } else {
                state.players[hoarder].runes[rune.index()] += 1;
            }
        }
    }
    pile.reverse();
    state.runes = List::of(&pile);
    Ok(())
}

fn axes(state: &mut State, sheet: &Doc, hoarder: Seat) -> Result<(), String> {
    let lying: u8 = state.lands.iter().map(|land| land.axes).sum();
    let held: u8 = state.players.iter().map(|player| player.axes).sum();
    let left = AXES.checked_sub(lying + held).ok_or("more than 20 Axe tokens")?;
    state.axes = words::number(sheet, "axes")?.unwrap_or(left);
    let over = left.checked_sub(state.axes).ok_or("more than 20 Axe tokens")?;
    state.players[hoarder].axes += over;
    Ok(())
}

fn tiles(state: &mut State, sheet: &Doc) -> Result<(), String> {
    let mut free = [0_u8; Tile::COUNT];
    for tile in Tile::all() {
        let owned = state.players.iter().filter(|player| player.has(tile)).count() as u8;
        let left = tile.data().copies.checked_sub(owned);
        free[tile.index()] = left.ok_or_else(|| format!("too many tiles {}", tile.slug()))?;
    }
    let (shown, piles) = (words::part(sheet, "shown")?, words::part(sheet, "piles")?);
    for pile in Pile::all() {
        state.shown[pile.index()] = named(shown, pile, &mut free)?;
    }
    let mut fronts = [List::<Tile, 10>::new(); Pile::COUNT];
    for pile in Pile::all() {
        fronts[pile.index()] = named(piles, pile, &mut free)?;
    }
    for pile in Pile::all() {
        let mut rest = rest(pile, free).into_iter();
        if !shown.is_some_and(|shown| shown.contains_key(pile.slug())) {
            for tile in rest.by_ref().take(display(state.seats, pile)) {
                state.shown[pile.index()].push(tile);
            }
        }
        rest.for_each(|tile| fronts[pile.index()].push(tile));
        state.piles[pile.index()] = fronts[pile.index()].reversed();
    }
    for table in [shown, piles].into_iter().flatten() {
        let slugs: Vec<&str> = Pile::all().map(Pile::slug).collect();
        words::known("the tiles", table, &slugs)?;
    }
    Ok(())
}

/// How many tiles of a pile lie face up (R4.3).
fn display(seats: u8, pile: Pile) -> usize {
    let many = usize::from(seats >= 4);
    if pile.level() == 1 { 2 + many } else { 1 + many }
}

fn named<const N: usize>(
    table: Option<&Doc>,
    pile: Pile,
    free: &mut [u8; Tile::COUNT],
) -> Result<List<Tile, N>, String> {
    let mut tiles = List::new();
    let words = table.map(|table| words::list(table, pile.slug())).transpose()?.flatten();
    for word in words.unwrap_or_default() {
        let tile = words::slug("tile", Tile::from_slug(word), word)?;
        if tile.pile() != pile || free[tile.index()] == 0 {
            return Err(format!("there is no {word} for {}", pile.slug()));
        }
        free[tile.index()] -= 1;
        tiles.push(tile);
    }
    Ok(tiles)
}

/// What is left of a pile: one of each design, then the second ones.
fn rest(pile: Pile, free: [u8; Tile::COUNT]) -> Vec<Tile> {
    let mine = || Tile::all().filter(move |tile| tile.pile() == pile);
    let once = mine().filter(|tile| free[tile.index()] > 0);
    once.chain(mine().filter(|tile| free[tile.index()] > 1)).collect()
}
