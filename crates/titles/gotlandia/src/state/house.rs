//! Everything that belongs to one seat.

use std::sync::Arc;

use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Rep, Setting};
use super::super::things::kinds::{Dir, Kind};
use super::Pack;
use super::plays::SealedOrder;
use super::standing::Standing;

#[derive(Clone, Debug, Default)]
pub struct House {
    pub home: Option<Setting>,
    pub farmsteads: u32,
    pub towers: u32,
    pub churches: u32,
    pub ships: [u8; Dir::COUNT],
    pub storage: Goods,
    pub buried_silver: u8,
    pub buried: Pack,
    /// The top card last. Hidden from all viewers.
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
    pub sealed: Option<SealedOrder>,
    pub standing: Standing,
    pub plan: Option<Arc<Vec<String>>>,
    /// Whether the plan is for the seat's next turn because the current turn is its own.
    pub plan_later: bool,
}

impl House {
    /// Returns the districts with a settlement of any kind.
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

    /// Returns all craft and trading cards it owns, wherever they are.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let places = [&self.deck, &self.hand, &self.played, &self.discard, &self.buried];
        places.into_iter().flat_map(|pack| pack.iter().copied())
    }
}
