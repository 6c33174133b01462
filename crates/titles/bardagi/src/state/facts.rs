//! What happens, in the past tense: everything `decide` may say and `apply` must understand. Events
//! store it as JSON; the names of variants and fields are part of the stored format, and
//! `facts.golden.jsonl` has an example of each.

#[cfg(test)]
mod tests;

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
    ColourAssigned(Who, Colour),
    /// A pile of tiles was shuffled; next tile last.
    TilesShuffled(Pile, Vec<Tile>),
    /// The top tile of a pile was turned up.
    TileTurnedUp(Pile, Tile),
    /// The Runes' draw pile was shuffled; next one last.
    RunesShuffled(Vec<Rune>),
    /// The table went back to this point, and what lies face down was shuffled: the Runes' draw
    /// pile and the piles of tiles; next ones last.
    HiddenRedrawn {
        runes: Vec<Rune>,
        tiles: Vec<Vec<Tile>>,
    },
    /// Runes drawn from the top of the pile, seen by their owner only.
    RunesDrawn(Who, Vec<Rune>),
    /// A round began, with this starting player.
    RoundStarted(u8, Who),
    /// The game goes on with this step; who is asked, if a single seat is.
    StepStarted(Step, Option<Who>),
    /// The time limit is reached: this round is the last.
    TimeUp,
    FinalGlory(FinalGlory),
    GameEnded,

    // Planning.
    /// A seat chose its cards in secret.
    Planned(Who, Mix),

    // A turn.
    /// A seat laid its cards open and is on turn.
    TurnStarted(Who, Mix),
    /// What an action was paid with.
    Paid(Who, Payment),
    /// One more order of the turn was given, and what it makes possible for the next.
    OrderGiven(Who, Chance),
    /// A session was opened, or closed.
    SessionChanged(Who, Session),
    /// Two cards were discarded for the last one.
    CardsSwapped(Who, [Unit; 2], Unit),
    /// A card was turned face down without effect (R7.4).
    CardLaidDown(Who, Unit),
    /// The turn ended: unused cards go back, an empty ship returns.
    TurnEnded(Who),

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
    GodiRetreated(Who, Area),
    BerserkurDefeated(BerserkurDefeated),
    /// Axe tokens of an area were removed, for this many disks.
    AxeTokensRemoved {
        who: Who,
        area: Area,
        paid: u8,
    },
    AreaTaken(AreaTaken),
    /// A Berserkur went back to his entry area.
    BerserkurRetreated(Who, Area),

    // Muster.
    DisksShifted(DisksShifted),
    /// Disks went from the Virki to an area.
    DisksPosted(Who, Area, u8),
    /// Disks went from an area to the town.
    DisksLifted(Who, Area, u8),

    // Godi.
    Converted(Who, Area),
    /// A Rune was cast; `first` if it is the first of its cast, which costs a disk.
    RuneCast {
        who: Who,
        rune: Rune,
        area: Option<Area>,
        first: bool,
    },
    /// A Rune was removed from an area.
    Cleansed(Who, Area, Rune),
    /// Gold paid for this many Runes, which are drawn next.
    RunesBought {
        who: Who,
        gold: u8,
        runes: u8,
    },

    // Kaupmadur.
    /// An area was bought, with the good that came with it.
    LandBought(Who, Area, Option<Good>),
    /// A lot of the trade table: given, got.
    Traded(Who, Lot, Lot),
    /// Hides were sold by the Tannery.
    HidesSold(Who, u8),
    Refilled(Refilled),

    // Forced trade.
    /// A lot of the trade table with a host.
    ForcedTrade(Deal),
    /// The host had no gold to give.
    NoGold {
        who: Who,
        host: Who,
    },
    /// An amount of the offer in the making.
    OfferItemSet(OfferItem),
    /// An offer was sent to the host.
    OfferSent {
        who: Who,
        host: Who,
    },
    /// An offer was declined, or could not be carried out.
    OfferDeclined {
        who: Who,
        host: Who,
    },
    OfferAccepted(Deal),

    // Building.
    Built {
        who: Who,
        tile: Tile,
        replaced: Option<Tile>,
    },
    BuiltNothing(Who),

    // The Claim phase.
    /// Glory, gold and goods that came in without a choice; units to choose for.
    Income(Income),
    /// The seats that are asked.
    Claimants(Vec<Who>),
    /// What a seat has ordered so far, in secret.
    ClaimDrafted(Who, Claim),
    /// What the choices of a seat came to, in the open.
    Claimed(Claimed),
    /// The starting-player token and the cards went on.
    RoundEnded,

    // Standing instructions and orders in advance.
    InstructionSet(Who, Instruction),
    /// An order in advance was set, or cleared by an empty one.
    PreOrderSet(Who, PreOrder),
    /// An order of a script or a build list was taken off it and played.
    PreOrderUsed(Who, String),
    /// An order in advance could not be played, and why.
    PreOrderStopped {
        who: Who,
        order: String,
        reason: String,
    },
    /// A standing instruction or an order in advance answered: what did, in notation, and the
    /// order it gave.
    AutoAnswered {
        who: Who,
        by: String,
        order: String,
    },
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

/// Final glory of a seat: for most gold, for most areas, and 1 for each gold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinalGlory {
    pub who: Who,
    pub most_gold: u16,
    pub most_areas: u16,
    pub gold: u16,
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
    pub free_steps: u8,
    /// The Berserkur's entry area.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    pub free_squares: u8,
    /// Whether a ready Sea move was used: it goes back to the pile.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sea_move: bool,
}

/// A Berserkur was defeated: disks that the winner paid and that the loser lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BerserkurDefeated {
    pub who: Who,
    pub by: Who,
    pub paid: u8,
    pub lost: u8,
}

/// Disks sent from one area to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DisksShifted {
    pub who: Who,
    pub from: Area,
    pub to: Area,
    pub disks: u8,
}

/// An area that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AreaTaken {
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

/// A building was refilled; `revived` if the Berserkur came back with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refilled {
    pub who: Who,
    pub building: Building,
    pub disks: u8,
    pub revived: bool,
}

/// What a visitor gave a host, and got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    pub who: Who,
    pub host: Who,
    pub give: Lot,
    pub get: Lot,
}

/// `item` is the place of a good, or 6 for gold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferItem {
    pub who: Who,
    pub wanted: bool,
    pub item: u8,
    pub count: u8,
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
    DeclineBargains(bool),
    /// Whether the last plan is repeated.
    RepeatPlan(bool),
}

/// An order in advance for a decision that is not open yet. An empty list clears it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PreOrder {
    /// Orders of a turn; `else_done` if the turn ends when one cannot be played.
    Script {
        orders: Vec<String>,
        else_done: bool,
    },
    Build(Vec<String>),
    Homes(Vec<Colour>),
    /// All 0 clears it.
    Plan(Mix),
}
