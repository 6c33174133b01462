//! Starting stock of factions (R8.5, R24).

use super::powers;
use crate::state::State;
use crate::state::options::Module;
use crate::things::ids::Faction;
use crate::things::powers::{Aid, Start};

#[derive(Clone, Copy, Debug)]
pub struct StartingStock {
    pub li: u8,
    pub cavalry: u8,
    pub gold: u8,
    pub grain: u8,
    pub sheep: u8,
    pub pigs: u8,
    pub horses: u8,
    pub towns: usize,
    pub ship: bool,
}

impl StartingStock {
    /// Adds the extra stock of the homeland, which may be negative (R8.5a, R8.5b).
    pub fn with(self, aid: Aid) -> StartingStock {
        let gold = self.gold.saturating_add_signed(aid.gold);
        StartingStock { gold, li: self.li.saturating_add_signed(aid.li), ..self }
    }
}

/// The starting stock of a faction (R8.5, R24).
pub fn kit(state: &State, faction: Faction, city: bool, port: bool, coast: bool) -> StartingStock {
    let start = state.options.start_of(faction);
    let normal = StartingStock {
        li: if coast { 5 } else { 7 },
        cavalry: 0,
        gold: if coast { 5 } else { 7 },
        grain: 10,
        sheep: 2,
        pigs: 1,
        horses: 0,
        towns: 3,
        ship: coast,
    };
    let mut kit = match start {
        Start::City(_) if city => StartingStock { li: normal.li - 2, pigs: 0, towns: 1, ..normal },
        Start::Port(_) if port => StartingStock { pigs: 0, towns: 2, ..normal },
        Start::Landlocked => StartingStock { li: 7, gold: 5, ship: false, ..normal },
        Start::Huns => StartingStock {
            li: 3,
            cavalry: 3,
            gold: 7,
            grain: 5,
            sheep: 2,
            pigs: 0,
            horses: 2,
            towns: 1,
            ship: false,
        },
        _ => normal,
    };
    if let Some((pigs, sheep)) = powers(state, faction).herds {
        (kit.pigs, kit.sheep) = (pigs, sheep);
    }
    if !state.has(Module::FarmYear) {
        kit = StartingStock { grain: 0, sheep: 0, pigs: 0, horses: 0, ..kit };
    }
    kit
}
