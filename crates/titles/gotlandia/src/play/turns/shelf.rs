//! A selection of Silver and cards to bury or unbury: listed in full if short, otherwise a
//! selection and a form.

use crate::state::plays::Lot;
use crate::state::sorted;
use crate::things::ids::Card;
use crate::things::kinds::Kind;
use ravenpost_rules::Field;

/// Maximum number of lots to list.
const LISTED: usize = 32;

/// What there is to choose from.
pub struct Shelf {
    silver: u8,
    /// Distinct cards with their counts, in data order.
    cards: Vec<(Card, u8)>,
    /// How many may be chosen in all.
    pub most: u8,
}

impl Shelf {
    pub fn of(silver: u8, cards: &[Card], most: u8) -> Shelf {
        let mut counted: Vec<(Card, u8)> = Vec::new();
        for card in sorted(cards).iter() {
            match counted.last_mut() {
                Some((known, count)) if known == card => *count += 1,
                _ => counted.push((*card, 1)),
            }
        }
        Shelf { silver, cards: counted, most }
    }

    /// Returns the count of an item by index: Silver first, then the cards.
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

    /// Returns the lots, and whether the list is complete.
    pub fn choice(&self) -> (Vec<Lot>, bool) {
        let all = self.lots();
        let complete = all.len() <= LISTED;
        (if complete { all } else { self.some() }, complete)
    }

    /// Returns every lot, the empty one first; stops once there are too many to list.
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

    /// Returns a selection of lots: as much as possible, with each item first once, and each single
    /// item.
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

    pub fn field(&self, lead: &str) -> Field {
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
