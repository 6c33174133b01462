//! The bank's supplies: Runes, Axe tokens and tiles. Whatever a document does not place stays in
//! its default place. Whatever exceeds a counted supply is held by the hoarder.

use super::super::state::State;
use super::super::things::kinds::{Pile, Rune};
use super::super::things::tiles::Tile;
use super::words::{self, SEAT};
use ravenpost_rules::Seat;
use ravenpost_rules::doc::Doc;
use ravenpost_rules::list::List;

/// Runes of each kind, and the total of Axe tokens (R1.3, R10.13).
const RUNES: usize = 8;
const AXES: u16 = 20;

pub fn read(state: &mut State, document: &Doc) {
    let last = state.seats().next_back().unwrap_or(Seat(1));
    let hoarder = document.named("hoard", SEAT, |text| words::seat(state, text)).unwrap_or(last);
    runes(state, document, hoarder);
    axes(state, document, hoarder);
    tiles(state, document);
}

fn runes(state: &mut State, document: &Doc, hoarder: Seat) {
    let mut free = [RUNES; Rune::COUNT];
    for rune in Rune::all() {
        let lying = state.lands.iter().filter(|land| land.runes & rune.bit() != 0).count();
        let held = state.players.iter().map(|player| usize::from(player.runes[rune.index()]));
        let ready = state.players.iter().filter(|player| player.sea && rune == Rune::SEA).count();
        let left = RUNES.checked_sub(lying + held.sum::<usize>() + ready);
        let wrong = || document.slip(format!("more than {RUNES} Runes {}", rune.slug()));
        free[rune.index()] = left.or_else(wrong).unwrap_or_default();
    }
    let mut pile: Vec<Rune> = Vec::new();
    for rune in document.list("rune_pile", "Rune", Rune::from_slug).unwrap_or_default() {
        // A Rune that the document placed elsewhere is no longer in the pile.
        if free[rune.index()] > 0 {
            free[rune.index()] -= 1;
            pile.push(rune);
        }
    }
    let most = document.number("rune_count").unwrap_or(RUNES * Rune::COUNT);
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
}

fn axes(state: &mut State, document: &Doc, hoarder: Seat) {
    let lying = state.lands.iter().map(|land| u16::from(land.axes)).sum::<u16>();
    let held = state.players.iter().map(|player| u16::from(player.axes)).sum::<u16>();
    let given = document.number::<u8>("axes");
    let over = AXES.checked_sub(lying + held).and_then(|left| {
        state.axes = given.unwrap_or(left as u8);
        left.checked_sub(u16::from(state.axes))
    });
    match over {
        Some(over) => state.players[hoarder].axes += over as u8,
        None => document.slips().add(format!("more than {AXES} Axe tokens")),
    }
}

fn tiles(state: &mut State, document: &Doc) {
    let mut free = [0_u8; Tile::COUNT];
    for tile in Tile::all() {
        let owned = state.players.iter().filter(|player| player.has(tile)).count() as u8;
        let left = tile.data().copies.checked_sub(owned);
        let wrong = || document.slip(format!("too many tiles {}", tile.slug()));
        free[tile.index()] = left.or_else(wrong).unwrap_or_default();
    }
    let slugs: Vec<&str> = Pile::all().map(Pile::slug).collect();
    let [shown, piles] = ["shown", "piles"].map(|key| document.part(key, &slugs));
    for pile in Pile::all() {
        state.shown[pile.index()] = named(shown.as_ref(), pile, &mut free);
    }
    let fronts: [List<Tile, 10>; Pile::COUNT] =
        std::array::from_fn(|pile| named(piles.as_ref(), Pile(pile as u8), &mut free));
    for (pile, mut front) in Pile::all().zip(fronts) {
        let mut rest = rest(pile, free).into_iter();
        if !shown.as_ref().is_some_and(|shown| shown.has(pile.slug())) {
            for tile in rest.by_ref().take(display(state.seats, pile)) {
                state.shown[pile.index()].push(tile);
            }
        }
        rest.for_each(|tile| front.push(tile));
        state.piles[pile.index()] = front.reversed();
    }
}

/// Number of tiles face up in a pile (R4.3).
fn display(seats: u8, pile: Pile) -> usize {
    let many = usize::from(seats >= 4);
    if pile.level() == 1 { 2 + many } else { 1 + many }
}

/// The tiles that a table lists for a pile, in order.
fn named<const N: usize>(
    table: Option<&Doc>,
    pile: Pile,
    free: &mut [u8; Tile::COUNT],
) -> List<Tile, N> {
    let mut tiles = List::new();
    let Some(table) = table else { return tiles };
    for tile in table.list(pile.slug(), "tile", Tile::from_slug).unwrap_or_default() {
        if tile.pile() != pile || free[tile.index()] == 0 {
            table.slips().add(format!("there is no {} for {}", tile.slug(), pile.slug()));
            continue;
        }
        if tiles.is_full() {
            table.slips().add(format!("{}: too many tiles", pile.slug()));
            break;
        }
        free[tile.index()] -= 1;
        tiles.push(tile);
    }
    tiles
}

/// The rest of a pile: one of each design, then the second copies.
fn rest(pile: Pile, free: [u8; Tile::COUNT]) -> Vec<Tile> {
    let mine = || Tile::all().filter(move |tile| tile.pile() == pile);
    let once = mine().filter(|tile| free[tile.index()] > 0);
    once.chain(mine().filter(|tile| free[tile.index()] > 1)).collect()
}
