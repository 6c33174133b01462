//! R24 Maps and factions: special abilities of factions.

use serde::Deserialize;

use super::ids::{Field, Fields};
use super::kinds::Terrain;

/// The powers of a faction, with defaults for those it does not have.
pub struct Powers {
    /// Additional gold in Taxes.
    pub taxes: i32,
    pub village_builders: u8,
    pub city_builders: u8,
    /// Heavy infantry may build too.
    pub hi_builds: bool,
    pub start: Start,
    pub no_recruitment: bool,
    pub cheap_mercenaries: bool,
    /// Minimum number of ships in a fleet.
    pub fleet: u8,
    /// Income from a port in Taxes and Festivals.
    pub port: i32,
    /// Light infantry crosses black lines that touch these fields.
    pub black_lines: Fields,
    /// Wall levels by terrain on certain fields.
    pub walls: Option<Walls>,
    /// Number of light infantry that gives one extra die.
    pub bonus_li: u8,
    /// Looting outside the homelands of the faction gives prestige.
    pub loot_away: bool,
    pub loot_lowland: bool,
    pub always_fish: bool,
    /// 50 % more prestige in combat outside these fields.
    pub away_from: Option<Fields>,
    pub safe_autumn: bool,
    /// Heavy infantry raised in Belgica at New Year.
    pub muster: u8,
    /// Pigs and sheep at the start.
    pub herds: Option<(u8, u8)>,
    pub ships_on_land: bool,
    /// Fortifications at the start.
    pub forts: u8,
    pub forts_on_right_bank: bool,
    pub sells_li: bool,
    /// All seats of this faction are rivals.
    pub rivals: Option<String>,
    pub horse_trade: bool,
    pub safe_passage: bool,
    pub cheap_ships: bool,
    /// Each die of light infantry has one free reroll.
    pub free_reroll: bool,
    pub third_li: bool,
    pub elephants: bool,
    pub crosses_danube: bool,
    pub li_by_recruitment: bool,
    pub historic_lord: bool,
    pub historic_vassal: bool,
    pub weak_cavalry: bool,
    pub transhumance: bool,
    pub redemption_for_ever: bool,
    pub levy: bool,
    pub dismantles: bool,
    pub no_attrition_first_year: bool,
}

/// How a faction's start differs (R8.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Start {
    #[default]
    Normal,
    /// May start with one city on this field, or anywhere in its homeland.
    City(Option<Field>),
    /// May start with a port on this field.
    Port(Field),
    /// Counts as inland, although it has a coast.
    Landlocked,
    Huns,
    /// Arrives over this sea in the second year.
    Late(Field),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walls {
    pub terrain: Terrain,
    pub full: u8,
    pub with: u8,
    pub on: Fields,
}

impl Default for Powers {
    fn default() -> Powers {
        Powers {
            taxes: 0,
            village_builders: 2,
            city_builders: 4,
            hi_builds: false,
            start: Start::Normal,
            no_recruitment: false,
            cheap_mercenaries: false,
            fleet: 4,
            port: 2,
            black_lines: Fields::NONE,
            walls: None,
            bonus_li: 6,
            loot_away: false,
            loot_lowland: false,
            always_fish: false,
            away_from: None,
            safe_autumn: false,
            muster: 0,
            herds: None,
            ships_on_land: false,
            forts: 0,
            forts_on_right_bank: false,
            sells_li: false,
            rivals: None,
            horse_trade: false,
            safe_passage: false,
            cheap_ships: false,
            free_reroll: false,
            third_li: false,
            elephants: false,
            crosses_danube: false,
            li_by_recruitment: false,
            historic_lord: false,
            historic_vassal: false,
            weak_cavalry: false,
            transhumance: false,
            redemption_for_ever: false,
            levy: false,
            dismantles: false,
            no_attrition_first_year: false,
        }
    }
}

/// Additional or reduced starting stock of a homeland at certain numbers of seats (R8.5a, R8.5b).
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Aid {
    /// Minimum and maximum number of seats for which it applies.
    pub seats: (u8, u8),
    pub gold: i8,
    pub li: i8,
    pub forts: u8,
    /// Dealt only if no other homeland is left (R8.2b).
    pub undealt: bool,
}
