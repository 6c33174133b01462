//! Orders as data: one part of a line each. Reading them is `parse`, writing `write`.

pub mod lexicon;
pub mod parse;
pub mod parse_aside;
pub mod parse_play;
pub mod write;

use serde::{Deserialize, Serialize};

use super::state::standing::Change;
use super::state::{Pack, Param};
use super::things::goods::Goods;
use super::things::names::{Card, Deco, Dir, District, Kind, Rep};
use crate::rules::Seat;

/// One order.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    Rep(Rep, Param),
    Lose(Goods),
    Keep(District),
    Trouble(Option<Dir>),
    Play(Play),
    Rest,
    Pass,
    Ship(ShipOrder),
    AllSilver,
    RaidDone,
    Pirate(Dir),
    Sink(Dir),
    Steal(Seat),
    Partner(Card),
    Learn(Card),
    Unbury(Lot),
    Church(District, Goods),
    Decorate(Deco),
    No,
    End {
        grow: bool,
        bury: Lot,
    },
    Standing(Change),
    /// A turn line for later, in plain small letters.
    Plan(String),
    PlanClear,
}

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

/// What one ship does in a raid: it acts in `at`, coming from `from`, and ends in `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShipOrder {
    pub from: Dir,
    pub at: Dir,
    pub to: Dir,
    pub sink: bool,
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

/// Cuts a line into parts at `;`. Plans and instructions stand alone on their line (R25.12).
pub fn split(line: &str) -> Vec<&str> {
    let first = line.split_whitespace().next().unwrap_or_default();
    if first.eq_ignore_ascii_case("plan") || first.eq_ignore_ascii_case("standing") {
        return vec![line.trim()];
    }
    line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
}
