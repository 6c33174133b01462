//! One seat's board, figures, cards and secrets.

use super::super::things::areas::{Area, Place};
use super::super::things::goods::Mix;
use super::super::things::ids::{Areas, Node};
use super::super::things::kinds::{Building, Colour, Good, Rune};
use super::super::things::tiles::Tile;
use super::standing::Standing;
use ravenpost_rules::list::List;

/// What a seat has ordered in the Claim phase so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Claim {
    /// Units of sheep and of cattle that become meat; tokens bought.
    pub sheep: u8,
    pub cattle: u8,
    pub tokens: u8,
    /// Whether a `claim` order was given; the default counts otherwise.
    pub chosen: bool,
    /// Recruits put on each building.
    pub recruits: [u8; 3],
    /// Whether a `recruit` order was given; the default counts otherwise (R21.9).
    pub placed: bool,
    /// Areas that get an Axe token, in order, one entry a token.
    pub axes: List<Area, 20>,
    /// Whether the seat has finished, and how many orders it gave. That it has begun, and has
    /// finished, is public.
    pub done: bool,
    pub orders: u8,
}

/// One player's board, figures, cards and secrets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Player {
    pub colour: Colour,
    /// Disks on each building, in town, and unused. Those on areas and Runes lie there.
    pub disks: [u8; Building::COUNT],
    pub town: u8,
    pub pile: u8,
    pub goods: [u8; Good::COUNT],
    pub gold: u16,
    pub glory: u16,
    /// Runes held, by kind.
    pub runes: [u8; Rune::COUNT],
    /// How many axe tokens the player holds.
    pub axes: u8,
    /// Whether a Sea move lies ready beside the dock.
    pub sea: bool,
    /// Tiles by building: two places of level 1, one of level 2.
    pub tiles: [[Tile; 3]; Building::COUNT],
    pub at: [Place; 3],
    pub ship: Node,
    /// Where the Berserkur came from: `ABOARD` from the sea, nothing at the start (R9.20).
    pub entry: Option<Place>,
    /// Unused cards: secret while planned, open in the own turn.
    pub hand: Mix,
    /// Cards that went through the hand this round: planned and gained.
    pub dealt: Mix,
    /// Cards used this round.
    pub used: Mix,
    /// Whether this round's plan is made, and whether its cards lie open.
    pub planned: bool,
    pub open: bool,
    /// The mixture laid open last, in this round or the one before; all 0 before the first. Public.
    pub last: Mix,
    /// A plan made before it is due; all 0 for none.
    pub next: Mix,
    /// Areas attacked this round, and how many were taken from players.
    pub attacked: Areas,
    pub taken: u8,
    /// War Council, Oracle, Steward's House: whether used this round.
    pub council: bool,
    pub oracle: bool,
    pub steward: bool,
    /// Units of sheep and cattle to choose for in the Claim phase.
    pub flock: u8,
    pub herd: u8,
    /// Whether the seat is asked in the Claim phase.
    pub claims: bool,
    pub claim: Claim,
    pub standing: Standing,
    /// Final bonuses, for the account: most gold, most areas, gold.
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

    /// Axe tokens that the Claim sheet places beyond those held and bought: they lapse (R21.8).
    pub fn surplus(&self) -> usize {
        self.claim.axes.len().saturating_sub(usize::from(self.axes + self.claim.tokens))
    }

    /// Whether the tile stands on one of its buildings.
    pub fn has(&self, slug: Tile) -> bool {
        self.tiles.iter().flatten().any(|tile| *tile == slug)
    }
}
