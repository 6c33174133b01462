//! `data.json` as written, parsed once on first use.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::kinds::{Dir, Kind};

/// Returns the parsed file, which is embedded in the program.
pub fn raw() -> &'static Raw {
    static RAW: OnceLock<Raw> = OnceLock::new();
    RAW.get_or_init(|| {
        let text = include_str!("../data.json");
        serde_json::from_str(text).expect("data.json is as the rules say")
    })
}

pub type Amounts = BTreeMap<String, u8>;

#[derive(Deserialize)]
pub struct Raw {
    pub resources: Resources,
    pub costs: RawCosts,
    pub setup: Setup,
    pub board: Board,
    pub cards: Cards,
    pub deadline: Deadline,
    pub solo: Solo,
}

#[derive(Deserialize)]
pub struct Resources {
    pub kinds: Vec<RawKind>,
    pub silver: Supply,
    pub high_demand_bonus: u8,
}

#[derive(Deserialize)]
pub struct RawKind {
    pub supply: u8,
    pub price: u8,
}

#[derive(Deserialize)]
pub struct Supply {
    pub supply: u8,
}

#[derive(Deserialize)]
pub struct RawCosts {
    pub settle: Amounts,
    pub build_ship: Amounts,
    pub build_tower: Amounts,
    pub build_church: Amounts,
    pub substitute: Substitute,
    pub settle_silver_per_other_settlement: u8,
    pub learn_craft: u8,
    pub trading_partner: u8,
}

#[derive(Deserialize)]
pub struct Substitute {
    pub silver: u8,
}

#[derive(Deserialize)]
pub struct Setup {
    pub storage: Amounts,
    pub home_triples: Triples,
}

#[derive(Deserialize)]
pub struct Triples {
    pub a: Vec<String>,
    pub b: Vec<String>,
}

#[derive(Deserialize)]
pub struct Board {
    pub districts: Vec<RawDistrict>,
    pub settings: Vec<RawSetting>,
}

#[derive(Deserialize)]
pub struct RawDistrict {
    pub id: String,
    pub name: String,
    pub setting: String,
    pub terrain: String,
    pub directions: Vec<Dir>,
    pub harbour: bool,
    pub adjacent: Vec<String>,
}

#[derive(Deserialize)]
pub struct RawSetting {
    pub id: String,
    pub name: String,
    pub direction: Dir,
    pub harbour: String,
    pub start: [String; 2],
    pub opposite: String,
}

#[derive(Deserialize)]
pub struct Cards {
    pub basic: Vec<RawCard>,
    pub setting: Vec<RawCard>,
    pub craft: Vec<RawCard>,
    pub trading: Vec<RawCard>,
    pub reputation: Vec<RawRep>,
    pub generation: Vec<RawGen>,
    pub decoration: Vec<RawDeco>,
}

impl Cards {
    /// Returns the action card at an index into all four lists in sequence.
    pub fn action(&self, mut at: usize) -> &RawCard {
        for list in [&self.basic, &self.setting, &self.craft] {
            match list.get(at) {
                Some(card) => return card,
                None => at -= list.len(),
            }
        }
        &self.trading[at]
    }
}

#[derive(Deserialize)]
pub struct RawCard {
    pub id: String,
    pub name: String,
    pub copies: u8,
    pub play: Vec<Play>,
    pub then: Vec<RawStep>,
    pub follow: Option<String>,
    pub left: Left,
    pub idle: String,
    pub notation: Option<String>,
    #[serde(default)]
    pub advanced: bool,
    #[serde(default)]
    pub requires: Requires,
    #[serde(default)]
    pub vp: Keys,
}

#[derive(Deserialize)]
pub struct Play {
    #[serde(rename = "do")]
    pub steps: Vec<RawStep>,
}

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum RawStep {
    Settle {
        #[serde(rename = "where")]
        reach: String,
        terrain: Option<String>,
        #[serde(default)]
        coastal: bool,
    },
    Produce {
        plus: Option<String>,
        per: BTreeMap<String, String>,
    },
    ProduceSetting,
    Take {
        what: Amounts,
    },
    TakeOneOf {
        kinds: Vec<Kind>,
    },
    TakePer {
        per: String,
        what: Amounts,
    },
    BuildShip,
    PlaceShip,
    BuildTower {
        #[serde(rename = "where")]
        place: String,
    },
    PlaceTower,
    BuildChurch,
    Decorate,
    Raid,
    PlacePirate,
    Sink,
    Assembly,
    Draw {
        n: u8,
    },
    Sell {
        kinds: Vec<Kind>,
        board_space: bool,
    },
}

#[derive(Deserialize)]
pub struct Left {
    pub food: Keys,
    pub bury: u8,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Keys {
    pub flat: u8,
    pub per_terrain: Amounts,
    pub per_ship: u8,
    pub per_setting: u8,
    pub per_home_setting_district: u8,
    pub per_church: u8,
    pub per_two_pirates: u8,
    pub per_two_buried_silver: u8,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Requires {
    pub terrains: Vec<String>,
    pub harbour: bool,
    pub church: bool,
    pub settings: u8,
}

#[derive(Deserialize)]
pub struct RawRep {
    pub id: String,
    pub name: String,
    pub effect: String,
}

#[derive(Deserialize)]
pub struct RawGen {
    pub id: String,
    pub century: u16,
    pub title: String,
    pub pirates: Vec<Dir>,
    pub demand: Vec<Kind>,
    #[serde(default)]
    pub effects: Vec<String>,
}

#[derive(Deserialize)]
pub struct RawDeco {
    pub id: String,
    pub name: String,
    pub cost: u8,
    pub vp: u8,
}

#[derive(Deserialize)]
pub struct Deadline {
    pub loss_order: Vec<String>,
    pub idle_card_order: Vec<String>,
    pub gotland_take_order: Vec<Kind>,
}

#[derive(Deserialize)]
pub struct Solo {
    pub goals: Vec<RawGoal>,
}

#[derive(Deserialize)]
pub struct RawGoal {
    pub id: String,
    pub text: String,
}
