//! What a seat can give up: to pirates, or as tribute (R6.5-R6.8, R24.4).

use super::super::state::house::House;
use super::super::state::{Stage, State};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::kinds::Kind;
use ravenpost_rules::{Seat, text::phrase};

/// Returns whether current losses are counted in gifts (R6.8); tribute never is (R16.6).
pub fn gifts(state: &State) -> bool {
    state.stage == Stage::RaidLoss && state.options.gifts()
}

/// Returns what a seat gives up in this order of kinds.
pub fn give(state: &State, seat: Seat, order: &[Kind]) -> Goods {
    let house = state.of(seat);
    if gifts(state) {
        give_gifts(&house.storage, house.owes, order)
    } else {
        give_items(&house.storage, house.owes, order)
    }
}

/// Returns the default loss: by instruction, otherwise in the order of R24.4.
pub fn by_default(state: &State, seat: Seat) -> Goods {
    let order = state.of(seat).standing.losses.unwrap_or(data().loss_order);
    give(state, seat, &order)
}

/// Returns what is lost automatically, if there is no choice (R6.7, R6.8).
pub fn forced(house: &House, gifts: bool) -> Option<Goods> {
    let storage = house.storage;
    let owes = u16::from(house.owes);
    if !gifts {
        if storage.items() <= owes {
            return Some(storage);
        }
        let mut kinds = storage.kinds();
        let only = kinds.next().filter(|_| kinds.next().is_none());
        return only.map(|(kind, _)| Goods::some(kind, house.owes));
    }
    let pairs = u16::from(storage.of(Kind::SILVER) / 2);
    if storage.resources() + pairs < owes {
        return Some(storage);
    }
    let ways = bundles(&storage, house.owes, true, 2);
    (ways.len() == 1).then(|| ways[0])
}

/// Returns the goods if `owes` items are lost in this order (R24.4).
fn give_items(storage: &Goods, owes: u8, order: &[Kind]) -> Goods {
    let mut goods = Goods::NONE;
    let mut left = owes;
    for kind in order {
        let count = storage.of(*kind).min(left);
        goods.add(&Goods::some(*kind, count));
        left -= count;
    }
    goods
}

/// Returns the goods if `owes` gifts are lost in this order (R6.8): pairs of Silver, single
/// resources.
fn give_gifts(storage: &Goods, owes: u8, order: &[Kind]) -> Goods {
    let mut goods = Goods::NONE;
    let mut left = owes;
    for kind in order {
        if *kind == Kind::SILVER {
            let pairs = (storage.of(*kind) / 2).min(left);
            goods.add(&Goods::silver(2 * pairs));
            left -= pairs;
        } else {
            let count = storage.of(*kind).min(left);
            goods.add(&Goods::some(*kind, count));
            left -= count;
        }
    }
    goods
}

/// Returns one of each kind in turn, until they run out.
pub fn evenly(storage: &Goods, owes: u8, order: &[Kind], gifts: bool) -> Goods {
    let mut goods = Goods::NONE;
    let mut left = owes;
    while left > 0 {
        let before = left;
        for kind in order {
            let one = if gifts && *kind == Kind::SILVER { 2 } else { 1 };
            if left > 0 && goods.of(*kind) + one <= storage.of(*kind) {
                goods.add(&Goods::some(*kind, one));
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    goods
}

/// Returns at most `most` bundles of this size that the storage holds. With gifts, two Silver count
/// as one.
pub fn bundles(storage: &Goods, owes: u8, gifts: bool, most: usize) -> Vec<Goods> {
    let mut found = Vec::new();
    let mut search = Search { storage, gifts, most, found: &mut found };
    search.from(0, owes, Goods::NONE);
    found
}

struct Search<'a> {
    storage: &'a Goods,
    gifts: bool,
    most: usize,
    found: &'a mut Vec<Goods>,
}

impl Search<'_> {
    fn from(&mut self, at: u8, left: u8, goods: Goods) {
        if self.found.len() >= self.most {
            return;
        }
        if left == 0 {
            return self.found.push(goods);
        }
        // Prune branches that the rest of the storage cannot complete.
        if u16::from(left) > self.rest(at) {
            return;
        }
        let kind = Kind(at);
        let each = if self.gifts && kind == Kind::SILVER { 2 } else { 1 };
        for count in (0..=left.min(self.storage.of(kind) / each)).rev() {
            let more = goods.plus(&Goods::some(kind, count * each));
            self.from(at + 1, left - count, more);
        }
    }

    fn rest(&self, at: u8) -> u16 {
        let kinds = (at..Kind::COUNT as u8).map(Kind);
        let each = |kind: Kind| if self.gifts && kind == Kind::SILVER { 2 } else { 1 };
        kinds.map(|kind| u16::from(self.storage.of(kind) / each(kind))).sum()
    }
}

/// Formats a number of items: "1 item", "4 items".
pub fn items(owes: u8) -> String {
    phrase::count(owes.into(), "item")
}

/// Formats a repetition: empty for one; ", 3 times".
pub fn times(owes: u8) -> String {
    if owes == 1 { String::new() } else { format!(", {owes} times") }
}
