//! Standing instructions and pre-orders of a seat.

use serde::{Deserialize, Serialize};

use super::super::things::areas::Area;
use super::super::things::kinds::{Building, Colour};
use ravenpost_rules::list::List;

/// A seat's private standing instructions (R22).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    pub retreat: Retreat,
    pub claim: Option<Auto>,
    /// Whether bargains are always declined.
    pub decline: bool,
    /// Whether the last plan is repeated.
    pub repeat: bool,
}

/// Where a driven-out Godi goes (R22.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Retreat {
    #[default]
    Ask,
    Home,
    Nearest,
    /// Areas tried in order, then the nearest.
    List(List<Area, 8>),
}

/// How a claim is answered automatically (R22.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Auto {
    pub sheep: Taste,
    pub cattle: Taste,
    /// Buildings in the order in which recruits are placed.
    pub recruits: [Building; 3],
}

/// What units of sheep or cattle become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Taste {
    Wool,
    Hide,
    Meat,
    Even,
}

/// Pre-orders (R22.5, R22.6): secret, and cheap to copy while empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawer {
    /// `act` orders carried out one by one in the next turn.
    pub script: Vec<String>,
    /// Whether the turn ends when the script stops.
    pub else_done: bool,
    /// `build` orders: the first possible one is played, or else pass.
    pub build: Vec<String>,
    /// Colours of homes to choose, the best first.
    pub homes: Vec<Colour>,
}
