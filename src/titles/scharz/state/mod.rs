//! What is where, and what was written down: flat lists of small numbers, so that a copy is cheap.
//! What follows from it stands in `reckon`, what may be done in `play`.

pub mod apply;
pub mod doctrine;
pub mod facts;
pub mod land;
pub mod line;
mod many;
pub mod options;
pub mod pact;
pub mod player;
pub mod stack;
pub mod why;

use super::things::ids::{FIELDS, Field, Fields};
use super::things::kinds::{MapId, Season};
use super::things::powers::Powers;
use super::things::words::words;
use crate::rules::list::List;
use crate::rules::{Seat, Seats};

use land::Land;
use line::Line;
use options::{Module, Options};
use pact::{Bond, Offer, Pact};
use player::Player;

/// Most seats at a table.
pub const SEATS: usize = 12;

words!(
    /// Where the game stands: the decision that is asked.
    Step, "step", {
        Blank = "blank",
        Homeland = "homeland",
        Settle = "settle",
        March = "march",
        Clash = "clash",
        Rear = "rear",
        Over = "over",
    }
);

words!(
    /// The weather of a winter (R19.14).
    Sky, "weather", {
        Normal = "normal",
        Good = "good",
        Bad = "bad",
    }
);

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub options: Options,
    pub seats: u8,
    pub step: Step,
    /// Who is asked, and who of them is done.
    pub asked: Seats,
    pub done: Seats,
    /// 1 for the first spring; 0 in setup.
    pub round: u8,
    /// Fields in play, and land of them beside water in play.
    pub field: Fields,
    pub coast: Fields,
    /// Order of the setup, then initiative of the round.
    pub order: List<Seat, SEATS>,
    pub players: [Player; SEATS],
    pub lands: [Land; FIELDS],
    /// By the lower seat, then the higher one.
    pub pacts: [[Pact; SEATS]; SEATS],
    /// By who offers, then to whom. Secret.
    pub offers: [[Offer; SEATS]; SEATS],
    /// Pairs that have had a tribute this year, by the lower seat.
    pub tributes: [Seats; SEATS],
    /// The two regions, and the seas.
    pub winter: [Sky; 3],
    /// River sections that carry.
    pub ice: Fields,
    /// What is written and not yet brought to light.
    pub drafts: [Vec<Line>; SEATS],
    /// How often a sheet was changed since it was asked for (R27.11).
    pub edits: [u8; SEATS],
    /// What is written for the next decision.
    pub kept: [Vec<Line>; SEATS],
    /// Fields that the last orders were about.
    pub last: Fields,
    /// Who went from where to where since then.
    pub moves: Vec<(Seat, Field, Field)>,
    /// Who has won, and how; several where it is shared.
    pub won: Option<facts::Verdict>,
    /// Somebody imagines it: what comes to light when the sheets are closed hangs on sheets that
    /// the dreamer has not read, so nothing does.
    pub dreamt: bool,
}

impl State {
    pub fn blank() -> State {
        State {
            options: Options::default(),
            seats: 0,
            step: Step::Blank,
            asked: Seats::NONE,
            done: Seats::NONE,
            round: 0,
            field: Fields::NONE,
            coast: Fields::NONE,
            order: List::new(),
            players: std::array::from_fn(|_| Player::blank()),
            lands: [const { Land::BLANK }; FIELDS],
            pacts: [[const { Pact::NONE }; SEATS]; SEATS],
            offers: [[const { Offer::NONE }; SEATS]; SEATS],
            tributes: [Seats::NONE; SEATS],
            winter: [Sky::Normal; 3],
            ice: Fields::NONE,
            drafts: Default::default(),
            edits: [0; SEATS],
            kept: Default::default(),
            last: Fields::NONE,
            moves: Vec::new(),
            won: None,
            dreamt: false,
        }
    }

    pub fn map(&self) -> MapId {
        self.options.map
    }

    pub fn all(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats)
    }

    /// Seats on the board, in seat order.
    pub fn alive(&self) -> impl Iterator<Item = Seat> + Clone {
        self.all().filter(|seat| self.is_alive(*seat))
    }

    /// Seats on the board, in order of initiative (R7.14).
    pub fn in_order(&self) -> Vec<Seat> {
        self.order.iter().copied().filter(|seat| self.is_alive(*seat)).collect()
    }

    /// The place in the order of initiative.
    pub fn rank(&self, seat: Seat) -> usize {
        self.order.iter().position(|one| *one == seat).unwrap_or(SEATS)
    }

    pub fn is_alive(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        !player.out && !player.late
    }

    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub fn land(&self, field: Field) -> &Land {
        &self.lands[field.local()]
    }

    pub fn powers(&self, seat: Seat) -> &'static Powers {
        self.options.powers_of(self.player(seat).faction)
    }

    pub fn has(&self, module: Module) -> bool {
        self.options.has(module)
    }

    /// Fields in play, by slug.
    pub fn fields(&self) -> impl Iterator<Item = Field> + Clone + use<> {
        self.field.on(self.map())
    }

    pub fn season(&self) -> Season {
        Season::ALL[usize::from(self.round.max(1) - 1) % 4]
    }

    pub fn year(&self) -> u8 {
        (self.round.max(1) - 1) / 4 + 1
    }

    /// Whether this is the last winter.
    pub fn is_last_round(&self) -> bool {
        self.round >= self.options.years * 4
    }

    /// Whether the rear that is open takes the lines of the next march too (R9.9).
    pub fn marches_ahead(&self) -> bool {
        self.step == Step::Rear && self.options.brisk && !self.is_last_round()
    }

    pub fn over(&self) -> bool {
        self.step == Step::Over
    }

    pub fn pact(&self, one: Seat, other: Seat) -> &Pact {
        &self.pacts[one.min(other).index()][one.max(other).index()]
    }

    /// Whether two seats fight each other (R7.2).
    pub fn hostile(&self, one: Seat, other: Seat) -> bool {
        one != other && self.pact(one, other).bond == Bond::None
    }

    pub fn offer(&self, from: Seat, to: Seat) -> &Offer {
        &self.offers[from.index()][to.index()]
    }

    /// Who is asked and not done.
    pub fn awaits(&self, seat: Seat) -> bool {
        let known = (1..=self.seats).contains(&seat.0);
        known && self.asked.has(seat) && !self.done.has(seat)
    }
}
