//! Plays, sealed orders and forced answers, as far as the state stores them.

use serde::{Deserialize, Serialize};

use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Deco, District, Rep};
use super::super::things::kinds::{Dir, Kind};
use super::Pack;
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

/// A card played with a worker.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Play {
    pub card: Card,
    pub action: Use,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_draw: bool,
}

/// What the card is used for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// The main effect of a card play, or its follow-up.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Effect {
    /// `toll` are the seats paid 1 Silver each; `neutral` is the Silver paid to the bank for a
    /// neutral farmstead.
    Settled {
        district: District,
        pay: Goods,
        toll: List<Seat, 4>,
        neutral: u8,
    },
    Produced {
        goods: Goods,
    },
    Taken {
        goods: Goods,
    },
    Sold {
        kind: Kind,
        count: u8,
        silver: u8,
        in_wisby: bool,
    },
    TowerBuilt {
        district: District,
        pay: Goods,
    },
    ChurchBuilt {
        district: District,
        pay: Goods,
    },
    Decorated {
        decoration: Deco,
        silver: u8,
    },
    ShipPlaced {
        dir: Dir,
        pay: Goods,
    },
    RaidStarted,
    AssemblyCalled,
    DrawChosen {
        up_to: u8,
    },
    SinkChosen,
    PartnerGained {
        card: Card,
        silver: u8,
    },
    CraftLearned {
        card: Card,
        silver: u8,
    },
    Unburied {
        silver: u8,
        cards: Pack,
    },
    None,
}

/// Silver and cards to bury or unbury.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// An order that stays secret until all seats have given theirs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SealedOrder {
    Reputation { reputation: Rep, choice: Param },
    Lose { goods: Goods },
    Keep { district: District },
    End { grow: bool, bury: Lot },
}

/// The parameter chosen with a reputation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Param {
    #[default]
    None,
    District(District),
    Card(Card),
}

/// A forced answer and the seat whose decision it settled.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ForcedAnswer(pub Seat, pub Forced);

/// The only possible answer to a decision.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// No follow-up. Once a turn has been ordered, a closing `no` is always accepted.
    NoFollowUp,
}

impl Default for Forced {
    fn default() -> Self {
        Forced::Lose(Goods::NONE)
    }
}
