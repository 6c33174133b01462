//! The complete state: flat arrays of small numbers, so that a copy is one block of memory. Derived
//! values are in `reckon`, rules in `play`.

pub mod apply;
pub mod deed;
pub mod edges;
pub mod facts;
pub mod oaths;
pub mod options;
pub mod progress;
pub mod standing;

use super::things::data;
use super::things::names::{Area, Card, Colour, Faction, Kind, Statute};
use super::things::who::Who;
use deed::{Band, Deed, Feud, Laid, Strike};
use edges::Edges;
use oaths::Oaths;
use options::Options;
use progress::{End, Entry, Step, Vote};
use standing::Standing;

use super::Thingvellir;
use ravenpost_rules::Fold;
use ravenpost_rules::list::List;
use ravenpost_rules::{Seat, Seats};

impl Fold for Thingvellir {
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
pub const SEATS: usize = 6;
/// The winter after which a game is closed, three times as long as the longest games played to win.
/// The rules have no such limit, but a server needs one for inactive games.
pub const LAST_ROUND: u16 = 60;
/// Number of winters in a row without Wordfame after which a game is closed as well (R17.6).
pub const STILL: u16 = 20;

/// The Stead and the farms of a District.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stead {
    /// The seat that controls the area.
    pub owner: Option<Seat>,
    pub farms: [u8; 4],
    /// Whether there is an Arson token.
    pub burnt: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub seats: u8,
    pub options: Options,
    pub faction: [Faction; SEATS],
    /// The seats that are out of the game.
    pub gone: Seats,
    pub round: u16,
    /// The last round in which a seat gained Wordfame.
    pub stirred: u16,
    pub step: Step,
    /// The awaited seat.
    pub turn: Seat,
    /// Whether the current seat has given any order yet.
    pub begun: bool,
    pub speaker: Seat,
    pub token: Option<Statute>,
    pub end: Option<End>,

    /// The draw pile, next card last.
    pub orlog: List<Card, 108>,
    /// The discard pile, a set because its order does not matter.
    pub doom: u128,
    /// Goods with their owners, earliest first.
    pub tucked: List<(Card, Seat), 108>,
    /// The Goods in `tucked`, counted by kind and seat.
    pub goods: [[u8; Kind::COUNT]; SEATS],
    pub oaths: [Oaths; SEATS],
    pub hird: [u128; SEATS],
    pub pool: [Card; Kind::COUNT],
    pub table: List<Laid, 108>,

    pub steads: [Stead; Area::COUNT],
    /// Thingmen by edge.
    pub edges: Edges,
    /// Districts by seat, as bits; and farms, including burnt ones.
    pub lands: [u64; SEATS],
    pub farms: [[u8; 4]; SEATS],
    pub supply: [u8; 4],
    /// Farms razed or burned: out of the game.
    pub lost: [u8; 4],
    pub longhall: [u8; SEATS],
    pub sea: [u8; SEATS],
    pub slain: [u8; SEATS],
    pub fame: [u8; SEATS],

    pub votes: [Vote; SEATS],
    /// Votes that are still hidden (R21.4).
    pub sealed: [Vote; SEATS],
    /// Seats whose suing Thingmen are on the laws.
    pub away: Seats,
    pub queue: List<Entry, SEATS>,
    pub deed: Deed,
    /// Phase II: seats still to come; Bondi that may still act, as bits; whether one has acted.
    pub hunters: Seats,
    pub bondi: u16,
    pub home: bool,
    pub acted: bool,
    pub band: Band,
    pub feud: Feud,
    pub strike: Strike,
    /// The Outlaw and the lair.
    pub outlaw: Option<(Card, Area)>,
    /// Areas of the last action, as bits.
    pub last: u64,

    pub standing: [Standing; SEATS],
    /// Pre-orders in notation, with their decisions.
    pub drawer: [Vec<(Step, String)>; SEATS],
}

impl State {
    pub fn blank() -> State {
        State {
            seats: 0,
            options: Options::default(),
            faction: std::array::from_fn(|place| Faction(place as u8)),
            gone: Seats::NONE,
            round: 0,
            stirred: 0,
            step: Step::Any,
            turn: Seat::default(),
            begun: false,
            speaker: Seat::default(),
            token: None,
            end: None,
            orlog: List::new(),
            doom: 0,
            tucked: List::new(),
            goods: [[0; Kind::COUNT]; SEATS],
            oaths: [Oaths::NONE; SEATS],
            hird: [0; SEATS],
            pool: [Card::NONE; Kind::COUNT],
            table: List::new(),
            steads: [Stead::default(); Area::COUNT],
            edges: Edges::default(),
            lands: [0; SEATS],
            farms: [[0; 4]; SEATS],
            supply: [data().farms; 4],
            lost: [0; 4],
            longhall: [0; SEATS],
            sea: [0; SEATS],
            slain: [0; SEATS],
            fame: [0; SEATS],
            votes: [Vote::None; SEATS],
            sealed: [Vote::None; SEATS],
            away: Seats::NONE,
            queue: List::new(),
            deed: Deed::default(),
            hunters: Seats::NONE,
            bondi: 0,
            home: false,
            acted: false,
            band: Band::default(),
            feud: Feud::default(),
            strike: Strike::default(),
            outlaw: None,
            last: 0,
            standing: [Standing::default(); SEATS],
            drawer: Default::default(),
        }
    }

    pub fn over(&self) -> bool {
        self.step == Step::Over
    }

    /// A seat with its faction.
    pub fn who(&self, seat: Seat) -> Who {
        Who { seat, faction: self.faction[seat] }
    }

    pub fn name(&self, seat: Seat) -> &'static str {
        self.faction[seat].name()
    }

    pub fn seat_of(&self, faction: Faction) -> Option<Seat> {
        Seat::all(self.seats).find(|seat| self.faction[*seat] == faction)
    }

    pub fn is_in(&self, seat: Seat) -> bool {
        (1..=self.seats).contains(&seat.0) && !self.gone.has(seat)
    }

    /// The remaining seats, clockwise from one, which comes first if it is still in the game.
    pub fn clockwise(&self, from: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        let (seats, gone) = (self.seats, self.gone);
        let round = std::iter::successors(Some(from), move |seat| Some(seat.next(seats)));
        round.take(usize::from(seats)).filter(move |seat| !gone.has(*seat))
    }

    /// The remaining seats, clockwise after one, which comes last if it is still in the game.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.clockwise(seat.next(self.seats))
    }

    /// The remaining seats, in seat order.
    pub fn players(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let gone = self.gone;
        Seat::all(self.seats).filter(move |seat| !gone.has(*seat))
    }

    /// The controller of an area.
    pub fn owner(&self, area: Area) -> Option<Seat> {
        self.steads[area.index()].owner
    }

    pub fn owns(&self, seat: Seat, area: Area) -> bool {
        self.lands[seat] & area.bit() != 0
    }

    pub fn value(&self, area: Area) -> u8 {
        self.steads[area.index()].farms.iter().sum()
    }

    pub fn wealth(&self, seat: Seat, kind: Kind) -> u8 {
        self.goods[seat][kind.index()]
    }

    pub fn has_goods(&self, seat: Seat) -> bool {
        self.goods[seat] != [0; Kind::COUNT]
    }

    /// The colours of a District's farms.
    pub fn farm_colours(&self, area: Area) -> impl Iterator<Item = Colour> + use<> {
        let farms = self.steads[area.index()].farms;
        Colour::all().filter(move |colour| farms[colour.index()] > 0)
    }

    pub fn supplied(&self) -> impl Iterator<Item = Colour> + use<> {
        let supply = self.supply;
        Colour::all().filter(move |colour| supply[colour.index()] > 0)
    }

    /// Cards still on the table, with their numbers from 1.
    pub fn open_cards(&self) -> impl Iterator<Item = (u8, Laid)> + '_ {
        let cards = self.table.iter().enumerate();
        cards.filter(|(_, laid)| !laid.gone).map(|(place, laid)| (place as u8 + 1, *laid))
    }
}
