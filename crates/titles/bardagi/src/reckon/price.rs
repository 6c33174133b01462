//! The price list of attacks (R9.4).

use super::super::state::State;
use super::super::state::player::Player;
use super::super::state::turn::Aim;
use super::super::things::areas::Area;
use super::super::things::kinds::{Building, Kind, Rune, Unit};
use super::super::things::tiles::Tile;
use ravenpost_rules::Seat;

/// Price of defeating a Berserkur, the loss of its owner, and the surcharge for the Champion's
/// Hall.
const DUEL: u8 = 5;
const LOSS: u8 = 4;
const CHAMPION: u8 = 2;
/// Price of an Axe token, without and with its owner's Axe Forge.
const AXE: u8 = 2;
const FORGED: u8 = 4;
/// Price added by a Defence Rune, and price of Barbarians outside and inside a camp.
const RUNE: u8 = 1;
const BARBARIANS: u8 = 1;
const CAMP: u8 = 3;
/// The disk that claims an area.
const CLAIM: u8 = 1;

/// The parts of an attack's price, all paid from the Virki (R9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Price {
    pub berserkur: u8,
    pub axes: u8,
    /// Disks or Barbarians, and a Defence Rune.
    pub defence: u8,
    /// Disks placed on the area.
    pub placed: u8,
}

impl Price {
    pub fn total(self) -> u8 {
        (self.berserkur + self.axes + self.defence).saturating_add(self.placed)
    }
}

impl Player {
    /// The price of defeating this player's Berserkur.
    pub fn duel_price(&self) -> u8 {
        DUEL + self.champion()
    }

    /// The disks that a defeated Berserkur's owner loses, limited to those on the Virki.
    pub fn duel_loss(&self) -> u8 {
        let virki = self.disks[Building::VIRKI.index()];
        virki.min(LOSS + self.champion())
    }

    fn champion(&self) -> u8 {
        if self.has(Tile::CHAMPIONS_HALL) { CHAMPION } else { 0 }
    }
}

impl State {
    /// The seat whose Berserkur defends an area; only its owner's does (R9.8).
    pub fn defender(&self, area: Area) -> Option<Seat> {
        self.owner(area).filter(|owner| self.players[*owner].area_of(Unit::B) == Some(area))
    }

    pub fn price(&self, area: Area, aim: Aim) -> Price {
        let mut price = Price::default();
        if let Aim::Duel(foe) = aim {
            price.berserkur = self.players[foe].duel_price();
            return price;
        }
        let land = self.land(area);
        price.berserkur = self.defender(area).map_or(0, |foe| self.players[foe].duel_price());
        let forged = self.owner(area).is_some_and(|foe| self.players[foe].has(Tile::AXE_FORGE));
        price.axes = land.axes * if forged { FORGED } else { AXE };
        if let Aim::Take(more) = aim {
            let strength = match self.owner(area) {
                Some(_) => land.disks,
                None if area.kind() == Kind::Camp => CAMP,
                None => BARBARIANS,
            };
            let rune = if land.runes & Rune::DEFENCE.bit() == 0 { 0 } else { RUNE };
            price.defence = strength + rune;
            price.placed = more.saturating_add(CLAIM);
        }
        price
    }
}
