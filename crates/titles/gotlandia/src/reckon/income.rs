//! Income and costs (R9): yields, prices, ways to pay.

use super::super::state::State;
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Rep};
use super::super::things::kinds::{Kind, Terrain};
use super::super::things::tables::{Alt, Per};
use super::board::{count, open, settings, threatened};
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

/// Returns the ways to pay a cost: in full, or with one resource replaced by Silver (R9.5).
pub fn payments(cost: &Goods) -> List<Goods, 3> {
    let mut ways = List::of(&[*cost]);
    for (kind, _) in cost.kinds() {
        let mut way = *cost;
        way.sub(&Goods::one(kind));
        way.add(&Goods::silver(data().costs.substitute));
        ways.push(way);
    }
    ways
}

/// Returns the default of `pay` (R25.5): the full price, or the only payable alternative.
pub fn default_payment(storage: &Goods, cost: &Goods) -> Option<Goods> {
    payments(cost).iter().copied().find(|way| storage.holds(way))
}

/// Returns the Silver for one unit of a kind sold by this seat (R9.10).
pub fn price(state: &State, seat: Seat, kind: Kind) -> u8 {
    let data = data();
    let wanted = state.card.is_some_and(|card| card.data().demand.contains(&kind));
    let carved = kind == Kind::STONE && state.of(seat).is(Rep::RUNE_CARVERS);
    data.prices[kind.index()] + if wanted { data.demand_bonus } else { 0 } + u8::from(carved)
}

/// Returns the yield of a Produce alternative before the bank's limits (R9.6-R9.8).
pub fn yields(state: &State, seat: Seat, alt: &Alt) -> Goods {
    let house = state.of(seat);
    let open = open(house, threatened(state));
    let mut goods = Goods::NONE;
    let mut add = |kind: Kind, set: u32| goods.add(&Goods::some(kind, count(set)));
    match alt {
        Alt::Produce { plus, per } => {
            for (terrain, kind) in per {
                add(*kind, open & data().terrain[terrain.index()]);
            }
            if let Some(kind) = plus {
                goods.add(&Goods::one(*kind));
            }
        }
        Alt::ProduceSetting => {
            let home = house.home.map_or(0, |home| data().setting[home.index()]);
            for terrain in Terrain::all() {
                add(terrain.yields(), open & home & data().terrain[terrain.index()]);
            }
        }
        _ => {}
    }
    goods
}

/// Returns the actual yield of a Produce alternative (R9.9, R15.9).
pub fn produce(state: &State, seat: Seat, alt: &Alt) -> Goods {
    let house = state.of(seat);
    let mut goods = yields(state, seat, alt).at_most(&state.bank);
    if house.is(Rep::SHEPHERDS) && goods.of(Kind::SHEEP) > 0 {
        goods.add(&Goods::one(Kind::SHEEP));
    }
    if house.is(Rep::HERBALISTS) && goods.of(Kind::WOOD) > 0 {
        goods.add(&Goods::silver(1));
    }
    goods.at_most(&state.bank)
}

/// Returns what a Take alternative takes from the bank.
pub fn takes(state: &State, seat: Seat, card: Card, alt: &Alt) -> Goods {
    let house = state.of(seat);
    match alt {
        Alt::Take(_) if card == Card::WISBY && house.is(Rep::LONG_FINGERED) => Goods::silver(3),
        Alt::Take(goods) => *goods,
        Alt::TakePer(per, goods) => {
            let times = match per {
                Per::Ship => house.fleet(),
                Per::Church => count(house.churches),
                Per::Setting => settings(house),
            };
            Goods(goods.0.map(|amount| amount * times))
        }
        _ => Goods::NONE,
    }
}
