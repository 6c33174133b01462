//! R2 Terms and state: flat arrays of small numbers, so that a copy is one block of memory. Derived
//! values are in `reckon`, rules in `play`.

pub mod apply;
pub mod facts;
pub mod named;
pub mod options;

use super::Bardagi;
use ravenpost_rules::Fold;

impl Fold for Bardagi {
    type State = State;
    type Fact = facts::Fact;

    fn blank() -> Self::State {
        State::blank()
    }

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        apply::apply(state, fact);
    }

    fn seats(state: &Self::State) -> u8 {
        state.seats
    }
}
pub(super) mod player;
mod seated;
pub(super) mod standing;
pub(super) mod turn;

use serde::{Deserialize, Serialize};

use super::things::areas::Area;
use super::things::ids::Areas;
use super::things::kinds::{Map, Pile, Rune};
use super::things::tiles::Tile;
use super::things::who::Who;
use ravenpost_rules::list::List;
use ravenpost_rules::{Seat, Seats};

use options::Options;
use player::Player;
use standing::Drawer;
use turn::{Attack, Turn};

/// Maximum number of seats.
pub const SEATS: usize = 5;

/// The open decision, or an automatic step to continue from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    #[default]
    Blank,
    PickHome,
    Plan,
    /// The next seat's turn begins, or the Building phase.
    Turn,
    Act,
    /// Owners of driven-out Godis choose where they go, while the attack waits.
    GodiRetreat,
    Bargain,
    /// The next seat may build, or the Claim phase begins.
    Yard,
    Build,
    Claim,
    /// All claims are in; they are carried out, and the round ends.
    Close,
    /// The last round is over.
    Scoring,
    Over,
}

/// The contents of an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Land {
    /// `None` for Barbarian areas and homes of any colour.
    pub owner: Option<Seat>,
    pub disks: u8,
    pub axes: u8,
    /// Kinds of Runes on it, as bits.
    pub runes: u8,
    /// The seat whose marker is on `theirs`.
    pub caster: Option<Seat>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub seats: u8,
    pub options: Options,
    pub map: Map,
    pub round: u8,
    /// The last round; 0 in time play until the time is up.
    pub rounds: u8,
    /// Whether the time limit has been reached.
    pub time_up: bool,
    pub step: Step,
    /// The seat whose turn it is, or that is asked to build or to pick.
    pub turn: Seat,
    /// Seats whose turn or building in this round is over.
    pub gone: Seats,
    /// The seat that begins the round.
    pub starter: Seat,
    pub players: [Player; SEATS],
    pub lands: [Land; Area::COUNT],
    /// Camps that have given their Axe tokens.
    pub paid: Areas,
    /// Axe tokens in the bank.
    pub axes: u8,
    /// The draw pile of Runes; the last one is drawn next.
    pub runes: List<Rune, 48>,
    /// Face-down tiles, the next one last, and face-up tiles.
    pub piles: [List<Tile, 10>; Pile::COUNT],
    pub shown: [List<Tile, 3>; Pile::COUNT],
    pub now: Turn,
    pub attack: Option<Attack>,
    /// Seats for which default orders answer until their next turn (R21.15).
    pub yielded: Seats,
    /// Areas of the last order.
    pub last: Areas,
    /// Pre-orders by decision, in notation.
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
            turn: Seat(1),
            gone: Seats::NONE,
            starter: Seat(1),
            players: [Player::blank(); SEATS],
            lands: [Land::default(); Area::COUNT],
            paid: 0,
            axes: 0,
            runes: List::new(),
            piles: [List::new(); Pile::COUNT],
            shown: [List::new(); Pile::COUNT],
            now: Turn::default(),
            attack: None,
            yielded: Seats::NONE,
            last: 0,
            drawer: Default::default(),
        }
    }

    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats)
    }

    pub fn has(&self, seat: Seat) -> bool {
        (1..=self.seats).contains(&seat.0)
    }

    /// The seats in this round's turn order (R5.1).
    pub fn in_order(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let seats = self.seats;
        let all = std::iter::successors(Some(self.starter), move |seat| Some(seat.next(seats)));
        all.take(usize::from(seats))
    }

    pub fn over(&self) -> bool {
        self.step == Step::Over
    }

    pub fn who(&self, seat: Seat) -> Who {
        Who { seat, colour: self.players[seat].colour }
    }

    pub fn land(&self, area: Area) -> &Land {
        &self.lands[area.index()]
    }

    pub fn owner(&self, area: Area) -> Option<Seat> {
        self.land(area).owner
    }

    /// A seat's home area; `None` before it has a colour.
    pub fn home(&self, seat: Seat) -> Option<Area> {
        self.map.home(self.players[seat].colour)
    }

    /// The seat whose home an area is; `None` if it is closed or not a home.
    pub fn host(&self, area: Area) -> Option<Seat> {
        self.seats().find(|seat| self.home(*seat) == Some(area))
    }

    /// Whether this is the last round. Time play has a last round as well, in case the time limit
    /// is never reached.
    pub fn last_round(&self) -> bool {
        let last = if self.rounds == 0 { options::LAST_ROUND } else { self.rounds };
        self.round >= last
    }
}
