//! R23 Who sees what: everything that one viewer may know, as data. Everything shown to people is
//! derived from this; `make` decides what stays hidden.

mod json;
pub mod make;

#[cfg(feature = "schema")]
use std::collections::BTreeMap;

use serde::Serialize;

use super::super::state::options::Options;
use super::super::state::standing::Standing;
use super::super::state::steps::Step;
use super::super::state::{Goal, Pack, Stage};
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Deco, District, Gen, Rep, Setting};
use super::super::things::kinds::{Dir, Kind};
use ravenpost_rules::list::List;
use ravenpost_rules::{Outcome, Seat};

/// Everything a viewer knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The viewer's seat; `None` for spectators.
    pub viewer: Option<Seat>,
    /// Only values that differ from the default are written.
    pub options: Options,
    pub stage: Stage,
    /// 1100, 1200 or 1300.
    pub century: u16,
    /// The number of the generation within the century, from 1.
    pub generation: u8,
    /// How many generations the century has, unless the Black Death ends it early.
    pub generations: u8,
    /// The current generation card.
    pub card: Option<Gen>,
    /// Cards of this century still to come.
    pub left: u8,
    /// Cards of the generations so far, including the current one, oldest first.
    pub past: List<Gen, 11>,
    /// Kinds currently in high demand.
    pub demand: &'static [Kind],
    pub token: Seat,
    /// The seat whose turn it is, while turns are being taken.
    pub turn: Option<Seat>,
    /// The card whose play is not finished, and its remaining steps.
    pub playing: Option<Card>,
    pub steps: List<Step, 8>,
    /// Ships that have not acted in the current raid.
    #[serde(serialize_with = "json::ships")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<Dir, u8>"))]
    pub raiders: List<Ships, 6>,
    pub bank: Goods,
    pub pirates: List<Dir, 6>,
    pub pirate_tokens: u8,
    pub threatened: List<District, 21>,
    pub neutral: List<District, 21>,
    #[serde(serialize_with = "json::piles")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<(Option<Card>, u8)>"))]
    pub craft_piles: List<PileView, 5>,
    #[serde(serialize_with = "json::piles")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<(Option<Card>, u8)>"))]
    pub trading_piles: List<PileView, 5>,
    /// Decorations still for sale, cheapest first.
    pub decorations: List<Deco, 10>,
    /// Occupied selling spaces in Wisby, and whose worker stands there.
    #[serde(serialize_with = "json::sold")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<Kind, Seat>"))]
    pub sold: List<Sold, 6>,
    /// Whose worker stands in Roma.
    pub assembly: Option<Seat>,
    pub seats: Vec<SeatView>,
    pub awaited: Vec<Asked>,
    /// Goals of a solo game; empty otherwise.
    pub goals: Vec<GoalView>,
    /// VP by century and seat, as far as scored.
    pub scored: Vec<Vec<u8>>,
    pub outcome: Option<Outcome>,
}

/// One seat, as the viewer sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    pub seat: Seat,
    pub colour: &'static str,
    pub home: Option<Setting>,
    /// The seat's settlements, in the order of the data.
    #[serde(serialize_with = "json::settlements")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<District, String>"))]
    pub settlements: List<Settlement, 21>,
    #[serde(serialize_with = "json::ships")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<Dir, u8>"))]
    pub ships: List<Ships, 6>,
    pub storage: Goods,
    pub buried_silver: u8,
    pub buried: Pack,
    /// How many cards are in the deck and in the hand.
    pub deck: u8,
    pub hand: u8,
    /// The hand itself: the viewer's own, and all hands while they are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand_cards: Option<Pack>,
    /// Deck and hand taken together, which is public, in data order.
    #[serde(serialize_with = "json::cards")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub unseen: Pack,
    #[serde(serialize_with = "json::cards")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub played: Pack,
    #[serde(serialize_with = "json::cards")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub discard: Pack,
    pub workers: u8,
    /// Workers not yet placed in this generation.
    pub free: u8,
    pub sunk: u8,
    pub decorations: List<Deco, 10>,
    pub reputation: Option<Rep>,
    /// The two reputations dealt to the viewer's own seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offered: Option<[Rep; 2]>,
    pub vp: i16,
    /// What it owes to pirates or as tribute, in items or, with that option, in gifts.
    pub owes: u8,
    /// Number of settled Settings, and the cards it draws for them at the start of a generation.
    pub settings: u8,
    pub draws: u8,
    /// Food needed to grow (R18.2).
    pub need: u8,
    /// Food of the hand: the viewer's own, and of all hands while they are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub food: Option<u8>,
    /// Pieces not on the board. Not serialised, because it follows from the board.
    #[serde(skip)]
    pub spare: Spare,
    /// The viewer's own sealed order, in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed: Option<String>,
    /// The same in words. Not serialised, because programs read the notation.
    #[serde(skip)]
    pub sealed_words: Option<String>,
    /// The viewer's own instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The lines of the viewer's own plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<String>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Settlement {
    pub district: District,
    pub kind: Building,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Building {
    #[default]
    Farmstead,
    Tower,
    Church,
}

impl Building {
    /// Returns the letter on the piece (R28.6).
    pub fn letter(self) -> &'static str {
        match self {
            Building::Farmstead => "F",
            Building::Tower => "T",
            Building::Church => "C",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Building::Farmstead => "farmstead",
            Building::Tower => "tower",
            Building::Church => "church",
        }
    }
}

/// Ships of one seat in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ships {
    pub dir: Dir,
    pub count: u8,
}

/// A face-up pile: its top card and its size.
#[derive(Clone, Copy, Debug, Default)]
pub struct PileView {
    pub top: Option<Card>,
    pub size: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Sold {
    pub kind: Kind,
    pub seat: Seat,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Spare {
    pub farmsteads: u8,
    pub towers: u8,
    pub churches: u8,
    pub ships: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    pub seat: Seat,
    pub decision: &'static str,
    pub ask: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalView {
    /// The difficulty of the goal: "easy", "medium" or "hard".
    pub name: &'static str,
    pub text: &'static str,
    pub now: Goal,
    /// Whether this is the goal chosen for the game.
    pub chosen: bool,
}
