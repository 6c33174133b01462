//! R1, R27 Components and the data file: lookup tables, without rules.

use super::names::{Action, Area, Colour, Edge, Faction, Kind, Side};

/// Everything in `data.json` that the rules use.
#[derive(Debug)]
pub struct Data {
    pub areas: Vec<AreaData>,
    /// Codes of areas and ids of cards in alphabetical order, with their numbers.
    pub area_codes: Vec<(String, u8)>,
    pub card_ids: Vec<(String, u8)>,
    /// Serialised forms of a seat with its faction, by seat and faction: "2 oddi".
    pub seats: Vec<Vec<String>>,
    /// In alphabetical order of their ids.
    pub edges: Vec<EdgeData>,
    pub sides: [Edge; Side::COUNT],
    pub factions: Vec<FactionData>,
    /// The recommended factions for 2, 3, 4, 5 or 6 seats.
    pub recommended: Vec<Vec<Faction>>,
    pub laws: Vec<LawData>,
    pub statutes: Vec<StatuteData>,
    pub cards: Vec<CardData>,
    pub roles: Vec<RoleData>,
    /// Strength by number of farms, 0 to 18.
    pub strength: [u8; 19],
    /// Farm tokens of each colour.
    pub farms: u8,
    pub thingmen: u8,
    pub halves: u8,
    pub quarters: u8,
    pub arson: u8,
    pub win: u8,
}

#[derive(Debug)]
pub struct AreaData {
    pub slug: String,
    pub code: String,
    pub name: String,
    pub quarter: String,
    pub edges: Vec<Edge>,
    pub neighbours: u64,
}

#[derive(Debug)]
pub struct EdgeData {
    pub id: String,
    pub areas: [Area; 2],
    pub both: u64,
    pub reach: Vec<(Edge, Area)>,
}

#[derive(Debug)]
pub struct FactionData {
    pub slug: String,
    pub letter: String,
    pub name: String,
    pub family: String,
    pub hue: String,
    pub home: Area,
    pub farms: [Colour; 2],
    pub bondi: Action,
    pub sides: [Side; Side::COUNT],
}

#[derive(Debug)]
pub struct LawData {
    pub slug: String,
    pub name: String,
    pub old_name: String,
}

#[derive(Debug)]
pub struct StatuteData {
    pub code: String,
    pub colour: Colour,
    pub action: Action,
    pub bonus: u8,
}

#[derive(Debug)]
pub struct CardData {
    pub id: String,
    pub kind: Kind,
    pub action: Action,
    pub name: String,
    pub word: String,
}

#[derive(Debug)]
pub struct RoleData {
    pub slug: String,
    pub name: String,
    pub text: String,
}
