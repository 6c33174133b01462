//! What is where, and what was written down: flat lists of small numbers, as long as the table and
//! its map are, so that a copy is cheap. What follows from it stands in `reckon`, what may be done
//! in `play`.

pub mod apply;
pub mod doctrine;
pub mod facts;
pub mod land;
pub mod line;
pub mod options;
pub mod pact;
pub mod player;
pub mod stack;
pub mod why;

use super::things::ids::{Field, Fields};
use super::things::kinds::{MapId, Season};
use super::things::powers::Powers;
use super::things::words::words;
use ravenpost_rules::list::List;
use ravenpost_rules::{Seat, Seats};

use super::Scharz;
use land::Land;
use line::SheetLine;
use options::{Module, Options};
use pact::{Bond, Offer, Pact};
use player::Player;
use ravenpost_rules::Fold;

impl Fold for Scharz {
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

    fn over(state: &Self::State) -> bool {
        state.over()
    }
}

/// Most seats at a table.
pub const SEATS: usize = 12;

/// What a seat has that is none of the table's.
static NOBODY: Player = Player::BLANK;

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
    Weather, "weather", {
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
    /// Those who sit at the table; a seat beyond them is a blank one.
    players: Vec<Player>,
    /// The fields of the map; nothing lies on one beyond them.
    lands: Vec<Land>,
    /// Pairs that have had a tribute this year, by the lower seat.
    pub tributes: [Seats; SEATS],
    /// The same for redemptions.
    pub redemptions: [Seats; SEATS],
    /// The two regions, and the seas.
    pub winter: [Weather; 3],
    /// River sections that carry.
    pub ice: Fields,
    /// What is written and not yet brought to light.
    pub drafts: [Vec<SheetLine>; SEATS],
    /// How often a sheet was changed since it was asked for (R27.11).
    pub edits: [u8; SEATS],
    /// What is written for the next decision.
    pub kept: [Vec<SheetLine>; SEATS],
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
            players: Vec::new(),
            lands: Vec::new(),
            tributes: [Seats::NONE; SEATS],
            redemptions: [Seats::NONE; SEATS],
            winter: [Weather::Normal; 3],
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
        self.players.get(seat.index()).unwrap_or(&NOBODY)
    }

    /// The same, to be changed.
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        at_place(&mut self.players, seat.index(), &NOBODY)
    }

    pub fn land(&self, field: Field) -> &Land {
        self.lands.get(field.local()).unwrap_or(&Land::BLANK)
    }

    /// The same, to be changed.
    pub fn land_mut(&mut self, field: Field) -> &mut Land {
        at_place(&mut self.lands, field.local(), &Land::BLANK)
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

    /// Whether the rear that is open takes lines for the next march too, and keeps them (R9.9a).
    pub fn keeps_march(&self) -> bool {
        self.step == Step::Rear && !self.is_last_round()
    }

    /// Whether it is the only time at which they are asked for (R9.9).
    pub fn marches_ahead(&self) -> bool {
        self.keeps_march() && self.options.brisk_tempo
    }

    pub fn over(&self) -> bool {
        self.step == Step::Over
    }

    pub fn pact(&self, one: Seat, other: Seat) -> &Pact {
        &self.player(one.min(other)).pacts[one.max(other).index()]
    }

    /// Whether two seats fight each other (R7.2).
    pub fn hostile(&self, one: Seat, other: Seat) -> bool {
        one != other && self.pact(one, other).bond == Bond::None
    }

    pub fn offer(&self, from: Seat, to: Seat) -> &Offer {
        &self.player(from).offers[to.index()]
    }

    /// The bytes that it takes, those on the heap as well, sheets and ways aside.
    #[cfg(test)]
    pub fn weight(&self) -> usize {
        size_of::<State>() + size_of_val(&self.players[..]) + size_of_val(&self.lands[..])
    }

    /// Who is asked and not done.
    pub fn awaits(&self, seat: Seat) -> bool {
        let known = (1..=self.seats).contains(&seat.0);
        known && self.asked.has(seat) && !self.done.has(seat)
    }
}

/// What stands at a place of a list, which grows where nothing did.
fn at_place<'l, T: Clone>(list: &'l mut Vec<T>, at: usize, blank: &T) -> &'l mut T {
    if list.len() <= at {
        list.resize(at + 1, blank.clone());
    }
    &mut list[at]
}
