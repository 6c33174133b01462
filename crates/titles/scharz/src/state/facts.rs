//! What happened: everything `decide` may say and `apply` must understand. Facts are stored, so a
//! name here never changes and never gets another meaning. A fact says what came of an order, never
//! what was asked.

use serde::{Deserialize, Serialize};

use super::super::things::ids::{Faction, Field, Homeland};
use super::super::things::kinds::{Good, Herd};
use super::doctrine::Luck;
use super::land::{Site, Town, Yard};
use super::line::SheetLine;
use super::line::slots::{Commanders, MightGoal, Part};
use super::options::Options;
use super::pact::{Offer, Pact};
use super::stack::Stack;
use super::why::{Cause, Fate, Herding, How, Lot, Use};
use super::{Step, Weather};
use ravenpost_rules::Seat;

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Fact {
    // The course of the game.
    /// The game was set up: seats, options, order of the setup.
    Opened(Opened),
    /// A decision is open for these seats.
    Asked(Step, Vec<Seat>),
    /// A line was added to a sheet. Its owner's secret.
    LineWritten(Seat, SheetLine),
    /// This line of a sheet and all after it were taken off. Its owner's secret.
    LinesDropped(Seat, u8),
    SheetClosed(Seat),
    /// A sheet was closed for a seat that did not answer, and whether it missed a deadline.
    SheetTimedOut {
        seat: Seat,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        missed: bool,
    },
    /// A line of doctrine, or the homelands a seat ranked before the game. Its owner's secret.
    InstructionSet(Seat, SheetLine),
    /// A line of doctrine, and the line that it added. Its owner's secret: others see what is done.
    DoctrineApplied(Seat, SheetLine, SheetLine),
    /// The sheets of a decision were revealed.
    SheetsRevealed(Step),
    /// A line that could not be carried out, and the reason.
    LineSkipped(Seat, SheetLine, String),
    /// A round started; the order of initiative.
    RoundStarted(u8, Vec<Seat>),
    /// A special phase started.
    PhaseStarted(Phase),
    /// The rear started: limits of trade are reset.
    RearStarted,
    GameEnded(Verdict),

    // Setup.
    HomelandAssigned(Seat, Homeland),
    FactionChosen(Seat, Faction),
    /// A seat enters the game later.
    LateStart(Seat),
    Arrived(Seat),

    // Units.
    UnitsAdded(Seat, Stack, Fate),
    UnitsRemoved {
        seat: Seat,
        stack: Stack,
        cause: Fate,
        /// The seat that destroyed them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// Units moved or became others: before, after.
    UnitsChanged(Seat, How, Stack, Stack),

    // Purse and points.
    /// A change in half pieces of gold.
    HalfGoldChanged(Seat, i16, Cause),
    PrestigeChanged(Seat, i16, Cause),
    VictoryPointsChanged(Seat, i16, Cause),
    /// Basic prestige of units that a seat destroyed, and of its own that were destroyed.
    CasualtiesCounted(Seat, u16, u16),
    /// A year started: tributes, redemptions and casualties are counted anew.
    YearStarted,
    /// The victory points of all seats were noted, for the end of the next round.
    VictoryPointsNoted,

    // Land. What is there now; none: nothing any more.
    SettlementChanged(Field, Option<Town>, Lot),
    ShipyardChanged(Field, Option<Yard>, Lot),
    ConstructionChanged(Field, Option<Site>, Lot),
    /// What a store holds now.
    StoreChanged(Field, Good, u8, Use),
    /// A herd was driven: from, to.
    HerdMoved(Seat, Herd, Pen, Pen),
    HerdAdded(Seat, Herd, Pen, Herding),
    HerdRemoved(Seat, Herd, Pen, Herding),
    /// A herd changed hands: from, to, where it was, where it is.
    HerdTaken(Seat, Seat, Herd, [Pen; 2]),
    Sown(Seat, Field),
    /// The grain on a sown field now; 0: it is sown no more.
    CropChanged(Field, u8, Use),
    Looted(Seat, Field),
    LootMarkerCleared(Field),
    /// So much of a limit of trade was used at a settlement.
    TradeLimitUsed(Field, Limit, u8),

    // Between seats.
    /// Secret of the two.
    PactOffered(Seat, Seat, Offer),
    /// An offer was taken back, answered, or has run out. Secret of the two.
    OfferClosed(Seat, Seat),
    /// A pact: who pays or serves, who is paid or served.
    PactAgreed(Seat, Seat, Pact),
    PactEnded(Seat, Seat),
    /// A vassalage ends with this round.
    VassalageEnding(Seat, Seat),
    TributePaid(Seat, Seat),
    RedemptionPaid(Seat, Seat),

    // A seat's own.
    RivalNamed(Seat, Option<Seat>),
    CommandLevelSet(Seat, Commanders),
    /// How many rolls of a kind may still be made again. Its owner's secret.
    RerollsSet(Seat, Luck, u8),
    /// The sheet, not doctrine, said how many. Its owner's secret.
    RerollsOrdered(Seat, Luck),
    /// A seat will pay the toll of a road.
    TollPromised(Seat, Field),
    SecondMarchBought(Seat),
    BuildTwiceBought(Seat),
    CorsairsHired(Seat),
    /// A seat left its clash to doctrine in this round. Its owner's secret.
    ClashByDoctrine(Seat),
    LightInfantryBought(Seat, u8),
    VictoryAnnounced(Seat, Goal),
    /// An announced victory was not won.
    AnnouncementFailed(Seat, Goal),
    Eliminated(Seat),
    Resigned(Seat),

    // Chance and war: told, and mostly folded by other facts.
    /// Of the two regions and of the seas.
    WinterWeather([Weather; 3]),
    /// The river sections that carry.
    IceFormed(Vec<Field>),
    DiceRolled(Roll),
    /// Where, attacker, defender.
    BattleStarted(Field, Seat, Seat),
    AssaultStarted(Field, Seat, Seat),
    StrikeMade(StrikeResult),
    /// The dice of a pursuit.
    Intercepted(Field, Seat, Vec<u8>),
    /// Who won a battle or an assault; none: nobody did.
    CombatDecided(Field, Option<Seat>),
    WallsBroken(Field),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Opened {
    pub seats: u8,
    pub options: Options,
    pub setup_order: Vec<Seat>,
}

/// Where a herd is: at pasture on a field, or in its stable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Pen {
    pub at: Field,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stable: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    NewYear,
    Calves,
    Sowing,
    Yield,
    Taxes,
    Harvest,
    Recruitment,
    Festivals,
    WinterWeather,
    Feeding,
    Salaries,
    Fishing,
}

/// A limit of trade at a settlement (R16.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    Bought,
    Raised,
    Hired,
    Ships,
    Elephants,
    Doubled,
    Hastened,
}

/// What may be announced (R22.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    Dominance,
    /// Might, by two goals of the five.
    Might([MightGoal; 2]),
}

/// What dice were rolled for, and what they showed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Roll {
    pub seat: Option<Seat>,
    pub at: Field,
    pub kind: Luck,
    pub faces: Vec<u8>,
}

/// One side's strike in a battle round or assault round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StrikeResult {
    pub at: Field,
    pub seat: Seat,
    pub round: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
    /// What each die showed in the end.
    pub dice: Vec<u8>,
    pub swords: u16,
    /// What the other side's shields left of them.
    pub hits: u16,
    pub destroyed: Vec<Part>,
}

/// How the game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    pub winners: Vec<Seat>,
    pub by: VictoryKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VictoryKind {
    Dominance,
    Might,
    Sovereignty,
    LastSurvivor,
    Importance,
    /// Nobody has won, because nobody is left.
    NoSurvivor,
    /// Nobody has won, because all that are left have resigned.
    AllResigned,
}
