//! R2 Terms and state: flat arrays of small numbers, so that a copy is one block of memory. It
//! holds what is where; what follows from it stands in `reckon`, what may be done in `play`.

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

/// Most seats at a table.
pub const SEATS: usize = 5;

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
    /// Nobody for Barbarians (and homes, whatever their colour).
    pub owner: Option<Seat>,
    pub disks: u8,
    pub axes: u8,
    /// Kinds of Runes on it, as bits.
    pub runes: u8,
    /// Whose marker lies on `theirs`.
    pub caster: Option<Seat>,
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
    /// The seat on turn, or that is asked to build or to pick.
    pub turn: Seat,
    /// Seats whose turn or building is over this round.
    pub gone: Seats,
    /// The seat that begins the round.
    pub starter: Seat,
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
    /// Seats for which default orders answer until their next turn (R21.15).
    pub yielded: Seats,
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

    /// The seats of this table.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats)
    }

    /// Whether there is such a seat.
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

    /// The area's owner, if disks lie on it.
    pub fn owner(&self, area: Area) -> Option<Seat> {
        self.land(area).owner
    }

    /// A seat's own home area; none before it has a colour.
    pub fn home(&self, seat: Seat) -> Option<Area> {
        self.map.home(self.players[seat].colour)
    }

    /// Whose home an area is: the seat with its colour; none when closed or no home.
    pub fn host(&self, area: Area) -> Option<Seat> {
        self.seats().find(|seat| self.home(*seat) == Some(area))
    }

    /// Whether this is the last round. Time play has an end of its own, should no bell be rung.
    pub fn last_round(&self) -> bool {
        let last = if self.rounds == 0 { options::LAST_ROUND } else { self.rounds };
        self.round >= last
    }
}
