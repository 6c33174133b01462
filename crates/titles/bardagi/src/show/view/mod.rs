//! What one viewer may know (R19), as data. Everything shown to people is made from it alone;
//! `show` decides what stays hidden. Views are made for every seat after every order, so short
//! lists are stored without heap allocation.

use std::borrow::Cow;

use serde::Serialize;

use super::super::state::turn::{Aim, Chance, Session};
use super::super::state::{SEATS, Step};
use super::super::things::areas::{Area, Place};
use super::super::things::goods::{Lot, Mix};
use super::super::things::ids::Node;
use super::super::things::kinds::{Building, Colour, Good, Map, Pile, Rune};
use super::super::things::tiles::Tile;
use ravenpost_rules::list::List;
use ravenpost_rules::{Outcome, Seat};

mod show;

pub use show::show;

/// Everything a viewer may know.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The viewing seat; `None` for spectators.
    pub viewer: Option<Seat>,
    pub map: Map,
    pub round: u8,
    /// The last round; `None` in time play.
    pub rounds: Option<u8>,
    pub step: Step,
    pub options: Vec<Cow<'static, str>>,
    /// The seats in this round's order, the starting player first.
    pub order: List<Seat, SEATS>,
    pub seats: Vec<SeatView>,
    /// Areas that are not empty.
    pub lands: Vec<LandView>,
    /// Face-up tiles, and the number of face-down ones, by pile.
    pub market: Vec<MarketView>,
    /// Runes in the draw pile, Axe tokens in the bank.
    pub runes: u8,
    pub axes: u8,
    pub turn: Option<TurnView>,
    pub attack: Option<AttackView>,
    pub offer: Option<OfferView>,
    /// Seats for which default orders answer until their next turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub yielded: Vec<Seat>,
    pub awaited: Vec<Asked>,
    /// Areas of the last order.
    pub last: Vec<Area>,
    pub outcome: Option<Outcome>,
}

/// One seat, without what the viewer must not see.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    pub seat: Seat,
    pub colour: Option<Colour>,
    pub home: Option<Area>,
    pub glory: u16,
    /// Disks by building, each building's limit, in town, unused, on the board.
    pub disks: [u8; Building::COUNT],
    pub limits: [u8; Building::COUNT],
    pub town: u8,
    pub pile: u8,
    pub areas: u8,
    pub goods: [u8; Good::COUNT],
    pub storage: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gold: Option<u16>,
    pub runes_held: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runes: Option<[u8; Rune::COUNT]>,
    pub axes: u8,
    pub sea: bool,
    pub tiles: [List<Tile, 3>; Building::COUNT],
    pub at: [Place; 3],
    pub ship: Node,
    pub entry: Option<Place>,
    /// Whether this round's plan is made; the number of its remaining cards, and the cards.
    pub planned: bool,
    pub cards: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Mix>,
    pub used: Mix,
    /// Used tiles that work once per round: War Council, Oracle, Steward's House.
    pub spent: List<Tile, 3>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimView>,
    /// The viewer's own standing instructions and pre-orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later: Option<Vec<String>>,
}

/// The viewer's own Claim sheet so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimView {
    /// Units of sheep and of cattle to choose for, and how many become meat.
    pub flock: u8,
    pub herd: u8,
    pub sheep: u8,
    pub cattle: u8,
    /// Whether that was ordered; otherwise the default applies.
    pub chosen: bool,
    pub tokens: u8,
    pub recruits: [u8; Building::COUNT],
    pub axes: List<Area, 20>,
    /// Number of these without a token.
    pub surplus: u8,
    pub done: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LandView {
    pub area: Area,
    pub owner: Option<Seat>,
    pub disks: u8,
    pub axes: u8,
    pub runes: List<Rune, { Rune::COUNT }>,
    pub caster: Option<Seat>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketView {
    pub pile: Pile,
    pub shown: List<Tile, 3>,
    /// Number of cards face down.
    pub left: u8,
}

/// The state of the current turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnView {
    pub seat: Seat,
    /// Free steps by land unit, and free squares.
    pub steps: [u8; 3],
    pub squares: u8,
    pub session: Session,
    pub chance: Chance,
    pub tanned: u8,
    pub bought_runes: bool,
}

/// An attack that waits for Godis to leave.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackView {
    pub area: Area,
    pub aim: Aim,
    pub waits: List<Seat, SEATS>,
}

/// A bargain being made or answered; its amounts are visible to both partners only.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferView {
    pub visitor: Seat,
    pub host: Seat,
    pub sent: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amounts: Option<(Lot, Lot)>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    pub seat: Seat,
    pub decision: &'static str,
    pub ask: String,
}
