//! Value of the units' next actions: land within reach, refills at home, and the cards for them.

use super::super::super::state::player::Player;
use super::super::super::state::turn::Aim;
use super::super::super::state::{State, Step};
use super::super::super::things::areas::Area;
use super::super::super::things::goods::Mix;
use super::super::super::things::kinds::{Building, Kind, Unit};
use super::super::super::things::prices::{LAND, REFILL};
use super::land::plain;
use super::{GOLD, GOODS, disk};
use ravenpost_rules::Seat;

/// Value of the first, second ... card of a unit with something to do, and of each unused card
/// during a turn.
const CARDS: [i64; 7] = [0, 70, 130, 170, 195, 205, 210];
const SPARE: i64 = 6;

pub fn worth(state: &State, seat: Seat, claims: i64) -> i64 {
    // A seat that has had its turn continues in the next round.
    let player = &state.players[seat];
    let ahead = if state.gone.has(seat) { claims - 1 } else { claims };
    let way = [Unit::B, Unit::G, Unit::K].map(|unit| aim(state, seat, unit, ahead));
    let village = player.area_of(Unit::K).is_some_and(|area| area.kind() == Kind::Village);
    let earns = if village && claims > 0 { GOLD } else { 0 };
    let beaten = player.area_of(Unit::B).is_none() && player.aboard() & 1 == 0;
    way.iter().sum::<i64>() + earns + cards(state, seat) - if beaten { 30 * claims } else { 0 }
}

/// The most valuable action of a unit from its position, reduced by the steps to it.
fn aim(state: &State, seat: Seat, unit: Unit, claims: i64) -> i64 {
    if claims <= 0 {
        return 0;
    }
    let Some(walk) = state.walk(seat, unit) else { return 0 };
    let best = Area::of(walk.reach() | state.players[seat].area_of(unit).map_or(0, Area::bit))
        .filter_map(|area| {
            let steps = i64::from(walk.steps(area)?);
            Some(deed(state, seat, unit, area, claims) / (3 + 2 * steps))
        })
        .max();
    best.unwrap_or(0).max(0)
}

/// Value of a unit's action on an area.
fn deed(state: &State, seat: Seat, unit: Unit, area: Area, claims: i64) -> i64 {
    let player = &state.players[seat];
    if state.home(seat) == Some(area) {
        return if unit == Unit::G { 0 } else { refills(player, unit, claims) };
    }
    if !area.kind().ownable() || state.owner(area) == Some(seat) {
        return 0;
    }
    let (building, price) = match unit {
        Unit::B => (Building::VIRKI, state.price(area, Aim::Take(0)).total()),
        _ if state.owner(area).is_some() || area.kind() == Kind::Camp => return 0,
        Unit::G => (Building::HOF, LAND),
        _ => (Building::VERSLUN, LAND),
    };
    if player.disks[building.index()] < price {
        return 0;
    }
    plain(area, claims) - i64::from(price) * disk(claims)
}

/// Value of refilling at home: the Kaupmadur fills every building, other units their own.
fn refills(player: &Player, unit: Unit, claims: i64) -> i64 {
    let each = Building::all().filter(|building| unit == Unit::K || building.0 == unit.0);
    let gain = each.map(|building| {
        let good = building.price().index();
        let room = player.limit(building).saturating_sub(player.disks[building.index()]);
        let disks = i64::from(room.min(player.pile)) * disk(claims);
        if player.goods[good] < REFILL {
            return 0;
        }
        (disks - i64::from(REFILL) * GOODS[good]).max(0)
    });
    gain.sum()
}

/// A plan is worth as much as its units can achieve; cards in an open hand should be used.
fn cards(state: &State, seat: Seat) -> i64 {
    let player = &state.players[seat];
    if state.step == Step::Act && player.open {
        return player.hand.iter().map(|count| i64::from(*count) * SPARE).sum();
    }
    if !player.planned || player.open {
        return 0;
    }
    planned(player, player.hand)
}

fn planned(player: &Player, mix: Mix) -> i64 {
    let ready = |building: Building| match player.disks[building.index()] {
        0 | 1 => 15,
        2 | 3 => 60,
        _ => 100,
    };
    let shop = Building::all().any(|building| {
        let good = player.goods[building.price().index()];
        good >= REFILL && player.disks[building.index()] < 4
    });
    let berserkur =
        if player.area_of(Unit::B).is_some() { ready(Building::VIRKI) * 8 / 10 } else { 0 };
    let kaupmadur = ready(Building::VERSLUN).max(if shop { 90 } else { 20 });
    let ship = if player.aboard() != 0 { 90 } else { 8 };
    let wish = [berserkur, ready(Building::HOF), kaupmadur, ship];
    let cards = mix.iter().zip(wish);
    cards.map(|(count, wish)| CARDS[usize::from(*count).min(6)] * wish / 100).sum()
}
