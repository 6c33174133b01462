//! The trade table (R11.9): possible lots, with the bank or a host.

use std::ops::Range;

use super::super::state::player::Player;
use super::super::things::goods::Lot;
use super::super::things::kinds::Good;

/// What one side of a table line consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Basic,
    Mine,
    Gold,
}

use Sort::{Basic, Gold, Mine};

impl Sort {
    /// Its indices in a lot.
    fn places(self) -> Range<usize> {
        match self {
            Basic => 0..4,
            Mine => 4..6,
            Gold => 6..7,
        }
    }
}

/// A sort, and its total count in any mixture.
type Side = (Sort, u8);

/// Given, received. A good is never given for itself, so the first two lines need different kinds.
const TABLE: [(Side, Side); 10] = [
    ((Basic, 1), (Basic, 1)),
    ((Mine, 1), (Mine, 1)),
    ((Basic, 2), (Mine, 1)),
    ((Mine, 1), (Basic, 2)),
    ((Basic, 4), (Gold, 1)),
    ((Basic, 8), (Gold, 3)),
    ((Mine, 2), (Gold, 1)),
    ((Mine, 4), (Gold, 3)),
    ((Gold, 1), (Mine, 1)),
    ((Gold, 1), (Basic, 2)),
];

/// More gold than any lot or bargain moves; in a lot it means no limit.
pub const PLENTY: u8 = 99;

/// Whether a lot is a line of the table.
pub fn is_line(give: &Lot, get: &Lot) -> bool {
    let (Some(from), Some(to)) = (side(give), side(get)) else { return false };
    TABLE.contains(&(from, to)) && apart(give, get)
}

/// Sort and count of one side of a lot, if it is all of one sort (R11.10).
fn side(lot: &Lot) -> Option<Side> {
    let sum = |sort: Sort| lot[sort.places()].iter().map(|count| u16::from(*count)).sum::<u16>();
    let mut sides = [Basic, Mine, Gold].map(|sort| (sort, sum(sort))).into_iter();
    let (sort, count) = sides.clone().find(|side| side.1 > 0)?;
    let alone = sides.all(|side| side.0 == sort || side.1 == 0);
    alone.then_some((sort, u8::try_from(count).ok()?))
}

fn apart(give: &Lot, get: &Lot) -> bool {
    give.iter().zip(get).all(|(given, got)| *given == 0 || *got == 0)
}

/// All lots that give and get no more than these.
pub fn lots(give_most: &Lot, get_most: &Lot) -> Vec<(Lot, Lot)> {
    let mut lots = Vec::new();
    for (from, to) in TABLE {
        let gets = mixtures(to, get_most);
        for give in mixtures(from, give_most) {
            lots.extend(gets.iter().filter(|get| apart(&give, get)).map(|get| (give, *get)));
        }
    }
    lots
}

/// All mixtures with this count of a sort.
fn mixtures((sort, count): Side, most: &Lot) -> Vec<Lot> {
    let mut open = vec![([0; 7], count)];
    for place in sort.places() {
        let longer = open.iter().flat_map(|(lot, left)| {
            (0..=(*left).min(most[place])).map(move |some| {
                let mut lot: Lot = *lot;
                lot[place] = some;
                (lot, left - some)
            })
        });
        open = longer.collect();
    }
    open.into_iter().filter(|(_, left)| *left == 0).map(|(lot, _)| lot).collect()
}

/// What a player could give: goods, and gold up to the maximum of a lot.
pub fn purse(player: &Player) -> Lot {
    let gold = player.gold.min(PLENTY.into()) as u8;
    with_gold(player.goods, gold)
}

/// What a player has room for: any gold, and goods up to the storage limit (R2.6, R13.13).
pub fn room(player: &Player) -> Lot {
    let most = player.storage();
    with_gold(player.goods.map(|held| most.saturating_sub(held)), PLENTY)
}

fn with_gold(goods: [u8; Good::COUNT], gold: u8) -> Lot {
    let mut lot = [gold; 7];
    lot[..Good::COUNT].copy_from_slice(&goods);
    lot
}

/// The index of the first item that exceeds the maximum.
pub fn excess(lot: &Lot, most: &Lot) -> Option<usize> {
    lot.iter().zip(most).position(|(wanted, there)| wanted > there)
}

/// Whether a player has room for an exchange. Given goods make room only for their own kind. Lots
/// of the table never contain the same kind on both sides, but bargains may.
pub fn fits(player: &Player, give: &Lot, get: &Lot) -> bool {
    let most = player.storage();
    Good::all().all(|good| {
        let (given, got) = (give[good.index()], get[good.index()]);
        got == 0
            || u16::from(player.goods[good.index()]) + u16::from(got)
                <= u16::from(most) + u16::from(given)
    })
}

/// The minimum of two lots, item by item.
pub fn least(one: &Lot, other: &Lot) -> Lot {
    std::array::from_fn(|place| one[place].min(other[place]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMBER: usize = 0;
    const HIDE: usize = 1;
    const WOOL: usize = 2;
    const MEAT: usize = 3;
    const STONE: usize = 4;
    const IRON: usize = 5;
    const GOLD: usize = 6;

    fn lot(things: &[(u8, usize)]) -> Lot {
        let mut lot = [0; 7];
        for (count, place) in things {
            lot[*place] += count;
        }
        lot
    }

    #[test]
    fn trade_table_matches_the_rulebook() {
        for (give, get) in [
            (lot(&[(2, HIDE)]), lot(&[(1, IRON)])),
            (lot(&[(1, HIDE), (1, WOOL)]), lot(&[(1, IRON)])),
            (lot(&[(4, TIMBER)]), lot(&[(1, GOLD)])),
            (lot(&[(3, HIDE), (5, MEAT)]), lot(&[(3, GOLD)])),
            (lot(&[(1, STONE), (1, IRON)]), lot(&[(1, GOLD)])),
            (lot(&[(4, IRON)]), lot(&[(3, GOLD)])),
            (lot(&[(1, IRON)]), lot(&[(1, HIDE), (1, MEAT)])),
            (lot(&[(1, GOLD)]), lot(&[(2, WOOL)])),
            (lot(&[(1, STONE)]), lot(&[(1, IRON)])),
            (lot(&[(1, WOOL)]), lot(&[(1, MEAT)])),
        ] {
            assert!(is_line(&give, &get), "{give:?} > {get:?}");
        }
        for (give, get) in [
            (lot(&[(1, TIMBER)]), lot(&[(1, IRON)])),
            (lot(&[(4, IRON)]), lot(&[(1, GOLD)])),
            (lot(&[(6, MEAT)]), lot(&[(2, GOLD)])),
            (lot(&[(2, TIMBER), (1, IRON)]), lot(&[(1, GOLD)])),
            (lot(&[(1, GOLD)]), lot(&[(1, MEAT)])),
            (lot(&[(1, MEAT)]), lot(&[(1, MEAT)])),
            (lot(&[]), lot(&[])),
            ([255; 7], [255; 7]),
        ] {
            assert!(!is_line(&give, &get), "{give:?} > {get:?}");
        }
    }

    #[test]
    fn every_lot_is_a_line_with_its_number() {
        let all = lots(&[8; 7], &[8; 7]);
        assert!(all.iter().all(|(give, get)| is_line(give, get)));
        // Pairs, mine pairs, 2 for 1, 1 for 2, 4, 8, 2, 4 and gold for either (R21.5).
        assert_eq!(all.len(), 12 + 2 + 20 + 20 + 35 + 165 + 3 + 5 + 2 + 10);
        assert!(lots(&[0; 7], &[8; 7]).is_empty());
    }
}
