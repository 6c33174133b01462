//! Income of the Claim phase (R14): yields of areas, tiles, and the products of sheep and cattle.
//! Nothing here changes the state.

use std::ops::RangeInclusive;

use super::super::state::State;
use super::super::state::facts::Income;
use super::super::state::player::Player;
use super::super::things::areas::{Area, Place};
use super::super::things::kinds::{Good, Kind, Rune, Unit};
use super::super::things::tiles::Tile;
use ravenpost_rules::Seat;

/// Number of areas of a kind that a seat owns.
pub fn count(state: &State, seat: Seat, kind: Kind) -> u8 {
    Area::of(state.owned(seat)).filter(|area| area.kind() == kind).count() as u8
}

/// The seat that gets the yield of an area, and the number of units (R14.2, R14.3).
pub fn yielded(state: &State, area: Area) -> Option<(Seat, u8)> {
    let owner = state.owner(area).filter(|_| area.kind().yields())?;
    let land = state.land(area);
    let lies = |rune: Rune| land.runes & rune.bit() != 0;
    let stands = |seat: Seat| state.players[seat].at[Unit::G.index()] == Place::on(area);
    // Another seat's Godi blocks the yield, also for the caster of a Curse, unless an Axe token
    // keeps it away.
    let blocked = land.axes == 0 && state.seats().any(|seat| seat != owner && stands(seat));
    if blocked || lies(Rune::BARREN) {
        return None;
    }
    let more = u8::from(stands(owner)) + u8::from(lies(Rune::DIVINE));
    let units = 1 + more + 2 * u8::from(lies(Rune::TWICE));
    let caster = land.caster.filter(|_| lies(Rune::THEIRS));
    Some((caster.unwrap_or(owner), units))
}

/// The income of a seat that needs no choice (R14.1-R14.7).
pub fn income(state: &State, seat: Seat) -> Income {
    let player = &state.players[seat];
    let mut income = Income {
        who: state.who(seat),
        areas: state.owned(seat).count_ones() as u8,
        glory: 0,
        gold: gold_of_tiles(state, seat) + trader(state, seat),
        goods: [0; 6],
        recruits: 0,
        flock: 0,
        herd: 0,
    };
    income.glory = u16::from(income.areas) + glory_of_tiles(state, seat);
    for area in Area::of(state.map.areas()) {
        let Some((_, units)) = yielded(state, area).filter(|(to, _)| *to == seat) else { continue };
        match area.kind() {
            Kind::Sheep => income.flock += units,
            Kind::Cattle => income.herd += units,
            Kind::Gold => income.gold += u16::from(units),
            Kind::Village => income.recruits += units,
            kind => kind.goods().iter().for_each(|good| income.goods[good.index()] += units),
        }
    }
    if player.has(Tile::SMITHY) {
        income.recruits += count(state, seat, Kind::Iron);
    }
    // Recruits are limited by the pile (R14.7), goods by the room (R14.5).
    income.recruits = income.recruits.min(player.pile);
    for good in Good::all() {
        let got = &mut income.goods[good.index()];
        *got = (*got).min(room(player, good));
    }
    income
}

/// Runes drawn by the Rune School (R14.6).
pub fn school(state: &State, seat: Seat) -> u8 {
    let drawn = count(state, seat, Kind::Village);
    if state.players[seat].has(Tile::RUNE_SCHOOL) { drawn } else { 0 }
}

/// Tiles count owned areas, not their yield (R13.15).
fn glory_of_tiles(state: &State, seat: Seat) -> u16 {
    let player = &state.players[seat];
    let own = |kind| u16::from(count(state, seat, kind));
    [
        (Tile::IRON_ALTAR, own(Kind::Iron)),
        (Tile::BULL_ALTAR, own(Kind::Cattle)),
        (Tile::STONE_CIRCLE, own(Kind::Quarry)),
        (Tile::TROPHY_HALL, u16::from(player.taken.max(1))),
        (Tile::HALL_OF_HEROES, 3),
        (Tile::HIGH_TEMPLE, 3),
        (Tile::GREAT_MONUMENT, 3 * own(Kind::Quarry).min(1)),
        (Tile::GUILDHALL, 3),
    ]
    .into_iter()
    .filter(|(tile, _)| player.has(*tile))
    .map(|(_, glory)| glory)
    .sum()
}

fn gold_of_tiles(state: &State, seat: Seat) -> u16 {
    let player = &state.players[seat];
    let own = |kind| u16::from(count(state, seat, kind));
    [
        (Tile::LOOT_STORE, player.attacked.count_ones() as u16),
        (Tile::ALCHEMIST, 2),
        (Tile::MINT, 2),
        (Tile::MARKET_SQUARE, own(Kind::Village)),
        (Tile::WEAVER, own(Kind::Sheep)),
        (Tile::SAWMILL, own(Kind::Forest)),
        (Tile::OFFERING_HALL, 3),
        (Tile::COUNTING_HOUSE, 3),
    ]
    .into_iter()
    .filter(|(tile, _)| player.has(*tile))
    .map(|(_, gold)| gold)
    .sum()
}

/// One gold for a Kaupmadur in a Village without an enemy token (R11.15).
fn trader(state: &State, seat: Seat) -> u16 {
    let place = state.players[seat].at[Unit::K.index()].area();
    let village = place.filter(|area| area.kind() == Kind::Village);
    let closed = |area: Area| {
        state.land(area).axes > 0 && state.owner(area).is_some_and(|owner| owner != seat)
    };
    u16::from(village.is_some_and(|area| !closed(area)))
}

/// Remaining room for a good in a seat's storage.
pub fn room(player: &Player, good: Good) -> u8 {
    player.storage().saturating_sub(player.goods[good.index()])
}

/// Wool, hide and meat that fit if these units of sheep and cattle become meat (R14.4, R14.5).
pub fn herded(player: &Player, sheep: u8, cattle: u8) -> [u8; 6] {
    let mut goods = [0; 6];
    goods[Good::WOOL.index()] = player.flock.saturating_sub(sheep);
    goods[Good::HIDE.index()] = player.herd.saturating_sub(cattle);
    goods[Good::MEAT.index()] = sheep + cattle;
    for good in Good::all() {
        goods[good.index()] = goods[good.index()].min(room(player, good));
    }
    goods
}

/// The choice that loses the fewest goods, then optionally with the most even stocks, then with the
/// fewest sheep and the fewest cattle as meat (R21.9).
pub fn choose(
    player: &Player,
    sheep: RangeInclusive<u8>,
    cattle: RangeInclusive<u8>,
    level: bool,
) -> (u8, u8) {
    let worth = |(sheep, cattle): (u8, u8)| {
        let got = herded(player, sheep, cattle);
        let lost = player.flock + player.herd - got.iter().sum::<u8>();
        let stocks = [Good::WOOL, Good::HIDE, Good::MEAT]
            .map(|good| player.goods[good.index()] + got[good.index()]);
        let [least, most] =
            [stocks.iter().min(), stocks.iter().max()].map(|one| *one.unwrap_or(&0));
        (lost, if level { most - least } else { 0 }, sheep, cattle)
    };
    let all = sheep.flat_map(|sheep| cattle.clone().map(move |cattle| (sheep, cattle)));
    all.min_by_key(|choice| worth(*choice)).unwrap_or((0, 0))
}

/// The default choice (R21.9), which applies to all seats in the last round. There, only lost goods
/// count (R14.15).
pub fn usual(player: &Player, last_round: bool) -> (u8, u8) {
    choose(player, 0..=player.flock, 0..=player.herd, !last_round)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(goods: [u8; 6], flock: u8, herd: u8) -> Player {
        Player { goods, flock, herd, ..Player::blank() }
    }

    #[test]
    fn surplus_goods_are_lost_x79() {
        let player = player([0, 0, 4, 5, 0, 0], 2, 0);
        assert_eq!(herded(&player, 0, 0), [0, 0, 1, 0, 0, 0]);
        assert_eq!(herded(&player, 1, 0), [0, 0, 1, 0, 0, 0]);
    }

    #[test]
    fn default_orders_level_stocks_x100() {
        assert_eq!(usual(&player([0, 3, 1, 0, 0, 0], 2, 1), false), (1, 1));
    }

    #[test]
    fn last_round_counts_only_losses_x95() {
        // Room for wool 1, meat 2, hide 0: cattle become meat, or they are lost.
        let full = player([0, 5, 4, 3, 0, 0], 1, 2);
        assert_eq!(usual(&full, true), (0, 2));
        assert_eq!(usual(&player([0, 3, 1, 0, 0, 0], 2, 1), true), (0, 0));
    }

    #[test]
    fn given_choices_are_not_changed_x108() {
        let player = player([0; 6], 2, 2);
        assert_eq!(choose(&player, 2..=2, 0..=2, true), (2, 0));
        assert_eq!(choose(&player, 0..=0, 0..=2, true), (0, 1));
    }
}
