//! The whole state of a game as one block of memory: sets as bits, lists without a heap. Only
//! `apply` changes it; it holds no rules.

pub mod apply;
pub mod facts;
pub mod options;
pub mod standing;
pub mod steps;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::options::Options;
use self::standing::Standing;
use self::steps::Steps;
use super::orders::{Lot, Play};
use super::things::goods::Goods;
use super::things::names::{Card, Dir, District, Gen, Kind, Rep, Setting};
use crate::rules::Seat;
use crate::rules::list::List;

/// Cards of one seat in one place. 13 of its own, 20 craft and 20 trading cards at the most.
pub type Pack = List<Card, 54>;
/// A face-up pile, the top card last.
pub type Pile = List<Card, 4>;

/// The most seats a table has.
pub const SEATS: usize = 4;

#[derive(Clone, Debug)]
pub struct State {
    pub seats: u8,
    pub options: Options,
    pub stage: Stage,
    /// 0, 1, 2 for the 1100s, 1200s, 1300s.
    pub century: u8,
    /// Generations begun in this century.
    pub generation: u8,
    pub card: Option<Gen>,
    /// Generation cards to come, the next one last. Hidden from all.
    pub coming: List<Gen, 11>,
    /// Generation cards turned up, oldest first.
    pub past: List<Gen, 11>,
    pub token: Seat,
    pub turn: Seat,
    /// Whether the seat on turn has used its worker and only the rest of the turn is open.
    pub acted: bool,
    /// The card of the running turn.
    pub playing: Option<Card>,
    /// What the running turn still brings, in order.
    pub steps: Steps,
    /// Ships that have not acted in the running raid, by direction.
    pub raiders: [u8; Dir::COUNT],
    /// Whether a ship has acted in the running raid.
    pub raided: bool,
    pub bank: Goods,
    /// Directions with a pirate, as bits.
    pub pirates: u32,
    /// Pirate tokens in the supply.
    pub tokens: u8,
    /// Districts with a neutral farmstead.
    pub neutral: u32,
    pub craft: Piles,
    pub trading: Piles,
    /// Decorations for sale, as bits.
    pub for_sale: u32,
    /// Which seat's worker stands on each selling space in Wisby; 0 for none.
    pub sold: [u8; Kind::COUNT],
    /// Which seat's worker stands in Roma; 0 for none.
    pub assembly: u8,
    pub families: [Family; SEATS],
    /// Answers given by force since the seat's last order (R24.2).
    pub forced: List<Settled, 12>,
    /// The solo goals.
    pub goals: [Goal; 3],
    /// VP of each century's scoring, by century and seat.
    pub scored: [[u8; SEATS]; 3],
    /// The parts of the final scoring, by seat.
    pub last: [Parts; SEATS],
}

/// The piles of one family of cards: two fixed ones, then the mixed ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piles(pub List<Pile, 5>);

/// What one seat has.
#[derive(Clone, Debug, Default)]
pub struct Family {
    pub home: Option<Setting>,
    pub farmsteads: u32,
    pub towers: u32,
    pub churches: u32,
    pub ships: [u8; Dir::COUNT],
    pub storage: Goods,
    pub buried_silver: u8,
    pub buried: Pack,
    /// The top card last. Hidden from all.
    pub deck: Pack,
    pub hand: Pack,
    pub played: Pack,
    pub discard: Pack,
    pub workers: u8,
    pub free: u8,
    pub sunk: u8,
    pub decorations: u32,
    pub offered: Option<[Rep; 2]>,
    pub reputation: Option<Rep>,
    pub vp: i16,
    /// What it owes to pirates or as tribute: items, or gifts under R6.8.
    pub owes: u8,
    pub sealed: Option<Sealed>,
    pub standing: Standing,
    pub plan: Option<Arc<Vec<String>>>,
    /// Whether the plan is for the next time the seat comes on turn, because it is on turn now.
    pub plan_later: bool,
}

/// Where in a generation the game is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    #[default]
    Reputation,
    Reveal,
    Tribute,
    Keep,
    RaidLoss,
    Trouble,
    Draw,
    Turns,
    End,
    Scoring,
    Over,
}

/// An order given, but not to be known before all have given theirs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Sealed {
    Rep { rep: Rep, param: Param },
    Lose { goods: Goods },
    Keep { district: District },
    End { grow: bool, bury: Lot },
}

/// What comes with the choice of a reputation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Param {
    #[default]
    None,
    District(District),
    Card(Card),
}

/// Whose decision was settled by force, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settled(pub Seat, pub Forced);

impl crate::rules::list::Filler for Settled {
    fn filler() -> Settled {
        Settled(Seat(1), Forced::default())
    }
}

/// A decision settled by force, with the answer it got.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Forced {
    Play(Play),
    Lose(Goods),
    Keep(District),
    Pirate(Dir),
    Sink(Dir),
    Steal(Seat),
    /// No ship was left to act in the raid.
    RaidDone,
    /// No pirate could be placed between generations.
    NoTrouble,
    /// Nothing could be paid for growth or buried.
    End,
    /// No follow-up, once a turn has been ordered: a closing `no` is never wrong.
    No,
}

impl Default for Forced {
    fn default() -> Self {
        Forced::Lose(Goods::NONE)
    }
}

/// How a solo goal stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    #[default]
    Open,
    Reached,
    Missed,
}

/// Where the VP of the final scoring came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Parts {
    pub pirates: u8,
    pub silver: u8,
    pub storage: u8,
    pub cards: u8,
    pub decorations: u8,
}

impl State {
    pub fn of(&self, seat: Seat) -> &Family {
        &self.families[seat.index()]
    }

    pub fn of_mut(&mut self, seat: Seat) -> &mut Family {
        &mut self.families[seat.index()]
    }

    /// The seats of this table, in order.
    pub fn seats(
        &self,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        Seat::all(self.seats)
    }

    /// Whether there is such a seat.
    pub fn has(&self, seat: Seat) -> bool {
        (1..=self.seats).contains(&seat.0)
    }

    pub fn pirate(&self, dir: Dir) -> bool {
        self.pirates & dir.bit() != 0
    }

    /// Ships of all seats in a direction.
    pub fn ships(&self, dir: Dir) -> u8 {
        self.families.iter().map(|family| family.ships[dir.index()]).sum()
    }

    /// The pile of its family that shows this card on top.
    pub fn pile_of(&self, card: Card) -> Option<usize> {
        self.piles(card).0.iter().position(|pile| pile.last() == Some(&card))
    }

    /// The piles a card comes from.
    pub fn piles(&self, card: Card) -> &Piles {
        if card >= Card::LUBECK { &self.trading } else { &self.craft }
    }

    pub fn piles_mut(&mut self, card: Card) -> &mut Piles {
        if card >= Card::LUBECK { &mut self.trading } else { &mut self.craft }
    }

    /// Generation cards of the running century still to come.
    pub fn left(&self) -> usize {
        let running = |card: &&Gen| card.data().century == self.century;
        self.coming.iter().filter(running).count()
    }
}

impl Family {
    /// Districts with a settlement of any kind.
    pub fn settled(&self) -> u32 {
        self.farmsteads | self.towers | self.churches
    }

    pub fn is(&self, rep: Rep) -> bool {
        self.reputation == Some(rep)
    }

    pub fn fleet(&self) -> u8 {
        self.ships.iter().sum()
    }

    pub fn silver(&self) -> u8 {
        self.storage.of(Kind::SILVER)
    }

    /// All craft and trading cards it owns, wherever they are.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let places = [&self.deck, &self.hand, &self.played, &self.discard, &self.buried];
        places.into_iter().flat_map(|pack| pack.iter().copied())
    }
}

/// The state before the first fact.
pub fn blank() -> State {
    State {
        seats: 0,
        options: Options::default(),
        stage: Stage::Reputation,
        century: 0,
        generation: 0,
        card: None,
        coming: List::new(),
        past: List::new(),
        token: Seat(1),
        turn: Seat(1),
        acted: false,
        playing: None,
        steps: Steps::NONE,
        raiders: [0; Dir::COUNT],
        raided: false,
        bank: Goods::NONE,
        pirates: 0,
        tokens: 0,
        neutral: 0,
        craft: Piles::default(),
        trading: Piles::default(),
        for_sale: 0,
        sold: [0; Kind::COUNT],
        assembly: 0,
        families: Default::default(),
        forced: List::new(),
        goals: [Goal::Open; 3],
        scored: [[0; SEATS]; 3],
        last: [Parts::default(); SEATS],
    }
}

#[cfg(test)]
mod tests {
    use super::super::orders::Order;
    use super::facts::Fact;
    use super::*;

    #[test]
    fn states_facts_and_orders_are_small() {
        let sizes = [size_of::<State>(), size_of::<Fact>(), size_of::<Order>()];
        assert!(sizes[0] <= 2200 && sizes[1] <= 96 && sizes[2] <= 64, "{sizes:?}");
    }
}
