//! Consistency checks: every disk, Rune, token, tile and card exists exactly once, in a place where
//! it is allowed.

use super::super::state::{State, Step};
use super::super::things::areas::{Area, Place};
use super::super::things::ids::Node;
use super::super::things::kinds::{Building, Colour, Good, Kind, Pile, Rune, Unit};
use super::super::things::tiles::Tile;
use ravenpost_rules::Seat;

/// Numbers of components (R1.2, R1.3, R10.12).
const DISKS: u16 = 40;
const RUNES: usize = 8;
const AXES: u16 = 20;
const CARDS: u8 = 6;
/// Upper limits of storages and buildings (R2.6, R13.12).
const GOODS: u8 = 8;
const LIMIT: u8 = 12;

/// Describes the first inconsistency found.
pub fn audit(state: &State) -> Result<(), String> {
    if state.seats == 0 {
        return Ok(());
    }
    for seat in state.seats().filter(|seat| state.players[*seat].colour != Colour::NONE) {
        disks(state, seat)?;
        cards(state, seat)?;
        units(state, seat)?;
        slots(state, seat)?;
    }
    lands(state)?;
    runes(state)?;
    axes(state)?;
    tiles(state)?;
    progress(state)
}

fn require(held: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if held { Ok(()) } else { Err(wrong()) }
}

/// 40 disks per seat (R2.4): on the player board, on areas, under Runes.
fn disks(state: &State, seat: Seat) -> Result<(), String> {
    let (player, name) = (&state.players[seat], state.who(seat).name());
    let board = player.disks.iter().chain([&player.town, &player.pile]);
    let out = state.lands.iter().filter(|land| land.owner == Some(seat)).map(|land| &land.disks);
    let markers = state.lands.iter().filter(|land| land.caster == Some(seat)).count();
    let all = board.chain(out).map(|disks| u16::from(*disks)).sum::<u16>() + markers as u16;
    require(all == DISKS, || format!("{name} has {all} disks"))?;
    let full = player.disks.iter().all(|disks| *disks <= LIMIT);
    require(full, || format!("{name} has an overfull building"))?;
    let stored = player.goods.iter().all(|goods| *goods <= GOODS);
    require(stored, || format!("{name} has an overfull storage"))
}

/// 24 cards per seat, six of each unit (R6.1, R20.6). Hands contain only dealt cards.
fn cards(state: &State, seat: Seat) -> Result<(), String> {
    let (player, name) = (&state.players[seat], state.who(seat).name());
    for unit in Unit::all().map(Unit::index) {
        let right = player.hand[unit] + player.used[unit] <= player.dealt[unit]
            && player.dealt[unit] <= CARDS
            && player.last[unit] <= CARDS
            && player.next[unit] <= CARDS;
        require(right, || format!("{name}'s {} cards are miscounted", Unit(unit as u8).name()))?;
    }
    Ok(())
}

/// Units are on this board, aboard a ship outside its dock, or defeated in town.
fn units(state: &State, seat: Seat) -> Result<(), String> {
    let (player, name) = (&state.players[seat], state.who(seat).name());
    for unit in Unit::LAND {
        let place = player.at[unit.index()];
        let right = match place {
            Place::TOWN => unit == Unit::B,
            Place::ABOARD => player.ship != Node::DOCK,
            _ => place.area().is_some_and(|area| may_stand(state, seat, unit, area)),
        };
        require(right, || format!("{name}'s {} cannot be at {}", unit.name(), place.slug()))?;
    }
    let harbour = player.ship.harbour();
    let afloat = harbour.is_none_or(|area| area.data().harbour && area.map() == state.map);
    require(afloat, || format!("{name}'s ship cannot be at {}", player.ship.slug()))
}

/// Homes are closed to other seats, except to a Kaupmadur while the home is in play (R3.7).
fn may_stand(state: &State, seat: Seat, unit: Unit, area: Area) -> bool {
    let open = match (area.kind(), state.host(area)) {
        (Kind::Home, Some(host)) => host == seat || unit == Unit::K,
        (Kind::Home, None) => false,
        _ => true,
    };
    open && area.map() == state.map
}

/// Tiles are on the right building and level, and never twice (R13.4-R13.6).
fn slots(state: &State, seat: Seat) -> Result<(), String> {
    let (player, name) = (&state.players[seat], state.who(seat).name());
    for building in Building::all() {
        for (slot, tile) in player.tiles[building.index()].iter().enumerate() {
            if *tile == Tile::NONE {
                continue;
            }
            let pile = tile.pile();
            let right = pile.building() == building && (pile.level() == 2) == (slot == 2);
            let once = player.tiles.iter().flatten().filter(|known| *known == tile).count() == 1;
            require(right && once, || format!("{name}'s {} is in the wrong place", tile.name()))?;
        }
        let places = player.tiles[building.index()];
        let founded = places[2] == Tile::NONE || places[..2].iter().any(|tile| *tile != Tile::NONE);
        require(founded, || format!("{name}'s {} lacks a first tile", building.name()))?;
    }
    Ok(())
}

/// Disks, tokens and Runes are only where they are allowed (R2.8, R2.9, R10.12, R14.12).
fn lands(state: &State) -> Result<(), String> {
    for area in Area::all() {
        let land = state.land(area);
        let here = area.map() == state.map;
        let owned = land.owner.is_some();
        let ownable = here && area.kind().ownable();
        let curses = Rune::BARREN.bit() | Rune::THEIRS.bit();
        let right = owned == (land.disks > 0)
            && land.owner.is_none_or(|owner| state.has(owner))
            && (!owned || ownable)
            && (land.axes == 0 || owned || state.host(area).is_some())
            && (land.runes == 0 || ownable)
            && land.runes & curses != curses
            && (land.runes & Rune::THEIRS.bit() != 0) == land.caster.is_some();
        require(right, || format!("{} is inconsistent: {land:?}", area.slug()))?;
    }
    Ok(())
}

/// Eight Runes of each kind: held, ready, on areas, in the pile (R20.2).
fn runes(state: &State) -> Result<(), String> {
    for rune in Rune::all() {
        let held = state.players.iter().map(|player| usize::from(player.runes[rune.index()]));
        let ready = state.players.iter().filter(|player| player.sea && rune == Rune::SEA).count();
        let laid = state.lands.iter().filter(|land| land.runes & rune.bit() != 0).count();
        let all = held.sum::<usize>() + ready + laid + state.runes.count(rune);
        require(all == RUNES, || format!("there are {all} Runes {}", rune.slug()))?;
    }
    Ok(())
}

/// 20 Axe tokens: held, on areas and homes, in the bank (R20.3).
fn axes(state: &State) -> Result<(), String> {
    let held = state.players.iter().map(|player| u16::from(player.axes)).sum::<u16>();
    let laid = state.lands.iter().map(|land| u16::from(land.axes)).sum::<u16>();
    let all = held + laid + u16::from(state.axes);
    require(all == AXES, || format!("there are {all} Axe tokens"))
}

/// 45 tiles: on boards, face up, in piles (R20.5).
fn tiles(state: &State) -> Result<(), String> {
    for tile in Tile::all() {
        let pile = tile.pile().index();
        let built = state.players.iter().flat_map(|player| player.tiles.iter().flatten());
        let all = built.filter(|known| **known == tile).count()
            + state.shown[pile].count(tile)
            + state.piles[pile].count(tile);
        let copies = usize::from(tile.data().copies);
        require(all == copies, || format!("there are {all} of {}", tile.slug()))?;
    }
    let apart = Pile::all().all(|pile| {
        let all = state.shown[pile.index()].iter().chain(state.piles[pile.index()].iter());
        all.into_iter().all(|tile| tile.pile() == pile)
    });
    require(apart, || "some tiles are in the wrong piles".into())
}

/// Checks attacks, sold hides and offers against their limits.
fn progress(state: &State) -> Result<(), String> {
    let attack = state.attack.is_some();
    require(!attack || state.step == Step::GodiRetreat, || "an attack was left unresolved".into())?;
    let tanned = state.now.tanned <= super::super::things::prices::TANNED;
    require(tanned, || "too many hides were tanned".into())?;
    let goods = Good::all().all(|good| state.now.give[good.index()] <= GOODS);
    require(goods, || "an offer is too large".into())
}
