//! The tables that the rules use: sets of districts as bits, cards as lists of alternatives. They
//! contain figures, but no rules.

use super::goods::Goods;
use super::ids::{District, Setting};
use super::kinds::{Dir, Kind, Terrain};

/// Everything in `data.json` that the rules use.
#[derive(Debug)]
pub struct Data {
    pub districts: Vec<DistrictData>,
    pub settings: Vec<SettingData>,
    pub cards: Vec<CardData>,
    pub reputations: Vec<RepData>,
    pub generations: Vec<GenData>,
    pub decorations: Vec<DecoData>,
    /// The districts of each terrain, as bits.
    pub terrain: [u32; Terrain::COUNT],
    /// The districts of each Setting, as bits.
    pub setting: [u32; Setting::COUNT],
    /// The districts that border each direction, as bits.
    pub shore: [u32; Dir::COUNT],
    pub coastal: u32,
    pub harbours: u32,
    pub triples: [Vec<Setting>; 2],
    pub costs: Costs,
    /// The whole supply: the bank before setup.
    pub supply: Goods,
    pub storage: Goods,
    pub prices: [u8; Kind::COUNT],
    pub demand_bonus: u8,
    pub loss_order: [Kind; Kind::COUNT],
    pub idle_cards: Vec<String>,
    pub take_order: Vec<Kind>,
    pub goals: Vec<(String, String)>,
}

#[derive(Debug)]
pub struct RepData {
    pub name: String,
    pub text: String,
}

#[derive(Debug)]
pub struct DistrictData {
    pub name: String,
    pub terrain: Terrain,
    pub setting: Setting,
    pub harbour: bool,
    pub adjacent: u32,
    /// The directions it borders.
    pub dirs: Vec<Dir>,
}

#[derive(Debug)]
pub struct SettingData {
    pub name: String,
    pub dir: Dir,
    pub harbour: District,
    pub start: [District; 2],
    pub opposite: Setting,
}

#[derive(Debug)]
pub struct GenData {
    pub title: String,
    /// 0, 1 or 2.
    pub century: u8,
    pub pirates: Vec<Dir>,
    pub demand: Vec<Kind>,
    pub tribute: bool,
    pub war: bool,
    pub plague: bool,
}

#[derive(Debug)]
pub struct DecoData {
    pub name: String,
    pub cost: u8,
    pub vp: u8,
}

#[derive(Debug)]
pub struct Costs {
    pub settle: Goods,
    pub ship: Goods,
    pub tower: Goods,
    pub church: Goods,
    pub substitute: u8,
    pub neighbour: u8,
    pub learn: u8,
    pub partner: u8,
}

/// The origin of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suit {
    Basic,
    Setting,
    Craft,
    Trading,
}

#[derive(Debug)]
pub struct CardData {
    pub word: String,
    pub name: String,
    pub suit: Suit,
    pub copies: u8,
    pub advanced: bool,
    pub alts: Vec<Alt>,
    /// Whether the card has the fixed addition "draw 1".
    pub draws: bool,
    pub follow: Option<Follow>,
    pub food: Food,
    pub bury: u8,
    pub needs: Needs,
    pub end: Worth,
    pub idle: Idle,
}

/// One alternative of a card.
#[derive(Clone, Debug)]
pub enum Alt {
    Settle {
        reach: Reach,
        among: u32,
    },
    /// 1 for the card, if it gives one, and 1 for each settled district of a terrain.
    Produce {
        plus: Option<Kind>,
        per: Vec<(Terrain, Kind)>,
    },
    ProduceSetting,
    Take(Goods),
    TakeOne(Vec<Kind>),
    TakePer(Per, Goods),
    BuildShip,
    PlaceShip,
    BuildTower {
        home: bool,
    },
    PlaceTower,
    BuildChurch,
    Decorate,
    Raid(After),
    Sink,
    Assembly,
    Draw(u8),
    Sell {
        kinds: Vec<Kind>,
        space: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    Adjacent,
    Home,
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    Ship,
    Church,
    Setting,
}

/// The second half of a raid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    Nothing,
    Draw,
    Pirate,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follow {
    Partner,
    Learn,
    Unbury,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Food {
    pub flat: u8,
    pub terrain: [u8; Terrain::COUNT],
    pub ship: u8,
    pub setting: u8,
    pub home: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Worth {
    pub flat: u8,
    pub terrain: [u8; Terrain::COUNT],
    pub setting: u8,
    pub ship: u8,
    pub church: u8,
    pub two_pirates: u8,
    pub two_silver: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// The terrains that must all be settled, as bits.
    pub terrains: u32,
    pub harbour: bool,
    pub church: bool,
    pub settings: u8,
}

/// The default use of the card (R24.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idle {
    Produce,
    Take,
    Draw,
    RaidOrShip,
}
