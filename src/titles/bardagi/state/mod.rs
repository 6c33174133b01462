//! R2 Terms and state: flat arrays of small numbers, so that a copy is one block of memory. It
//! holds what is where; what follows from it stands in `reckon`, what may be done in `play`.

pub mod apply;
pub mod facts;
pub mod named;
pub mod options;
mod player;
mod standing;
mod turn;

use serde::{Deserialize, Serialize};

use super::things::{Area, Areas, Map, Pile, Rune, Tile, Who};
use crate::rules::Seat;
use crate::rules::list::List;

pub use options::Options;
pub use player::{Claim, Player};
pub use standing::{Auto, Drawer, Retreat, Standing, Taste};
pub use turn::{Aim, Attack, Chance, Session, Turn};

/// Most seats at a table.
pub const SEATS: usize = 5;
/// No seat, where an owner or a caster may be missing. Seats count from 1 in such places.
pub const NOBODY: u8 = 0;

/// Where the game stands: the decision that is asked for, or an automatic step to go on from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    #[default]
    Blank,
    PickHome,
    Plan,
    /// The next seat's turn begins, or building does.
    Turn,
    Act,
    /// Owners of driven-out Godis choose where they go; the attack waits.
    GodiRetreat,
    Bargain,
    /// The next seat may build, or the Claim phase begins.
    Yard,
    Build,
    Claim,
    /// All claims are in: they are carried out and the round ends.
    Close,
    /// The last round is done.
    Scoring,
    Over,
}

/// What lies on an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Land {
    /// The owner's seat number; [`NOBODY`] for Barbarians (and homes, whatever their colour).
    pub owner: u8,
    pub disks: u8,
    pub axes: u8,
    /// Kinds of Runes on it, as bits.
    pub runes: u8,
    /// Whose marker lies on `theirs`.
    pub caster: u8,
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub seats: u8,
    pub options: Options,
    pub map: Map,
    pub round: u8,
    /// The last round; in time play unknown (0) until time is up.
    pub rounds: u8,
    /// Whether the time limit has been reached.
    pub time_up: bool,
    pub step: Step,
    /// The place of the seat on turn, or that is asked to build or to pick.
    pub turn: u8,
    /// Places of seats whose turn or building is over this round, as bits.
    pub gone: u8,
    /// The place of the starting player.
    pub starter: u8,
    pub players: [Player; SEATS],
    pub lands: [Land; Area::COUNT],
    /// Camps that have paid their Axe tokens.
    pub paid: Areas,
    /// Axe tokens in the bank.
    pub axes: u8,
    /// The Runes' draw pile, next one last.
    pub runes: List<Rune, 48>,
    /// Tiles face down, next one last, and face up.
    pub piles: [List<Tile, 10>; Pile::COUNT],
    pub shown: [List<Tile, 3>; Pile::COUNT],
    pub now: Turn,
    pub attack: Option<Attack>,
    /// Areas of which the last order told.
    pub last: Areas,
    /// Orders left in advance, in notation, by the decision that each waits for.
    pub drawer: [Drawer; SEATS],
}

impl State {
    pub fn blank() -> State {
        State {
            seats: 0,
            options: Options::default(),
            map: Map::SUMMER,
            round: 0,
            rounds: 0,
            time_up: false,
            step: Step::Blank,
            turn: 0,
            gone: 0,
            starter: 0,
            players: [Player::blank(); SEATS],
            lands: [Land::default(); Area::COUNT],
            paid: 0,
            axes: 0,
            runes: List::new(),
            piles: [List::new(); Pile::COUNT],
            shown: [List::new(); Pile::COUNT],
            now: Turn::default(),
            attack: None,
            last: 0,
            drawer: Default::default(),
        }
    }

    /// The seats' places, 0 and up.
    pub fn places(&self) -> impl DoubleEndedIterator<Item = usize> + Clone + use<> {
        0..usize::from(self.seats)
    }

    /// The seats' places in this round's turn order (R5.1).
    pub fn in_order(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let (seats, first) = (usize::from(self.seats), usize::from(self.starter));
        (0..seats).map(move |at| (first + at) % seats)
    }

    pub fn over(&self) -> bool {
        self.step == Step::Over
    }

    pub fn who(&self, at: usize) -> Who {
        Who { seat: Seat::at(at), colour: self.players[at].colour }
    }

    /// The place of the seat on turn.
    pub fn on_turn(&self) -> usize {
        usize::from(self.turn)
    }

    pub fn land(&self, area: Area) -> &Land {
        &self.lands[area.index()]
    }

    /// The place of the area's owner, if disks lie on it.
    pub fn owner(&self, area: Area) -> Option<usize> {
        usize::from(self.land(area).owner).checked_sub(1)
    }

    /// A seat's own home area; none before it has a colour.
    pub fn home(&self, at: usize) -> Option<Area> {
        self.map.home(self.players[at].colour)
    }

    /// Whose home an area is: the place of the seat with its colour; none when closed or no home.
    pub fn host(&self, area: Area) -> Option<usize> {
        self.places().find(|at| self.home(*at) == Some(area))
    }

    /// Whether this is the last round. Time play has an end of its own, should no bell be rung.
    pub fn last_round(&self) -> bool {
        let last = if self.rounds == 0 { options::LAST_ROUND } else { self.rounds };
        self.round >= last
    }
}
