//! What seats did and answered, as far as it is remembered: plays, sealed orders, answers by force.

use serde::{Deserialize, Serialize};

use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Deco, District, Rep};
use super::super::things::kinds::{Dir, Kind};
use super::Pack;
use ravenpost_rules::Seat;

/// A card played with a worker.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Play {
    pub card: Card,
    pub act: Use,
    pub nodraw: bool,
}

/// What the card is used for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Use {
    Settle(District, Goods),
    Produce,
    Take(Option<Kind>),
    Tower(District, Goods),
    Church(District, Goods),
    Decorate(Deco),
    Ship(Dir, Goods),
    Raid,
    Sell(u8, Kind),
    Assembly,
    Draw(u8),
    Sink,
}

/// Silver and cards: what is buried or unburied.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Lot {
    pub silver: u8,
    pub cards: Pack,
}

impl Lot {
    pub fn size(&self) -> usize {
        usize::from(self.silver) + self.cards.len()
    }

    pub fn silver(silver: u8) -> Lot {
        Lot { silver, cards: Pack::new() }
    }

    pub fn card(card: Card) -> Lot {
        Lot { silver: 0, cards: Pack::of(&[card]) }
    }
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
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Settled(pub Seat, pub Forced);

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
