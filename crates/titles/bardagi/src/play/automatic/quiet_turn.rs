//! The default turn of a seat that timed out (R21.14): it takes unowned land and fills buildings,
//! without harming other seats.

use crate::orders::{Action, Order, Pay};
use crate::play::turn;
use crate::play::turn::kaupmadur;
use crate::state::State;
use crate::state::turn::Aim;
use crate::things::areas::Area;
use crate::things::ids::Areas;
use crate::things::kinds::{Building, Kind, Unit};
use crate::things::prices::{FAITH, LAND, REFILL};
use ravenpost_rules::Seat;

/// The units in the order in which they act.
const UNITS: [Unit; 3] = [Unit::G, Unit::K, Unit::B];
/// Minimum number of disks for a refill, unless it brings the Berserkur back.
const WORTH: u8 = 3;

/// The next order of such a turn, which ends when nothing more can be done.
pub fn next(state: &State, seat: Seat) -> Order {
    let settles = UNITS.into_iter().find_map(|unit| settle(state, seat, unit));
    let fills = || fill(state, seat);
    let goes = || UNITS.into_iter().find_map(|unit| go(state, seat, unit));
    settles.or_else(fills).or_else(goes).or_else(|| go_home(state, seat)).unwrap_or(Order::Yield)
}

/// The order, paid with its own card, if it is legal.
fn may(state: &State, seat: Seat, action: Action) -> Option<Order> {
    let order = Order::Act(action, Pay::Card);
    turn::check(state, seat, &order).is_ok().then_some(order)
}

/// The unit takes the Barbarian area where it is.
fn settle(state: &State, seat: Seat, unit: Unit) -> Option<Order> {
    let area = state.players[seat].area_of(unit)?;
    if state.owner(area).is_some() {
        return None;
    }
    match unit {
        Unit::G => may(state, seat, Action::Convert),
        Unit::K => {
            // The one of two goods with the smaller stock; the first in case of a tie.
            let mut goods = area.kind().goods().to_vec();
            goods.sort_by_key(|good| state.players[seat].goods[good.index()]);
            let named = goods.into_iter().map(Some).chain([None]);
            named.into_iter().find_map(|good| may(state, seat, Action::Buy(good)))
        }
        _ if met(state, seat, area) => None,
        _ => may(state, seat, Action::Take(0)),
    }
}

/// Whether another seat's Godi or Berserkur is there; conflicts are avoided.
fn met(state: &State, seat: Seat, area: Area) -> bool {
    let there = |foe: Seat| {
        [Unit::G, Unit::B].iter().any(|unit| state.players[foe].area_of(*unit) == Some(area))
    };
    state.seats().any(|foe| foe != seat && there(foe))
}

/// Refills the emptiest building that needs it.
fn fill(state: &State, seat: Seat) -> Option<Order> {
    wanting(state, seat).into_iter().find_map(|building| {
        let own = [Unit::B, Unit::G].into_iter().find(|unit| unit.0 == building.0);
        let ways = [Some(Action::Refill(building)), own.map(Action::RefillOwn)];
        ways.into_iter().flatten().find_map(|action| may(state, seat, action))
    })
}

/// The buildings that need a refill and can be paid, the emptiest first.
fn wanting(state: &State, seat: Seat) -> Vec<Building> {
    let player = &state.players[seat];
    let mut wanting: Vec<Building> = Building::all()
        .filter(|building| player.goods[building.price().index()] >= REFILL)
        .filter(|building| {
            let adds = kaupmadur::filled(state, seat, *building);
            adds >= WORTH || kaupmadur::raises(state, seat, *building)
        })
        .collect();
    wanting.sort_by_key(|building| player.disks[building.index()]);
    wanting
}

/// Moves the unit to the nearest Barbarian area next to the seat's land, if another of its cards
/// can take that area.
fn go(state: &State, seat: Seat, unit: Unit) -> Option<Order> {
    let player = &state.players[seat];
    let here = player.area_of(unit)?;
    if !is_at_leisure(state, seat, here) {
        return None;
    }
    let walk = state.walk(seat, unit)?;
    let fare = |area: Area| state.pace(seat, unit).fare(walk.steps(area)?);
    let suits = |area: &Area| {
        let cards = fare(*area).map_or(u8::MAX, |fare| 1 + u8::from(fare.card));
        player.hand[unit.index()] >= cards && could_settle(state, seat, unit, *area)
    };
    let near = Area::of(walk.reach() & neighbours(state, seat)).filter(suits);
    let mut near: Vec<Area> = near.collect();
    near.sort_by_key(|area| walk.steps(*area));
    near.into_iter().find_map(|area| may(state, seat, Action::Move(unit, area)))
}

/// Whether a unit is on unowned land or its own; elsewhere its position is assumed to be intended.
fn is_at_leisure(state: &State, seat: Seat, here: Area) -> bool {
    let own = state.own_land(seat) & here.bit() != 0;
    own || here.kind().ownable() && state.owner(here).is_none()
}

fn neighbours(state: &State, seat: Seat) -> Areas {
    Area::of(state.own_land(seat)).fold(0, |neighbours, area| neighbours | area.neighbours())
}

fn could_settle(state: &State, seat: Seat, unit: Unit, area: Area) -> bool {
    if !area.kind().ownable() || state.owner(area).is_some() {
        return false;
    }
    let has = |building: Building| state.players[seat].disks[building.index()];
    match unit {
        Unit::G => area.kind() != Kind::Camp && has(Building::HOF) >= FAITH,
        Unit::K => area.kind() != Kind::Camp && has(Building::VERSLUN) >= LAND,
        _ => {
            let price = state.price(area, Aim::Take(0)).total();
            has(Building::VIRKI) >= price && !met(state, seat, area)
        }
    }
}

/// Moves the Kaupmadur home to refill.
fn go_home(state: &State, seat: Seat) -> Option<Order> {
    let player = &state.players[seat];
    let (here, home) = (player.area_of(Unit::K)?, state.home(seat)?);
    let fare = state.walk_fare(seat, Unit::K, home)?;
    let cards = 1 + u8::from(fare.card);
    let some = player.hand[Unit::K.index()] >= cards && !wanting(state, seat).is_empty();
    let goes = some && here != home && is_at_leisure(state, seat, here);
    goes.then(|| may(state, seat, Action::Move(Unit::K, home))).flatten()
}
