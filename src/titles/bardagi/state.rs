//! The whole state: flat arrays of small numbers, so that a copy is one block of memory. It holds
//! what is where; what follows from it stands in `reckon`, what may be done in `legal`.

use serde::{Deserialize, Serialize};

use super::about::LAST_ROUND;
use super::names::{
    Area, Areas, Building, Colour, Good, Map, Node, Pile, Place, Rune, Tile, Unit, Who,
};
use crate::rules::Seat;
use crate::rules::list::List;

/// Most seats at a table.
pub const SEATS: usize = 5;
/// No seat, where an owner or a caster may be missing. Seats count from 1 in such places.
pub const NOBODY: u8 = 0;

/// Cards by unit: b, g, k, n.
pub type Mix = [u8; Unit::COUNT];
/// Goods in their order, then gold: one side of a lot.
pub type Lot = [u8; 7];

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

/// A table's options, by rule points of chapter 18.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    pub choose_homes: bool,
    pub own_turn: bool,
    pub eight_cards: bool,
    pub forced_trade: bool,
    /// The time limit in minutes; 0 for play by rounds.
    pub minutes: u32,
    pub open_gold: bool,
    pub charge: bool,
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

/// What a seat's private standing instructions say (R22).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    pub retreat: Retreat,
    pub claim: Option<Auto>,
    /// Whether bargains are declined unseen.
    pub decline: bool,
    /// Whether the last mixture is planned again.
    pub repeat: bool,
}

/// Where a driven-out Godi goes (R22.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Retreat {
    #[default]
    Ask,
    Home,
    Nearest,
    /// Areas tried in order, then the nearest.
    List(List<Area, 8>),
}

/// How a claim is answered by itself (R22.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Auto {
    pub sheep: Taste,
    pub cattle: Taste,
    /// Buildings in the order in which recruits go onto them.
    pub recruits: [Building; 3],
}

/// What units of sheep or cattle become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Taste {
    Wool,
    Hide,
    Meat,
    Even,
}

/// What a seat has ordered in the Claim phase so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// Whether the seat has finished, and how many orders it gave: both are public.
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
    /// Axe tokens held.
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

/// The open session (R7.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Session {
    #[default]
    None,
    Muster,
    /// At a Village: trade only.
    Village,
    /// Trade and refills.
    Home,
    /// At the home of that seat's place.
    Visit(u8),
}

/// What the last orders of a turn make possible for the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    #[default]
    None,
    /// After a duel or axes, until the Berserkur does something else: he may retreat (R9.21).
    Retreat,
    /// After the first Rune of a cast: another (R10.11).
    Also,
    /// Both of these: a Rune was cast while the Berserkur could still retreat.
    RetreatOrAlso,
    /// After a Berserkur's move that spent a card: an attack without one (R18.8).
    Charge,
}

impl Chance {
    pub fn may_retreat(self) -> bool {
        matches!(self, Chance::Retreat | Chance::RetreatOrAlso)
    }

    pub fn may_cast_again(self) -> bool {
        matches!(self, Chance::Also | Chance::RetreatOrAlso)
    }
}

/// What lasts for one turn (R2.14).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Turn {
    /// Free steps left by land unit, and free squares of the ship.
    pub steps: [u8; 3],
    pub squares: u8,
    pub session: Session,
    pub chance: Chance,
    pub bought_runes: bool,
    /// Hides tanned.
    pub tanned: u8,
    /// Places of hosts who had no gold to give (R17.4), as bits.
    pub refused: u8,
    /// Bargains sent, and the one being made or asked.
    pub offers: u8,
    pub give: Lot,
    pub want: Lot,
    /// Orders given (R7.13).
    pub orders: u8,
    /// Whether a card was laid down.
    pub laid: bool,
}

/// What an attack is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Beats the Berserkur of that seat's place.
    Duel(u8),
    Axes,
    /// Takes the area, and puts that many more disks on it.
    Take(u8),
}

/// An attack that waits for Godis to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    pub area: Area,
    pub aim: Aim,
    /// Places of seats whose Godi has yet to go, as bits.
    pub waits: u8,
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

/// Orders left in advance (R22.5, R22.6): secret, and cheap to copy while there are none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawer {
    /// `act` orders carried out one by one when the turn comes.
    pub script: Vec<String>,
    /// Whether the turn ends when the script stops.
    pub else_done: bool,
    /// `build` orders: the first possible one counts, otherwise pass.
    pub build: Vec<String>,
    /// Colours, best first.
    pub homes: Vec<Colour>,
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
        let last = if self.rounds == 0 { LAST_ROUND } else { self.rounds };
        self.round >= last
    }
}
