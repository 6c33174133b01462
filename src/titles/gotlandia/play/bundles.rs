//! The legal losses: listed while they are few, else a choice of them and a form.

use super::super::orders::Order;
use super::super::state::State;
use super::super::things::goods::Goods;
use super::super::things::names::Kind;
use crate::rules::{Field, Form, Legal, Seat};

/// More bundles than these are not listed.
const LISTED: usize = 40;

pub fn legal(state: &State, seat: Seat, gifts: bool) -> Legal<Order> {
    let family = state.of(seat);
    let all = losses(&family.storage, family.owes, (gifts, LISTED + 1));
    if all.len() <= LISTED {
        return Legal::listed(all.into_iter().map(Order::Lose).collect());
    }
    let mut some = vec![super::losses::by_default(state, seat)];
    for first in Kind::all() {
        let order: Vec<Kind> = Kind::all().cycle().skip(first.index()).take(Kind::COUNT).collect();
        some.push(super::losses::give(state, seat, &order));
        some.push(evenly(&family.storage, family.owes, (&order, gifts)));
    }
    let mut orders: Vec<Order> = Vec::new();
    for goods in some {
        if !orders.contains(&Order::Lose(goods)) {
            orders.push(Order::Lose(goods));
        }
    }
    Legal { orders, complete: false, forms: vec![form(&family.storage, family.owes, gifts)] }
}

/// One of each in turn, as far as they reach.
fn evenly(storage: &Goods, owes: u8, (order, gifts): (&[Kind], bool)) -> Goods {
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

/// The bundles of this size that the storage holds, at most `most` of them. With gifts, two
/// Silver count as one.
pub fn losses(storage: &Goods, owes: u8, (gifts, most): (bool, usize)) -> Vec<Goods> {
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
        // Nothing is tried that the rest of the storage cannot fill up.
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

fn form(storage: &Goods, owes: u8, gifts: bool) -> Form {
    let most = if gifts { 2 * owes } else { owes };
    let item = |(kind, count): (Kind, u8)| {
        (kind.word().to_owned(), kind.name().to_owned(), u16::from(count.min(most)))
    };
    Form {
        lead: "lose".to_owned(),
        label: "Give up".to_owned(),
        help: if gifts {
            format!(
                "Give up 2 Silver or 1 resource exactly{}.",
                super::super::reckon::ask::times(owes)
            )
        } else {
            format!("Give up {owes} of these exactly.")
        },
        fields: vec![Field::Amounts {
            lead: String::new(),
            items: storage.kinds().map(item).collect(),
        }],
    }
}
