//! What can be read off the board at any moment: threat, settled Settings, Food, prices. Pure
//! questions; nothing in here changes anything.

use super::super::state::{Family, State};
use super::super::things::data::{Alt, Needs, Per, Worth, data};
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Dir, District, Kind, Rep, Setting, Terrain};
use crate::rules::Seat;
use crate::rules::list::List;

/// Districts threatened by pirates (R6.3).
pub fn threatened(state: &State) -> u32 {
    let mut set = 0;
    if state.pirates != 0 {
        for dir in Dir::all().filter(|dir| state.pirate(*dir)) {
            if state.ships(dir) == 0 {
                set |= data().shore[dir.index()];
            }
        }
    }
    set
}

/// Settled districts that are not shut off by threat (R6.4, R15.7).
pub fn open(family: &Family, threat: u32) -> u32 {
    let mut safe = !threat;
    if family.is(Rep::HILLFOLK) {
        safe |= data().terrain[Terrain::HILL.index()];
    }
    family.farmsteads & safe | family.towers | family.churches
}

/// Districts next to a settled one.
pub fn adjacent(family: &Family) -> u32 {
    let settled = District::of(family.settled());
    settled.fold(0, |set, district| set | data().districts[district.index()].adjacent)
}

/// How many Settings a set of districts touches.
pub fn settings_of(set: u32) -> u8 {
    data().setting.iter().map(|districts| u8::from(set & districts != 0)).sum()
}

pub fn settings(family: &Family) -> u8 {
    settings_of(family.settled())
}

/// Cards drawn at the start of a generation (R7.1, Wise).
pub fn draws(family: &Family) -> u8 {
    match settings(family) {
        0 | 1 if family.is(Rep::WISE) => 6,
        0 | 1 => 5,
        2 | 3 => 6,
        4 | 5 => 7,
        _ => 8,
    }
}

/// How many districts of a set.
pub fn count(set: u32) -> u8 {
    set.count_ones() as u8
}

/// Pieces of a kind not on the board.
pub fn spare(set: u32, all: u8) -> u8 {
    all.saturating_sub(count(set))
}

/// Food needed to grow (R18.2).
pub fn need(family: &Family) -> u8 {
    let hill = data().terrain[Terrain::HILL.index()];
    let free = family.is(Rep::HILLFOLK) && family.settled() & hill != 0;
    count(family.settled()) - u8::from(free)
}

/// Food of the hand (R18.3).
pub fn food(state: &State, seat: Seat) -> u8 {
    let family = state.of(seat);
    if family.hand.is_empty() {
        return 0;
    }
    let open = open(family, threatened(state));
    let safe_ships: u8 =
        Dir::all().filter(|dir| !state.pirate(*dir)).map(|dir| family.ships[dir.index()]).sum();
    let settings = settings_of(open);
    let home = family.home.map_or(0, |home| count(open & data().setting[home.index()]));
    let all = family.hand.iter().map(|card| {
        let food = &card.data().food;
        let lands: u8 = (0..Terrain::COUNT)
            .filter(|at| food.terrain[*at] > 0)
            .map(|at| food.terrain[at] * count(open & data().terrain[at]))
            .sum();
        food.flat + lands + food.ship * safe_ships + food.setting * settings + food.home * home
    });
    all.sum()
}

/// Bury symbols of the hand, and the Misers' own (R18.7).
pub fn symbols(family: &Family) -> u8 {
    let hand: u8 = family.hand.iter().map(|card| card.data().bury).sum();
    hand + u8::from(family.is(Rep::MISERS))
}

/// Food missing for growth, if Grain can pay for it (R18.5).
pub fn payable(state: &State, seat: Seat) -> Option<u8> {
    let family = state.of(seat);
    let short = need(family).saturating_sub(food(state, seat));
    let pays = family.workers < 5 && short > 0 && family.storage.of(Kind::GRAIN) >= short;
    pays.then_some(short)
}

/// Whether anything can be buried.
pub fn buries(family: &Family) -> bool {
    let cards = family.hand.len() + family.played.len() + family.discard.len();
    symbols(family) > 0 && (family.silver() > 0 || cards > 0)
}

/// The ways to pay a cost: in full, or one resource replaced by Silver (R9.5).
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

/// What `pay` is when it is left out (R25.5): the full price, or the only payable choice.
pub fn default_payment(storage: &Goods, cost: &Goods) -> Option<Goods> {
    payments(cost).iter().copied().find(|way| storage.holds(way))
}

/// Silver for one of a kind sold by this seat (R9.10).
pub fn price(state: &State, seat: Seat, kind: Kind) -> u8 {
    let data = data();
    let wanted = state.card.is_some_and(|card| card.data().demand.contains(&kind));
    let carved = kind == Kind::STONE && state.of(seat).is(Rep::RUNE_CARVERS);
    data.prices[kind.index()] + if wanted { data.demand_bonus } else { 0 } + u8::from(carved)
}

/// Seats paid for settling in a district, and Silver to the bank for a neutral farmstead (R9.3).
pub fn toll(state: &State, seat: Seat, district: District) -> (List<Seat, 4>, u8) {
    if state.of(seat).is(Rep::BEAUTIFUL_DAUGHTERS) {
        return (List::new(), 0);
    }
    let others = state.seats().filter(|other| *other != seat);
    let paid = others.filter(|other| state.of(*other).settled() & district.bit() != 0).collect();
    (paid, if state.neutral & district.bit() != 0 { data().costs.neighbour } else { 0 })
}

/// Whether anybody has a church there.
pub fn church_in(state: &State, district: District) -> bool {
    state.families.iter().any(|family| family.churches & district.bit() != 0)
}

/// Whether the seat meets what a craft card needs (R9.25).
pub fn meets(family: &Family, needs: &Needs) -> bool {
    let settled = family.settled();
    let lands = Terrain::all().filter(|terrain| needs.terrains & terrain.bit() != 0);
    let mut lands = lands.map(|terrain| settled & data().terrain[terrain.index()]);
    lands.all(|set| set != 0)
        && (!needs.harbour || settled & data().harbours != 0)
        && (!needs.church || family.churches != 0)
        && settings(family) >= needs.settings
}

/// What a Produce alternative yields before the bank's limits (R9.6-R9.8).
pub fn yields(state: &State, seat: Seat, alt: &Alt) -> Goods {
    let family = state.of(seat);
    let open = open(family, threatened(state));
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
            let home = family.home.map_or(0, |home| data().setting[home.index()]);
            for terrain in Terrain::all() {
                add(terrain.yields(), open & home & data().terrain[terrain.index()]);
            }
        }
        _ => {}
    }
    goods
}

/// What a Produce alternative really gives (R9.9, R15.9).
pub fn produce(state: &State, seat: Seat, alt: &Alt) -> Goods {
    let family = state.of(seat);
    let mut goods = yields(state, seat, alt).at_most(&state.bank);
    if family.is(Rep::SHEPHERDS) && goods.of(Kind::SHEEP) > 0 {
        goods.add(&Goods::one(Kind::SHEEP));
    }
    if family.is(Rep::HERBALISTS) && goods.of(Kind::WOOD) > 0 {
        goods.add(&Goods::silver(1));
    }
    goods.at_most(&state.bank)
}

/// What a Take alternative asks the bank for; the word names a kind where the card leaves a choice.
pub fn takes(state: &State, seat: Seat, card: Card, alt: &Alt) -> Goods {
    let family = state.of(seat);
    match alt {
        Alt::Take(_) if card == Card::WISBY && family.is(Rep::LONG_FINGERED) => Goods::silver(3),
        Alt::Take(goods) => *goods,
        Alt::TakePer(per, goods) => {
            let times = match per {
                Per::Ship => family.fleet(),
                Per::Church => count(family.churches),
                Per::Setting => settings(family),
            };
            Goods(goods.0.map(|amount| amount * times))
        }
        _ => Goods::NONE,
    }
}

/// VP of one craft or trading card at the end (R20.5).
pub fn worth(family: &Family, worth: &Worth) -> u8 {
    let settled = family.settled();
    let lands: u8 =
        (0..Terrain::COUNT).map(|at| worth.terrain[at] * count(settled & data().terrain[at])).sum();
    worth.flat
        + lands
        + worth.setting * settings(family)
        + worth.ship * family.fleet()
        + worth.church * count(family.churches)
        + worth.two_pirates * (family.sunk / 2)
        + worth.two_silver * (family.buried_silver / 2)
}

/// Direction of a Setting's sea.
pub fn sea(home: Setting) -> Dir {
    data().settings[home.index()].dir
}

/// The Harbour that serves a direction (R2.8).
pub fn harbour(dir: Dir) -> District {
    let serving = data().settings.iter().find(|setting| setting.dir == dir);
    serving.expect("each direction has a Setting").harbour
}

/// Districts bordering a direction whose farmsteads of this family a raid meets (R6.5, R15.7).
pub fn raided(family: &Family, dir: Dir) -> u8 {
    let mut met = family.farmsteads & data().shore[dir.index()];
    if family.is(Rep::HILLFOLK) {
        met &= !data().terrain[Terrain::HILL.index()];
    }
    count(met)
}
