//! Value of owned areas until the end: glory, goods, gold and recruits, with Runes and Godis on
//! them.

use super::super::super::state::State;
use super::super::super::things::areas::Area;
use super::super::super::things::kinds::{Kind, Rune, Unit};
use super::{GOLD, GOODS, disk};
use ravenpost_rules::Seat;

/// Owned areas that tiles count.
#[derive(Default)]
pub struct Count {
    pub forest: i64,
    pub sheep: i64,
    pub cattle: i64,
    pub quarry: i64,
    pub iron: i64,
    pub village: i64,
}

impl Count {
    pub fn of(state: &State, seat: Seat) -> Count {
        let mut count = Count::default();
        for area in Area::of(state.owned(seat)) {
            match area.kind() {
                Kind::Forest => count.forest += 1,
                Kind::Sheep => count.sheep += 1,
                Kind::Cattle => count.cattle += 1,
                Kind::Quarry => count.quarry += 1,
                Kind::Iron => count.iron += 1,
                Kind::Village => count.village += 1,
                _ => {}
            }
        }
        count
    }
}

/// Value of one unit of yield.
fn unit(kind: Kind, claims: i64) -> i64 {
    match kind {
        Kind::Gold => GOLD,
        Kind::Village => disk(claims),
        Kind::Camp => 12,
        // A choice of two goods is worth slightly more than one.
        Kind::Sheep | Kind::Cattle => 50,
        kind => kind.goods().first().map_or(0, |good| GOODS[good.index()]),
    }
}

/// Value of an empty area to a new owner.
pub fn plain(area: Area, claims: i64) -> i64 {
    claims * (100 + unit(area.kind(), claims)) + 30
}

/// Value of all areas for a seat: its own, and others' through its Runes.
pub fn worth(state: &State, seat: Seat, claims: i64) -> i64 {
    let mut worth = 0;
    let mut kinds = [0_i64; 10];
    for area in Area::of(state.map.areas()) {
        let land = state.land(area);
        let Some(owner) = land.owner else { continue };
        let kind = area.kind();
        let each = unit(kind, claims);
        let yielded = each * units(state, area, claims);
        if land.caster.unwrap_or(owner) == seat {
            // Many areas of one kind fill the storage, and different kinds pay for tiles.
            let had = &mut kinds[kind as usize];
            worth += yielded * (12 - (*had).min(6)) / 10;
            *had += 1;
        }
        if owner == seat {
            worth += claims * 100 + 30;
            worth += i64::from(land.disks - 1) * disk(claims) / 2 + i64::from(land.axes) * 16;
        }
    }
    worth
}

/// Units of yield until the end (R14.2). The current position of Godis counts for one Claim phase.
fn units(state: &State, area: Area, claims: i64) -> i64 {
    let land = state.land(area);
    let has = |rune: Rune| i64::from(land.runes & rune.bit() != 0);
    if has(Rune::BARREN) > 0 {
        // A Curse can be removed for one gold.
        return claims / 3;
    }
    let each = 1 + has(Rune::DIVINE) + 2 * has(Rune::TWICE);
    let godi = |seat: Seat| state.players[seat].area_of(Unit::G) == Some(area);
    let owner = state.owner(area);
    if land.axes == 0 && state.seats().any(|seat| Some(seat) != owner && godi(seat)) {
        return each * (claims - 1).max(0);
    }
    each * claims + i64::from(claims > 0 && owner.is_some_and(godi))
}
