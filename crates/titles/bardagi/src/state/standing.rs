//! What a seat has said for later: standing instructions, and orders left in advance.

use serde::{Deserialize, Serialize};

use super::super::things::areas::Area;
use super::super::things::kinds::{Building, Colour};
use ravenpost_rules::list::List;

/// What a seat's private standing instructions say (R22).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    pub retreat: Retreat,
    pub claim: Option<Auto>,
    /// Whether bargains are declined unseen.
    pub decline: bool,
    /// Whether the last mixture is planned again.
    pub repeat: bool,
}

/// Where a driven-out Godi goes (R22.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Retreat {
    #[default]
    Ask,
    Home,
    Nearest,
    /// Areas tried in order, then the nearest.
    List(List<Area, 8>),
}

/// How a claim is answered by itself (R22.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Auto {
    pub sheep: Taste,
    pub cattle: Taste,
    /// Buildings in the order in which recruits go onto them.
    pub recruits: [Building; 3],
}

/// What units of sheep or cattle become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Taste {
    Wool,
    Hide,
    Meat,
    Even,
}

/// Orders left in advance (R22.5, R22.6): secret, and cheap to copy while there are none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawer {
    /// `act` orders carried out one by one when the turn comes.
    pub script: Vec<String>,
    /// Whether the turn ends when the script stops.
    pub else_done: bool,
    /// `build` orders: the first possible one counts, otherwise pass.
    pub build: Vec<String>,
    /// Whose homes are to be chosen, the best first.
    pub homes: Vec<Colour>,
}
