//! One seat's board, figures, cards and secrets.

use super::super::things::areas::{Area, Place};
use super::super::things::goods::Mix;
use super::super::things::ids::{Areas, Node};
use super::super::things::kinds::{Building, Colour, Good, Rune};
use super::super::things::tiles::Tile;
use super::standing::Standing;
use ravenpost_rules::list::List;

/// The Claim sheet of a seat so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// Units of sheep and of cattle that become meat; tokens bought.
    pub sheep: u8,
    pub cattle: u8,
    pub tokens: u8,
    /// Whether a `claim` order was given; otherwise the default applies.
    pub chosen: bool,
    /// Recruits placed on each building.
    pub recruits: [u8; 3],
    /// Whether a `recruit` order was given; otherwise the default applies (R21.9).
    pub placed: bool,
    /// Areas that get an Axe token, in order, one entry per token.
    pub axes: List<Area, 20>,
    /// Whether the seat has finished, and its number of orders. It is public whether it has begun
    /// and finished.
    pub done: bool,
    pub orders: u8,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Player {
    pub colour: Colour,
    /// Disks on each building, in town, and unused, without those on areas and Runes.
    pub disks: [u8; Building::COUNT],
    pub town: u8,
    pub pile: u8,
    pub goods: [u8; Good::COUNT],
    pub gold: u16,
    pub glory: u16,
    pub runes: [u8; Rune::COUNT],
    pub axes: u8,
    /// Whether a Sea move is ready beside the dock.
    pub sea: bool,
    /// Tiles by building: two slots of level 1, one of level 2.
    pub tiles: [[Tile; 3]; Building::COUNT],
    pub at: [Place; 3],
    pub ship: Node,
    /// Where the Berserkur came from: `ABOARD` from the sea, `None` at the start (R9.20).
    pub entry: Option<Place>,
    /// Unused cards: secret while planned, public during the seat's turn.
    pub hand: Mix,
    /// Cards dealt this round, planned or gained.
    pub dealt: Mix,
    pub used: Mix,
    /// Whether this round's plan is made, and whether its cards are revealed.
    pub planned: bool,
    pub open: bool,
    /// The plan revealed last, in this round or the previous one; all 0 before the first. Public.
    pub last: Mix,
    /// A plan made in advance; all 0 for none.
    pub next: Mix,
    /// Areas attacked this round, and the number taken from players.
    pub attacked: Areas,
    pub taken: u8,
    /// Whether War Council, Oracle and Steward's House were used this round.
    pub council: bool,
    pub oracle: bool,
    pub steward: bool,
    /// Units of sheep and cattle to choose for in the Claim phase.
    pub flock: u8,
    pub herd: u8,
    /// Whether the seat is awaited in the Claim phase.
    pub claims: bool,
    pub claim: Claim,
    pub standing: Standing,
    /// Final bonuses for the score sheet: most gold, most areas, gold.
    pub bonus: [u16; 3],
}

impl Player {
    pub fn blank() -> Player {
        Player {
            colour: Colour::NONE,
            disks: [0; 3],
            town: 0,
            pile: 0,
            goods: [0; Good::COUNT],
            gold: 0,
            glory: 0,
            runes: [0; Rune::COUNT],
            axes: 0,
            sea: false,
            tiles: [[Tile::NONE; 3]; 3],
            at: [Place::TOWN; 3],
            ship: Node::DOCK,
            entry: None,
            hand: [0; 4],
            dealt: [0; 4],
            used: [0; 4],
            planned: false,
            open: false,
            last: [0; 4],
            next: [0; 4],
            attacked: 0,
            taken: 0,
            council: false,
            oracle: false,
            steward: false,
            flock: 0,
            herd: 0,
            claims: false,
            claim: Claim::default(),
            standing: Standing::default(),
            bonus: [0; 3],
        }
    }

    /// Placements on the Claim sheet beyond the tokens held and bought, which have no effect
    /// (R21.8).
    pub fn surplus(&self) -> usize {
        self.claim.axes.len().saturating_sub(usize::from(self.axes + self.claim.tokens))
    }

    pub fn has(&self, slug: Tile) -> bool {
        self.tiles.iter().flatten().any(|tile| *tile == slug)
    }
}
