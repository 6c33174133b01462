//! The default play that builds (R24.5a): a church, a farmstead or a tower, if it harms no other
//! seat.

use crate::play::turns::cards;
use crate::reckon::board;
use crate::state::State;
use crate::state::plays::{Play, Use};
use crate::things::data::data;
use crate::things::goods::Goods;
use crate::things::ids::{Card, District};
use crate::things::kinds::Kind;
use ravenpost_rules::Seat;

/// Comparison key of plays: the smallest is chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Church, farmstead, tower.
    kind: u8,
    /// Whether the seat already has a settlement in the Setting.
    known: bool,
    /// Silver paid to neighbours and the bank, and in place of a resource.
    silver: u8,
    /// The plainest card first (R29.5).
    card: usize,
    district: usize,
    draws: bool,
}

/// Returns the play that builds, if there is one.
pub fn building(state: &State, seat: Seat) -> Option<Play> {
    let mut best: Option<(Rank, Play)> = None;
    cards::each(state, seat, &mut |play| {
        let rank = rank(state, seat, &play);
        let better = rank.filter(|rank| best.is_none_or(|(least, _)| *rank < least));
        best = better.map(|rank| (rank, play)).or(best);
        true
    });
    best.map(|(_, play)| play)
}

fn rank(state: &State, seat: Seat, play: &Play) -> Option<Rank> {
    let (kind, district, pay) = match play.action {
        Use::Church(district, pay) => (0, district, pay),
        Use::Settle(district, pay) => (1, district, pay),
        Use::Tower(district, pay) => (2, district, pay),
        _ => return None,
    };
    let own = state.of(seat).settled();
    let known = own & data().setting[district.setting().index()] != 0;
    Some(Rank {
        kind,
        known: known && kind == 1,
        silver: silver(state, seat, district, &pay, kind),
        card: place_of(play.card),
        district: district.index(),
        draws: !play.no_draw,
    })
}

fn silver(state: &State, seat: Seat, district: District, pay: &Goods, kind: u8) -> u8 {
    let (toll, neutral) = match kind {
        1 => board::toll(state, seat, district),
        _ => Default::default(),
    };
    pay.of(Kind::SILVER) + toll.len() as u8 * data().costs.neighbour + neutral
}

/// Returns the position of a card in the order of default plays; other cards come last.
pub fn place_of(card: Card) -> usize {
    let place = data().idle_cards.iter().position(|word| word == card.word());
    place.unwrap_or(usize::MAX)
}
