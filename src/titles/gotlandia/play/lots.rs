//! What may be buried at the end of a generation, or unburied: listed while it is little, else a
//! choice of it and a form.

use super::super::orders::{Lot, Order};
use super::super::reckon::board;
use super::super::state::State;
use super::super::things::names::{Card, Kind};
use super::end;
use super::flow::sorted;
use crate::rules::{Field, Form, Legal, Seat};

/// More lots than these are not listed.
const LISTED: usize = 32;

/// What there is to choose from.
struct Shelf {
    silver: u8,
    /// Distinct cards with their numbers, in data order.
    cards: Vec<(Card, u8)>,
    /// How many may be chosen in all.
    most: u8,
}

impl Shelf {
    fn of(silver: u8, cards: &[Card], most: u8) -> Shelf {
        let mut counted: Vec<(Card, u8)> = Vec::new();
        for card in sorted(cards).iter() {
            match counted.last_mut() {
                Some((known, count)) if known == card => *count += 1,
                _ => counted.push((*card, 1)),
            }
        }
        Shelf { silver, cards: counted, most }
    }

    /// How many of the item at a place: Silver first, then the cards.
    fn count(&self, at: usize) -> u8 {
        if at == 0 { self.silver } else { self.cards[at - 1].1 }
    }

    fn add(&self, lot: &mut Lot, at: usize, count: u8) {
        if at == 0 {
            lot.silver += count;
        } else {
            (0..count).for_each(|_| lot.cards.put(self.cards[at - 1].0));
        }
    }

    /// Every lot, the empty one first, until there are more than are listed.
    fn lots(&self) -> Vec<Lot> {
        let mut found = vec![Lot::default()];
        for at in 0..=self.cards.len() {
            for known in 0..found.len() {
                let lot = found[known];
                let left = usize::from(self.most) - lot.size();
                for count in 1..=self.count(at).min(left as u8) {
                    let mut more = lot;
                    self.add(&mut more, at, count);
                    found.push(more);
                    if found.len() > LISTED {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// A choice of lots: as much as may be, each item first once, and each single item.
    fn some(&self) -> Vec<Lot> {
        let places = self.cards.len() + 1;
        let mut lots = vec![Lot::default()];
        for first in (0..places).filter(|at| self.count(*at) > 0) {
            let mut single = Lot::default();
            self.add(&mut single, first, 1);
            let mut full = Lot::default();
            for at in (0..places).cycle().skip(first).take(places) {
                let left = usize::from(self.most) - full.size();
                self.add(&mut full, at, self.count(at).min(left as u8));
            }
            for lot in [single, full] {
                if !lots.contains(&lot) {
                    lots.push(lot);
                }
            }
        }
        lots
    }

    fn field(&self, lead: &str) -> Field {
        let silver = (Kind::SILVER.word(), Kind::SILVER.name(), self.silver);
        // In the order in which a bundle is written: cards by slug.
        let mut cards: Vec<(Card, u8)> = self.cards.clone();
        cards.sort_unstable_by_key(|(card, _)| card.word());
        let cards = cards.iter().map(|(card, count)| (card.word(), card.name(), *count));
        let items = std::iter::once(silver).chain(cards).filter(|(.., count)| *count > 0);
        let items = items.map(|(word, name, count)| {
            (word.to_owned(), name.to_owned(), u16::from(count.min(self.most)))
        });
        Field::Amounts { lead: lead.to_owned(), items: items.collect() }
    }
}

/// Orders of `end`.
pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    let family = state.of(seat);
    let places = [&family.discard, &family.played, &family.hand];
    let cards: Vec<Card> = places.into_iter().flat_map(|pack| pack.iter().copied()).collect();
    let shelf = Shelf::of(family.silver(), &cards, board::symbols(family));
    let payable = board::payable(state, seat);
    let all = shelf.lots();
    let complete = all.len() <= LISTED;
    let grows: &[bool] = if payable.is_some() { &[false, true] } else { &[false] };
    let mut orders = Vec::new();
    if !complete {
        let (grow, bury) = end::by_default(state, seat);
        orders.push(Order::End { grow, bury });
    }
    for bury in if complete { all } else { shelf.some() } {
        for grow in grows {
            let order = Order::End { grow: *grow, bury };
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
    }
    if complete {
        return Legal::listed(orders);
    }
    let mut fields = Vec::new();
    if let Some(short) = payable {
        let label = format!("Pay {short} Grain and gain a worker");
        fields.push(Field::Tick { word: "grow".to_owned(), label });
    }
    fields.push(shelf.field("bury"));
    let help =
        format!("Bury up to {} in all; buried things score but are out of play.", shelf.most);
    let form =
        Form { lead: "end".to_owned(), label: "End the generation".to_owned(), help, fields };
    Legal { orders, complete: false, forms: vec![form] }
}

/// Orders of `unbury` where any amount may be brought back.
pub fn unbury(state: &State, seat: Seat) -> Legal<Order> {
    let family = state.of(seat);
    let all_of_it = usize::from(family.buried_silver) + family.buried.len();
    let most = u8::try_from(all_of_it).unwrap_or(u8::MAX);
    let shelf = Shelf::of(family.buried_silver, &family.buried, most);
    let all = shelf.lots();
    let complete = all.len() <= LISTED;
    let lots = if complete { all } else { shelf.some() };
    let some = lots.into_iter().filter(|lot| lot.size() > 0);
    let mut orders: Vec<Order> = some.map(Order::Unbury).collect();
    orders.push(Order::No);
    if complete {
        return Legal::listed(orders);
    }
    let help = "Silver comes back to your storage, cards to your discard pile.".to_owned();
    let amounts = Form {
        lead: "unbury".to_owned(),
        label: "Unbury".to_owned(),
        help,
        fields: vec![shelf.field("")],
    };
    let no = Form {
        lead: "no".to_owned(),
        label: "Unbury nothing".to_owned(),
        help: "Leave everything buried.".to_owned(),
        fields: Vec::new(),
    };
    Legal { orders, complete: false, forms: vec![amounts, no] }
}
