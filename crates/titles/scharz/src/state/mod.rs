//! The state: flat lists of small numbers, sized for the table and its map, so that copies are
//! cheap. Derived values are in `reckon`, rules in `play`.

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

use std::sync::Arc;

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

/// Maximum number of seats.
pub const SEATS: usize = 12;

/// The player data of a seat that does not exist in this game.
static NOBODY: Player = Player::BLANK;

words!(
    /// The open decision.
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
    /// Seats of the open decision, and those that have closed their sheets.
    pub asked: Seats,
    pub done: Seats,
    /// 1 for the first spring; 0 in setup.
    pub round: u8,
    /// Fields in play, and land fields beside water in play.
    pub field: Fields,
    pub coast: Fields,
    /// Setup order, then initiative of the round.
    pub order: List<Seat, SEATS>,
    /// The players of this game; further seats read as blank. Copies of the state share what they
    /// do not change.
    players: Vec<Arc<Player>>,
    /// The fields of the map; further fields read as empty.
    lands: Arc<Vec<Land>>,
    /// Pairs with a tribute this year, by the lower seat.
    pub tributes: [Seats; SEATS],
    /// Pairs with a redemption this year, by the lower seat.
    pub redemptions: [Seats; SEATS],
    /// Weather of the two regions and of the seas.
    pub winter: [Weather; 3],
    /// Frozen river sections.
    pub ice: Fields,
    /// Written lines that have not been revealed.
    pub drafts: [Vec<SheetLine>; SEATS],
    /// Number of changes to each sheet in this decision (R27.11).
    pub edits: [u8; SEATS],
    /// Lines stored for the next decision.
    pub deferred: [Vec<SheetLine>; SEATS],
    /// Fields of the last orders.
    pub last: Fields,
    /// Movements since then.
    pub moves: Vec<(Seat, Field, Field)>,
    /// The result; several winners if victory is shared.
    pub won: Option<facts::Verdict>,
    /// Set in imagined states. Revealing sheets would depend on lines that the viewer does not
    /// know, so play stops there.
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
            lands: Arc::default(),
            tributes: [Seats::NONE; SEATS],
            redemptions: [Seats::NONE; SEATS],
            winter: [Weather::Normal; 3],
            ice: Fields::NONE,
            drafts: Default::default(),
            edits: [0; SEATS],
            deferred: Default::default(),
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

    /// The position in the order of initiative.
    pub fn rank(&self, seat: Seat) -> usize {
        self.order.iter().position(|one| *one == seat).unwrap_or(SEATS)
    }

    pub fn is_alive(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        !player.out && !player.late
    }

    pub fn player(&self, seat: Seat) -> &Player {
        self.players.get(seat.index()).map_or(&NOBODY, Arc::as_ref)
    }

    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        if self.players.len() <= seat.index() {
            self.players.resize_with(seat.index() + 1, || Arc::new(Player::BLANK));
        }
        Arc::make_mut(&mut self.players[seat.index()])
    }

    fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        self.players.iter_mut().map(Arc::make_mut)
    }

    pub fn land(&self, field: Field) -> &Land {
        self.lands.get(field.local()).unwrap_or(&Land::BLANK)
    }

    pub fn land_mut(&mut self, field: Field) -> &mut Land {
        let lands = Arc::make_mut(&mut self.lands);
        if lands.len() <= field.local() {
            lands.resize(field.local() + 1, Land::BLANK);
        }
        &mut lands[field.local()]
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

    /// Whether the open rear also accepts and stores lines for the next march (R9.9a).
    pub fn keeps_march(&self) -> bool {
        self.step == Step::Rear && !self.is_last_round()
    }

    /// Whether the next march is awaited in the rear only (R9.9).
    pub fn marches_ahead(&self) -> bool {
        self.keeps_march() && self.options.brisk_tempo
    }

    pub fn over(&self) -> bool {
        self.step == Step::Over
    }

    pub fn pact(&self, one: Seat, other: Seat) -> &Pact {
        &self.player(one.min(other)).pacts[one.max(other).index()]
    }

    /// Whether two seats are enemies (R7.2).
    pub fn hostile(&self, one: Seat, other: Seat) -> bool {
        one != other && self.pact(one, other).bond == Bond::None
    }

    pub fn offer(&self, from: Seat, to: Seat) -> &Offer {
        &self.player(from).offers[to.index()]
    }

    /// Memory use in bytes, including the heap but without sheets and movements.
    #[cfg(test)]
    pub fn weight(&self) -> usize {
        let players = self.players.len() * (size_of::<Player>() + size_of::<Arc<Player>>());
        size_of::<State>() + players + size_of_val(&self.lands[..])
    }

    /// Whether the open decision still awaits this seat.
    pub fn awaits(&self, seat: Seat) -> bool {
        let known = (1..=self.seats).contains(&seat.0);
        known && self.asked.has(seat) && !self.done.has(seat)
    }
}
