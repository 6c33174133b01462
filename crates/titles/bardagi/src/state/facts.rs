//! Facts, in the past tense: everything `decide` may record and `apply` must handle. Events store
//! them as JSON, so the names of variants and fields are part of the stored format.
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
use ravenpost_rules::{RefusalCode, Seat};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fact {
    // Setup and the course of the game.
    Opened(Opened),
    /// A seat got its colour: its units are at home, its disks on its board.
    ColourAssigned(Who, Colour),
    /// A pile of tiles was shuffled; the next tile is last.
    TilesShuffled(Pile, Vec<Tile>),
    /// The top tile of a pile was turned up.
    TileTurnedUp(Pile, Tile),
    /// The draw pile of Runes was shuffled; the next one is last.
    RunesShuffled(Vec<Rune>),
    /// After a rewind to this point, the face-down piles of Runes and tiles were shuffled; the next
    /// ones are last.
    HiddenRedrawn {
        runes: Vec<Rune>,
        tiles: Vec<Vec<Tile>>,
    },
    /// Runes drawn from the top of the pile, visible to their owner only.
    RunesDrawn(Who, Vec<Rune>),
    /// A round began, with this starting player.
    RoundStarted(u8, Who),
    /// The step changed, and with it the awaited seat if there is a single one.
    StepStarted(Step, Option<Who>),
    /// The time limit is reached: this round is the last.
    TimeUp,
    FinalGlory(FinalGlory),
    GameEnded,

    // Planning.
    /// A seat chose its cards in secret.
    Planned(Who, Mix),

    // A turn.
    /// A seat revealed its cards and began its turn.
    TurnStarted(Who, Mix),
    /// The payment of an action.
    Paid(Who, Payment),
    /// An order of the turn was given, and what it makes possible for the next.
    OrderGiven(Who, Chance),
    /// A session was opened, or closed.
    SessionChanged(Who, Session),
    /// Two cards were discarded for the last one.
    CardsSwapped(Who, [Unit; 2], Unit),
    /// A card was turned face down without effect (R7.4).
    CardLaidDown(Who, Unit),
    /// The turn ended: unused cards are returned, and an empty ship too.
    TurnEnded(Who),

    // Movement.
    Moved(Moved),
    Boarded(Boarded),
    Sailed(Sailed),
    Landed(Who, Area, Vec<Unit>),

    // Attack.
    /// An attack began and was paid for.
    Attacked(Who, Area, Aim),
    /// A driven-out Godi moved to this area.
    GodiRetreated(Who, Area),
    BerserkurDefeated(BerserkurDefeated),
    /// Axe tokens of an area were removed, for a number of disks.
    AxeTokensRemoved {
        who: Who,
        area: Area,
        paid: u8,
    },
    AreaTaken(AreaTaken),
    /// A Berserkur returned to its entry area.
    BerserkurRetreated(Who, Area),

    // Muster.
    DisksShifted(DisksShifted),
    /// Disks moved from the Virki to an area.
    DisksPosted(Who, Area, u8),
    /// Disks moved from an area to the town.
    DisksLifted(Who, Area, u8),

    // Godi.
    Converted(Who, Area),
    /// A Rune was cast; `first` means that it is the first of its cast, which costs a disk.
    RuneCast {
        who: Who,
        rune: Rune,
        area: Option<Area>,
        first: bool,
    },
    /// A Rune was removed from an area.
    Cleansed(Who, Area, Rune),
    /// Gold was paid for a number of Runes, which are drawn next.
    RunesBought {
        who: Who,
        gold: u8,
        runes: u8,
    },

    // Kaupmadur.
    /// An area was bought, with the good received.
    LandBought(Who, Area, Option<Good>),
    /// A lot of the trade table: given, received.
    Traded(Who, Lot, Lot),
    /// The Tannery sold hides.
    HidesSold(Who, u8),
    Refilled(Refilled),

    // Forced trade.
    /// A lot of the trade table was exchanged with a host.
    ForcedTrade(Deal),
    /// The host had no gold to give.
    NoGold {
        who: Who,
        host: Who,
    },
    /// An item of the unsent offer was set.
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
    /// Glory, gold and goods received without a choice, and units to choose for.
    Income(Income),
    /// The seats with a choice.
    Claimants(Vec<Who>),
    /// The secret sheet of a seat so far.
    ClaimDrafted(Who, Claim),
    /// The public results of a seat's choices.
    Claimed(Claimed),
    /// The starting-player token moved on and the cards were returned.
    RoundEnded,

    // Standing instructions and pre-orders.
    InstructionSet(Who, Instruction),
    /// A pre-order was set, or cleared by an empty one.
    PreOrderSet(Who, PreOrder),
    /// An order of a script or build list was removed and played.
    PreOrderUsed(Who, String),
    /// A pre-order could not be played, with the code of its refusal.
    PreOrderStopped {
        who: Who,
        order: String,
        code: RefusalCode,
    },
    /// A standing instruction or pre-order answered: its notation, and the order given.
    AutoAnswered {
        who: Who,
        by: String,
        order: String,
    },
    /// Default orders answer for a seat until its own next turn begins.
    Yielded(Who),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opened {
    pub map: Map,
    pub seats: u8,
    /// 0 in time play.
    pub rounds: u8,
    pub options: Options,
    #[serde(with = "seated")]
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub starter: Seat,
}

/// Final glory of a seat: for most gold, for most areas, and 1 for each gold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinalGlory {
    pub who: Who,
    pub most_gold: u16,
    pub most_areas: u16,
    pub gold: u16,
}

/// How an action that costs a card was paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Boarded {
    pub who: Who,
    pub unit: Unit,
    pub from: Place,
    pub harbour: Area,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sailed {
    pub who: Who,
    pub from: Node,
    pub to: Node,
    pub free_squares: u8,
    /// Whether a ready Sea move was used and returned to the pile.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sea_move: bool,
}

/// A Berserkur was defeated: disks that the winner paid and the loser lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BerserkurDefeated {
    pub who: Who,
    pub by: Who,
    pub paid: u8,
    pub lost: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DisksShifted {
    pub who: Who,
    pub from: Area,
    pub to: Area,
    pub disks: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AreaTaken {
    pub who: Who,
    pub area: Area,
    /// The previous owner; `None` for Barbarians.
    pub from: Option<Who>,
    /// Disks removed from it, disks paid from the Virki (without placed ones), disks placed.
    pub removed: u8,
    pub paid: u8,
    pub placed: u8,
    /// Axe tokens gained from a camp's first capture.
    pub tokens: u8,
}

/// A building was refilled; `revived` means that the Berserkur came back with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refilled {
    pub who: Who,
    pub building: Building,
    pub disks: u8,
    pub revived: bool,
}

/// The exchange between a visitor and a host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deal {
    pub who: Who,
    pub host: Who,
    pub give: Lot,
    pub get: Lot,
}

/// `item` is the index of a good, or 6 for gold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferItem {
    pub who: Who,
    pub wanted: bool,
    pub item: u8,
    pub count: u8,
}

/// The income of a seat in the Claim phase that needs no choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Income {
    pub who: Who,
    pub areas: u8,
    /// Total glory from areas and tiles.
    pub glory: u16,
    pub gold: u16,
    /// Timber, stone and iron that fitted, in the goods' order.
    pub goods: [u8; 6],
    /// Recruits from the pile.
    pub recruits: u8,
    /// Units of sheep and of cattle to choose for.
    pub flock: u8,
    pub herd: u8,
}

/// The results of a seat's choices in the Claim phase.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    Retreat(Retreat),
    Claim(Option<Auto>),
    DeclineBargains(bool),
    /// Whether the last plan is repeated.
    RepeatPlan(bool),
}

/// A pre-order for a decision that is not open yet. An empty list clears it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PreOrder {
    /// Orders of a turn; with `else_done`, the turn ends if one cannot be played.
    Script {
        orders: Vec<String>,
        else_done: bool,
    },
    Build(Vec<String>),
    Homes(Vec<Colour>),
    /// All 0 clears it.
    Plan(Mix),
}
