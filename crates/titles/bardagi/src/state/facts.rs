//! What happens, in the past tense: everything `decide` may say and `apply` must understand.
//! Stored for ever, so variants and fields are never renamed.

use serde::{Deserialize, Serialize};

use super::super::things::areas::{Area, Place};
use super::super::things::goods::{Lot, Mix};
use super::super::things::ids::Node;
use super::super::things::kinds::{Building, Colour, Good, Map, Pile, Rune, Unit};
use super::super::things::tiles::Tile;
use super::super::things::who::Who;
use super::options::Options;
use super::player::Claim;
use super::standing::{Auto, Retreat};
use super::turn::{Aim, Chance, Session};
use super::{Step, seated};
use ravenpost_rules::Seat;

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Fact {
    // Setup and the course of the game.
    Opened(Opened),
    /// A seat has this colour: its units stand at home, its disks lie on its board.
    Home(Who, Colour),
    /// A pile of tiles was shuffled; next tile last.
    Shuffled(Pile, Vec<Tile>),
    /// The top tile of a pile was turned up.
    Shown(Pile, Tile),
    /// The Runes' draw pile was shuffled; next one last.
    RunesShuffled(Vec<Rune>),
    /// The table went back to here, and what lies face down was shuffled: the Runes' draw pile,
    /// then the piles of tiles; next ones last.
    Resealed(Vec<Rune>, Vec<Vec<Tile>>),
    /// Runes drawn from the pile's top, for their owner's eyes.
    DrewRunes(Who, Vec<Rune>),
    /// A round began, with this starting player.
    Round(u8, Who),
    /// The game stands at this step; who is asked, if somebody is.
    Now(Step, Option<Who>),
    /// The time limit is reached: this round is the last.
    TimeUp,
    /// Final bonuses of a seat: most gold, most areas, one a gold.
    Scored(Who, [u16; 3]),
    Over,

    // Planning.
    /// A seat chose its cards, unseen.
    Planned(Who, Mix),

    // A turn.
    /// A seat laid its cards open and is on turn.
    Began(Who, Mix),
    /// A card was used, or what stood for one.
    Paid(Who, Payment),
    /// One more order of the turn was given; and what it makes possible for the next.
    Ordered(Who, Chance),
    /// A session was opened, or closed.
    Session(Who, Session),
    /// Two cards for one.
    Swapped(Who, Unit, Unit, Unit),
    /// A card turned face down without effect (R7.4).
    LaidDown(Who, Unit),
    /// The turn ended: unused cards go back, an empty ship returns.
    Ended(Who),

    // Movement.
    Moved(Moved),
    Boarded(Boarded),
    Sailed(Sailed),
    /// Units went ashore in an area.
    Landed(Who, Area, Vec<Unit>),

    // Attack.
    /// An attack began; its card is paid.
    Attacked(Who, Area, Aim),
    /// A Godi was driven out of an attacked area to this one.
    Retired(Who, Area),
    /// A Berserkur was beaten: disks that the winner paid and that the loser lost.
    Beaten {
        who: Who,
        by: Who,
        paid: u8,
        lost: u8,
    },
    /// Axe tokens of an area were removed for this price.
    AxesBroken {
        who: Who,
        area: Area,
        paid: u8,
    },
    Took(Took),
    /// The Berserkur went back to his entry area.
    Withdrew(Who, Area),

    // Muster.
    Shifted(Who, Area, Area, u8),
    Posted(Who, Area, u8),
    Lifted(Who, Area, u8),

    // Godi.
    Converted(Who, Area),
    /// A Rune was cast; whether it is the first of its cast, which costs a disk.
    Cast {
        who: Who,
        rune: Rune,
        area: Option<Area>,
        first: bool,
    },
    Cleansed(Who, Area, Rune),
    /// Gold paid for Runes; what they are follows.
    BoughtRunes(Who, u8, u8),

    // Kaupmadur.
    Bought(Who, Area, Option<Good>),
    /// A lot of the trade table: given, got.
    Traded(Who, Lot, Lot),
    /// Hides sold by the Tannery.
    Tanned(Who, u8),
    /// A building was filled by that many disks, for that many goods; whether the Berserkur rose.
    Refilled {
        who: Who,
        building: Building,
        disks: u8,
        rose: bool,
    },

    // Forced trade.
    /// A lot of the trade table with a host: given, got.
    Visited(Who, Who, Lot, Lot),
    /// The host had no gold to give.
    NoGold(Who, Who),
    /// An amount of the offer that is being made: whether it is wanted, what, how many.
    Offering {
        who: Who,
        want: bool,
        item: u8,
        count: u8,
    },
    /// An offer was sent to the host.
    Sent(Who, Who),
    /// An offer was declined, or could not be carried out.
    Declined(Who, Who),
    /// An offer was accepted: given and got by the visitor.
    Accepted(Who, Who, Lot, Lot),

    // Building.
    Built {
        who: Who,
        tile: Tile,
        old: Option<Tile>,
    },
    BuiltNothing(Who),

    // The Claim phase.
    /// Glory, gold and goods that came in without a choice; units to choose for.
    Income(Income),
    /// Who is asked, as seat numbers.
    Claimants(Vec<Who>),
    /// What a seat has ordered so far, unseen.
    Claiming(Who, Claim),
    /// What a seat's choices came to, open.
    Claimed(Claimed),
    /// The starting-player token and the cards went on: the round is over.
    RoundOver,

    // Standing instructions and orders in advance.
    Instructed(Who, Instruction),
    /// A script, a build list, a list of homes or the next plan was left.
    Left(Who, Advance),
    /// A script's next order was taken out to be played.
    Taken(Who, String),
    /// A script stopped: its order could not be played, and why.
    Stopped(Who, String, String),
    /// A standing instruction answers for its seat: what was written before it was named.
    Obeyed(Who),
    /// The same: what answers, and the order it gives.
    Answered(Who, String, String),
    /// Default orders answer for a seat until its own next turn begins.
    Yielded(Who),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Opened {
    pub map: Map,
    pub seats: u8,
    /// 0 in time play.
    pub rounds: u8,
    pub options: Options,
    #[serde(with = "seated")]
    pub starter: Seat,
}

/// What a card-costing action was paid with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Payment {
    Card(Unit),
    /// War Council: this unit's card for a Berserkur action.
    Council(Unit),
    Oracle,
    Steward,
    /// Option R18.8: the move's card pays for the attack too.
    Charge,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Moved {
    pub who: Who,
    pub unit: Unit,
    pub from: Place,
    pub to: Area,
    /// How many free steps are left.
    pub left: u8,
    /// The Berserkur's entry area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Area>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Boarded {
    pub who: Who,
    pub unit: Unit,
    pub from: Place,
    pub harbour: Area,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sailed {
    pub who: Who,
    pub from: Node,
    pub to: Node,
    /// How many free squares are left.
    pub left: u8,
    /// Whether a ready Sea move was used: it goes back to the pile.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sea: bool,
}

/// An area that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Took {
    pub who: Who,
    pub area: Area,
    /// Whose it was; none for Barbarians.
    pub from: Option<Who>,
    /// Disks removed from it, disks paid from the Virki (placed ones aside), disks placed.
    pub removed: u8,
    pub paid: u8,
    pub placed: u8,
    /// Axe tokens gained from a camp's first capture.
    pub tokens: u8,
}

/// What the Claim phase brings a seat without any choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Income {
    pub who: Who,
    pub areas: u8,
    /// Glory in all: areas and tiles.
    pub glory: u16,
    pub gold: u16,
    /// Timber, stone and iron that fitted, in the goods' order.
    pub goods: [u8; 6],
    /// Recruits that came from the pile.
    pub recruits: u8,
    /// Units of sheep and of cattle to choose for.
    pub flock: u8,
    pub herd: u8,
}

/// What a seat's choices in the Claim phase came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Claimed {
    pub who: Who,
    /// Wool, hide and meat that fitted, in the goods' order.
    pub goods: [u8; 6],
    pub tokens: u8,
    pub recruits: [u8; 3],
    /// Areas that got an Axe token.
    pub axes: Vec<Area>,
}

/// One standing instruction (R22).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    Retreat(Retreat),
    Claim(Option<Auto>),
    /// Whether bargains are declined.
    Bargain(bool),
    /// Whether the last plan is repeated.
    Plan(bool),
}

/// What a seat leaves for a decision that is not open yet. An empty list takes it back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advance {
    /// Orders, and whether the turn ends when they stop.
    Script(Vec<String>, bool),
    Build(Vec<String>),
    Homes(Vec<Colour>),
    /// All 0 takes it back.
    Plan(Mix),
}
