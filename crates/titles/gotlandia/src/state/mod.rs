//! The complete state of a game as one block of memory: sets as bits, inline lists. Only `apply`
//! changes it; it contains no rules.

pub mod apply;
pub mod facts;
pub mod house;
pub mod options;
pub mod plays;
pub mod standing;
pub mod steps;

use serde::{Deserialize, Serialize};

use super::Gotlandia;
use super::things::goods::Goods;
use super::things::ids::{Card, Gen};
use super::things::kinds::{Dir, Kind};
use house::House;
use options::Options;
use plays::ForcedAnswer;
use ravenpost_rules::Fold;
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;
use steps::Steps;

impl Fold for Gotlandia {
    type State = State;
    type Fact = facts::Fact;

    fn blank() -> Self::State {
        blank()
    }

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        apply::apply(state, fact);
    }

    fn seats(state: &Self::State) -> u8 {
        state.seats
    }
}

/// Cards of one seat in one place: at most 13 of its own, 20 craft and 20 trading cards.
pub type Pack = List<Card, 54>;
/// A face-up pile, the top card last.
pub type Pile = List<Card, 4>;

/// The maximum number of seats.
pub const SEATS: usize = 4;

#[derive(Clone, Debug)]
pub struct State {
    pub seats: u8,
    pub options: Options,
    pub stage: Stage,
    /// 0, 1, 2 for the 1100s, 1200s, 1300s.
    pub century: u8,
    /// Number of generations begun in this century.
    pub generation: u8,
    pub card: Option<Gen>,
    /// Generation cards to come, the next one last. Hidden from all viewers.
    pub coming: List<Gen, 11>,
    /// Generation cards revealed so far, oldest first.
    pub past: List<Gen, 11>,
    pub token: Seat,
    pub turn: Seat,
    /// Whether the current seat has used its worker and only the rest of the turn is open.
    pub acted: bool,
    /// The card of the current turn.
    pub playing: Option<Card>,
    /// The remaining steps of the current turn, in order.
    pub steps: Steps,
    /// Ships that have not acted in the current raid, by direction.
    pub raiders: [u8; Dir::COUNT],
    /// Whether a ship has acted in the current raid.
    pub raided: bool,
    pub bank: Goods,
    /// Directions with a pirate, as bits.
    pub pirates: u32,
    /// Pirate tokens in the supply.
    pub tokens: u8,
    /// Districts with a neutral farmstead, as bits.
    pub neutral: u32,
    pub craft: Piles,
    pub trading: Piles,
    /// Decorations for sale, as bits.
    pub for_sale: u32,
    /// The seat whose worker stands on each selling space in Wisby.
    pub sold: [Option<Seat>; Kind::COUNT],
    /// The seat whose worker stands in Roma.
    pub assembly: Option<Seat>,
    pub houses: [House; SEATS],
    /// Forced answers since the seat's last order (R24.2).
    pub forced: List<ForcedAnswer, 12>,
    /// The three goals of a solo game.
    pub goals: [Goal; 3],
    /// VP of each century's scoring, by century and seat.
    pub scored: [[u8; SEATS]; 3],
    /// The parts of the final scoring, by seat.
    pub last: [FinalScore; SEATS],
}

/// The piles of one suit of cards: two fixed ones, then the mixed ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piles(pub List<Pile, 5>);

/// The stages of a generation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// The status of a solo goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    #[default]
    Open,
    Reached,
    Missed,
}

/// The breakdown of the final scoring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinalScore {
    pub pirates: u8,
    pub silver: u8,
    pub storage: u8,
    pub cards: u8,
    pub decorations: u8,
}

impl State {
    pub fn of(&self, seat: Seat) -> &House {
        &self.houses[seat]
    }

    pub fn of_mut(&mut self, seat: Seat) -> &mut House {
        &mut self.houses[seat]
    }

    /// Returns the seats of this table, in order.
    pub fn seats(
        &self,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        Seat::all(self.seats)
    }

    pub fn has(&self, seat: Seat) -> bool {
        (1..=self.seats).contains(&seat.0)
    }

    pub fn pirate(&self, dir: Dir) -> bool {
        self.pirates & dir.bit() != 0
    }

    /// Returns the number of ships of all seats in a direction.
    pub fn ships(&self, dir: Dir) -> u8 {
        self.houses.iter().map(|house| house.ships[dir.index()]).sum()
    }

    /// Returns the pile of its suit that shows this card on top.
    pub fn pile_of(&self, card: Card) -> Option<usize> {
        self.piles(card).0.iter().position(|pile| pile.last() == Some(&card))
    }

    /// Returns the piles a card comes from.
    pub fn piles(&self, card: Card) -> &Piles {
        if card >= Card::LUBECK { &self.trading } else { &self.craft }
    }

    pub fn piles_mut(&mut self, card: Card) -> &mut Piles {
        if card >= Card::LUBECK { &mut self.trading } else { &mut self.craft }
    }

    /// Returns the number of generation cards of the current century still to come.
    pub fn left(&self) -> usize {
        let running = |card: &&Gen| card.data().century == self.century;
        self.coming.iter().filter(running).count()
    }
}

/// Returns the state before the first fact.
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
        sold: [None; Kind::COUNT],
        assembly: None,
        houses: Default::default(),
        forced: List::new(),
        goals: [Goal::Open; 3],
        scored: [[0; SEATS]; 3],
        last: [FinalScore::default(); SEATS],
    }
}

/// Sorts cards, as in a hand or a discard pile.
pub fn sorted(cards: &[Card]) -> Pack {
    let mut pack = List::new();
    for card in cards {
        pack.put(*card);
    }
    pack
}
