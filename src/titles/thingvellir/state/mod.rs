//! The whole state: flat arrays of small numbers, so that a copy is one block of memory. It holds
//! what is where; what follows from it stands in `reckon`, what may be done in `legal`.

pub mod apply;
pub mod facts;

use serde::{Deserialize, Serialize};

use super::things::names::{Action, Area, Card, Colour, Edge, Faction, Kind, Side, Statute, Who};
use crate::rules::Seat;
use crate::rules::list::List;

/// Most seats at a table.
pub const SEATS: usize = 6;
/// Places for Bondi: more than the largest limit, which is twelve Districts and a Steward.
pub const SLOTS: usize = 14;

/// Where the game stands: the decision that is asked for, or an automatic step to go on from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    #[default]
    Blank,
    Side,
    Propose,
    Vote,
    /// The next entry of the queue begins, or the Council ends.
    Queue,
    Settle,
    Ride,
    Challenge,
    Feud,
    Raze,
    Claim,
    Raid,
    Keep,
    Foster,
    Pool,
    Pledge,
    Feast,
    Slay,
    Lair,
    Weapon,
    Pay,
    Burn,
    Farm,
    /// The next seat's turn of phase II begins, or the phase ends.
    Hunt,
    Bondi,
    Winter,
    Over,
}

/// A table's options, by rule point R21.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub sealed: bool,
    pub seeded: bool,
    pub harvest: bool,
    pub outlawry: bool,
}

/// The Stead and the farms of a District.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stead {
    /// The controller's seat; 0 for none.
    pub owner: u8,
    pub farms: [u8; 4],
    /// Whether an Arson token lies here.
    pub burnt: bool,
}

/// What a seat said in the Council.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vote {
    #[default]
    None,
    Support,
    /// Thingmen by the sides they came from, in the order of R2.3.
    Sue {
        statute: Statute,
        from: [u8; 6],
    },
}

/// One entry of the Council's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    pub at: u8,
    pub statute: Statute,
    pub strength: u8,
    /// In a Fostering round: all who take part, as bits.
    pub group: u8,
}

/// What an action is taken with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    #[default]
    Council,
    Home,
    Bondi(u8),
}

/// The action that is being taken. Each kind uses the fields it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deed {
    pub at: u8,
    pub action: Action,
    pub source: Source,
    pub strength: u8,
    /// Strength or points not used up yet.
    pub left: u8,
    /// Settle: whether a District was subsumed. Raid: whether the ships came home.
    pub first: bool,
    /// Settle: whether strength went into expanding. Feast: whether gifts were given.
    pub second: bool,
    /// Pledge: Bondi sworn. Feast: Bondi spent.
    pub count: u8,
    /// Pledge: slots that are done with, as bits.
    pub slots: u16,
    /// Pledge: whether swapping has begun.
    pub swapping: bool,
    /// Ride: edges where a feud of this action left opponents standing.
    pub held: u128,
    /// Foster: seats that have yet to choose, the one on turn included.
    pub group: u8,
    /// Foster: whether the seat on turn has fostered, has sent off.
    pub fostered: bool,
    pub sent: bool,
}

/// A band on its way, or just arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Band {
    /// Thingmen between two edges; 0 once they stand on one.
    pub men: u8,
    pub from: Edge,
    pub path: [Edge; 2],
    /// Edges of the path, and how many of them have been reached.
    pub legs: u8,
    pub done: u8,
    /// Factions fought on the edge of arrival, as seat bits.
    pub fought: u8,
}

/// A feud that is being fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Feud {
    /// Attacker and defender, as places in seat order.
    pub sides: [u8; 2],
    pub men: [u8; 2],
    /// The edge it is fought on; none in a challenge.
    pub edge: Edge,
    /// The District crossed, in a challenge.
    pub area: Area,
    /// Total worth by side and colour.
    pub worth: [[u8; 4]; 2],
    /// Conflicts that have been opened, and settled, as colour bits.
    pub opened: u8,
    pub settled: u8,
    /// Whose turn in the exchange: 0 attacker, 1 defender.
    pub turn: u8,
    /// Sides that held in succession before any conflict.
    pub holds: u8,
    pub won: [u8; 2],
    /// Thingmen that each side lost.
    pub lost: [u8; 2],
    /// Times that each side has razed or spared.
    pub razed: [u8; 2],
    /// Whether each side has claimed.
    pub claimed: [bool; 2],
}

/// A murder or an attempt to capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strike {
    pub card: Card,
    pub weapon: Card,
    /// The District to be captured, none for a murder; and its controller at that time.
    pub area: Area,
    pub from: u8,
    /// The murderer's Districts in which somebody was slain, as bits.
    pub lairs: u64,
}

impl Default for Strike {
    fn default() -> Self {
        Strike { card: Card::NONE, weapon: Card::NONE, area: Area::NONE, from: 0, lairs: 0 }
    }
}

/// A card that lies open or in a hand while something is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Laid {
    pub card: Card,
    /// Feud: side, and 2 for an added Good. Feast: the recipient's place.
    pub tag: u8,
    /// Whether it has gone elsewhere; the numbers of the others stay.
    pub gone: bool,
}

/// What a seat's private standing instructions say (R24.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// By action: none said, support, ask.
    pub vote: [Option<bool>; 6],
    pub any: bool,
    pub challenge: Dare,
    pub accept: bool,
    pub hold: bool,
    /// Whether claims are asked for; they are automatic otherwise.
    pub claim: bool,
    pub spare: bool,
}

/// Which bands are challenged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dare {
    #[default]
    Ask,
    Never,
    Always,
    Upto(u8),
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A seat has 22 Wordfame.
    Fame(Who),
    /// A seat is the last with farms.
    Farms(Who),
    /// A seat is the last at the table.
    Alone(Who),
    /// The last winter a table is kept for.
    Winter,
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub seats: u8,
    pub options: Options,
    pub faction: [Faction; SEATS],
    /// Eliminated seats, as bits.
    pub gone: u8,
    pub round: u16,
    pub step: Step,
    /// The place of the seat that is asked.
    pub turn: u8,
    /// Whether the seat whose turn it is has ordered anything yet.
    pub begun: bool,
    pub speaker: u8,
    pub token: Option<Statute>,
    pub end: Option<End>,

    /// The draw pile, next card last.
    pub orlog: List<Card, 108>,
    /// The discard pile: a set, since its order means nothing.
    pub doom: u128,
    /// Goods with their owners' places, earliest first.
    pub tucked: List<(Card, u8), 108>,
    /// The same counted.
    pub goods: [[u8; Kind::COUNT]; SEATS],
    pub oaths: [[Card; SLOTS]; SEATS],
    pub hird: [u128; SEATS],
    pub pool: [Card; Kind::COUNT],
    pub table: List<Laid, 108>,

    pub steads: [Stead; Area::COUNT],
    /// Thingmen by edge, four bits a seat.
    pub edges: [u32; Edge::COUNT],
    /// Districts by seat, as bits; and farms, burnt ones included.
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
    /// Votes that nobody may see yet (R21.4).
    pub sealed: [Vote; SEATS],
    /// Seats whose suing Thingmen stand on the laws, as bits.
    pub away: u8,
    pub queue: List<Entry, SEATS>,
    pub deed: Deed,
    /// Phase II: seats still to come, as bits; Bondi that may still act; whether one has acted.
    pub hunters: u8,
    pub bondi: u16,
    pub home: bool,
    pub acted: bool,
    pub band: Band,
    pub feud: Feud,
    pub strike: Strike,
    /// The Outlaw and his lair.
    pub outlaw: Option<(Card, Area)>,
    /// Areas of which the last action told, as bits.
    pub last: u64,

    pub standing: [Standing; SEATS],
    /// Orders left in advance, in notation, with the decision that each waits for; blank: any.
    pub drawer: [Vec<(Step, String)>; SEATS],
}

impl State {
    pub fn blank() -> State {
        State {
            seats: 0,
            options: Options::default(),
            faction: std::array::from_fn(|at| Faction(at as u8)),
            gone: 0,
            round: 0,
            step: Step::Blank,
            turn: 0,
            begun: false,
            speaker: 0,
            token: None,
            end: None,
            orlog: List::new(),
            doom: 0,
            tucked: List::new(),
            goods: [[0; Kind::COUNT]; SEATS],
            oaths: [[Card::NONE; SLOTS]; SEATS],
            hird: [0; SEATS],
            pool: [Card::NONE; Kind::COUNT],
            table: List::new(),
            steads: [Stead::default(); Area::COUNT],
            edges: [0; Edge::COUNT],
            lands: [0; SEATS],
            farms: [[0; 4]; SEATS],
            supply: [super::things::data::data().farms; 4],
            lost: [0; 4],
            longhall: [0; SEATS],
            sea: [0; SEATS],
            slain: [0; SEATS],
            fame: [0; SEATS],
            votes: [Vote::None; SEATS],
            sealed: [Vote::None; SEATS],
            away: 0,
            queue: List::new(),
            deed: Deed::default(),
            hunters: 0,
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

    /// The seat at a place, with its faction.
    pub fn who(&self, at: usize) -> Who {
        Who { seat: Seat::at(at), faction: self.faction[at] }
    }

    pub fn name(&self, at: usize) -> &'static str {
        self.faction[at].name()
    }

    /// The place a faction plays at.
    pub fn place_of(&self, faction: Faction) -> Option<usize> {
        (0..usize::from(self.seats)).find(|at| self.faction[*at] == faction)
    }

    pub fn is_in(&self, at: usize) -> bool {
        at < usize::from(self.seats) && self.gone & (1 << at) == 0
    }

    /// The seats in the game, clockwise from a place, that one first if it is in.
    pub fn clockwise(&self, from: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let (seats, gone) = (usize::from(self.seats), self.gone);
        (from..from + seats).map(move |at| at % seats).filter(move |at| gone & (1 << at) == 0)
    }

    /// The seats in the game, in seat order.
    pub fn players(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        self.clockwise(0)
    }

    pub fn men(&self, edge: Edge, at: usize) -> u8 {
        (self.edges[edge.index()] >> (4 * at)) as u8 & 15
    }

    /// Whether others than that seat have Thingmen there.
    pub fn opposed(&self, edge: Edge, at: usize) -> bool {
        self.edges[edge.index()] & !(15 << (4 * at)) != 0
    }

    pub fn add_men(&mut self, edge: Edge, at: usize, men: u8) {
        self.edges[edge.index()] += u32::from(men) << (4 * at);
    }

    pub fn take_men(&mut self, edge: Edge, at: usize, men: u8) {
        self.edges[edge.index()] -= u32::from(men) << (4 * at);
    }

    /// Whether a seat has a Thingman on one of an area's edges.
    pub fn present(&self, at: usize, area: Area) -> bool {
        let mask = 15 << (4 * at);
        area.edges().iter().any(|edge| self.edges[edge.index()] & mask != 0)
    }

    /// Whether another seat has one there.
    pub fn stranger(&self, at: usize, area: Area) -> bool {
        area.edges().iter().any(|edge| self.opposed(*edge, at))
    }

    pub fn men_on(&self, side: Side, at: usize) -> u8 {
        self.men(side.edge(), at)
    }

    /// The controller of an area.
    pub fn owner(&self, area: Area) -> Option<usize> {
        self.steads[area.index()].owner.checked_sub(1).map(usize::from)
    }

    pub fn owns(&self, at: usize, area: Area) -> bool {
        self.lands[at] & area.bit() != 0
    }

    pub fn value(&self, area: Area) -> u8 {
        self.steads[area.index()].farms.iter().sum()
    }

    pub fn wealth(&self, at: usize, kind: Kind) -> u8 {
        self.goods[at][kind.index()]
    }

    pub fn has_goods(&self, at: usize) -> bool {
        self.goods[at] != [0; Kind::COUNT]
    }

    /// The colours a District has farms of.
    pub fn farm_colours(&self, area: Area) -> impl Iterator<Item = Colour> + use<> {
        let farms = self.steads[area.index()].farms;
        Colour::all().filter(move |colour| farms[colour.index()] > 0)
    }

    pub fn supplied(&self) -> impl Iterator<Item = Colour> + use<> {
        let supply = self.supply;
        Colour::all().filter(move |colour| supply[colour.index()] > 0)
    }

    /// The Bondi in a slot, counted from 1.
    pub fn bond(&self, at: usize, slot: u8) -> Option<Card> {
        let place = usize::from(slot).checked_sub(1)?;
        self.oaths[at].get(place).copied().filter(|card| *card != Card::NONE)
    }

    /// The slots in use, from 1, with their cards.
    pub fn bondi_of(&self, at: usize) -> impl Iterator<Item = (u8, Card)> + '_ {
        let slots = self.oaths[at].iter().enumerate();
        slots.filter(|(_, card)| **card != Card::NONE).map(|(slot, card)| (slot as u8 + 1, *card))
    }

    pub fn free_slot(&self, at: usize) -> u8 {
        let free = self.oaths[at].iter().position(|card| *card == Card::NONE);
        free.map_or(SLOTS as u8, |slot| slot as u8 + 1)
    }

    /// Cards still on the table with their numbers from 1.
    pub fn open_cards(&self) -> impl Iterator<Item = (u8, Laid)> + '_ {
        let cards = self.table.iter().enumerate();
        cards.filter(|(_, laid)| !laid.gone).map(|(at, laid)| (at as u8 + 1, *laid))
    }

    /// The place of the seat whose deed is being done.
    pub fn doer(&self) -> usize {
        usize::from(self.deed.at)
    }

    pub fn asked(&self) -> usize {
        usize::from(self.turn)
    }
}
