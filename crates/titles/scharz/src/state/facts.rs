//! Facts: everything `decide` may record and `apply` must handle. Facts are stored, so their names
//! and meanings never change. A fact records the result of an order, never the order itself.

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
use super::why::{Cause, Herding, How, Lot, UnitReason, Use};
use super::{Step, Weather};
use ravenpost_rules::{RefusalCode, Seat};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fact {
    // Course of the game.
    /// The game was set up: seats, options, setup order.
    Opened(Opened),
    /// A decision was opened for these seats.
    Asked(Step, Vec<Seat>),
    /// A line was added to a sheet. Secret of its owner.
    LineWritten(Seat, SheetLine),
    /// A line of a sheet and all lines after it were removed. Secret of its owner.
    LinesDropped(Seat, u8),
    SheetClosed(Seat),
    /// A sheet was closed for a seat that timed out. `missed` says whether this counts as a missed
    /// deadline.
    SheetTimedOut {
        seat: Seat,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        missed: bool,
    },
    /// A doctrine line, or the homeland ranking set before the game. Secret of its owner.
    InstructionSet(Seat, SheetLine),
    /// A doctrine line and the line that it added. Secret of its owner; other players see the
    /// result.
    DoctrineApplied(Seat, SheetLine, SheetLine),
    /// The sheets of a decision were revealed.
    SheetsRevealed(Step),
    /// A line that could not be carried out, with the code of its refusal.
    LineSkipped(Seat, SheetLine, RefusalCode),
    /// A round started, with the order of initiative.
    RoundStarted(u8, Vec<Seat>),
    /// A seasonal phase started.
    PhaseStarted(Phase),
    /// The rear started: trade limits are reset.
    RearStarted,
    GameEnded(Verdict),

    // Setup.
    HomelandAssigned(Seat, Homeland),
    FactionChosen(Seat, Faction),
    /// A seat enters the game later.
    LateStart(Seat),
    Arrived(Seat),

    // Units.
    UnitsAdded(Seat, Stack, UnitReason),
    UnitsRemoved {
        seat: Seat,
        stack: Stack,
        cause: UnitReason,
        /// The seat that destroyed them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// Units moved or changed: before, after.
    UnitsChanged(Seat, How, Stack, Stack),

    // Gold and points.
    /// A change in half pieces of gold.
    HalfGoldChanged(Seat, i16, Cause),
    PrestigeChanged(Seat, i16, Cause),
    VictoryPointsChanged(Seat, i16, Cause),
    /// Basic prestige of units that a seat destroyed, and of its own destroyed units.
    CasualtiesCounted(Seat, u16, u16),
    /// A year started: tributes, redemptions and casualties are reset.
    YearStarted,
    /// The victory points of all seats were recorded, for comparison at the end of the next round.
    VictoryPointsNoted,

    // Land: the new content, or `None` if it is gone.
    SettlementChanged(Field, Option<Town>, Lot),
    ShipyardChanged(Field, Option<Yard>, Lot),
    ConstructionChanged(Field, Option<Site>, Lot),
    /// The new content of a store.
    StoreChanged(Field, Good, u8, Use),
    /// A herd was moved: from, to.
    HerdMoved(Seat, Herd, Pen, Pen),
    HerdAdded(Seat, Herd, Pen, Herding),
    HerdRemoved(Seat, Herd, Pen, Herding),
    /// A herd changed owner: from, to, and its place before and after.
    HerdTaken(Seat, Seat, Herd, [Pen; 2]),
    Sown(Seat, Field),
    /// The remaining grain on a sown field; at 0 it is no longer sown.
    CropChanged(Field, u8, Use),
    /// A field was looted, and the owner of the settlement there, if there is one.
    Looted(Seat, Field, Option<Seat>),
    LootMarkerCleared(Field),
    /// The amount used of a trade limit at a settlement.
    TradeLimitUsed(Field, Limit, u8),

    // Pacts.
    /// Secret of the two seats.
    PactOffered(Seat, Seat, Offer),
    /// An offer was withdrawn, answered or has expired. Secret of the two seats.
    OfferClosed(Seat, Seat),
    /// A pact: the payer or vassal, the recipient or lord.
    PactAgreed(Seat, Seat, Pact),
    PactEnded(Seat, Seat),
    /// A vassalage ends with this round.
    VassalageEnding(Seat, Seat),
    TributePaid(Seat, Seat),
    RedemptionPaid(Seat, Seat),

    // Single seats.
    RivalNamed(Seat, Option<Seat>),
    CommandLevelSet(Seat, Commanders),
    /// The remaining rerolls of a kind. Secret of the owner.
    RerollsSet(Seat, Luck, u8),
    /// The sheet, not doctrine, set the number of rerolls. Secret of the owner.
    RerollsOrdered(Seat, Luck),
    /// A seat will pay the toll of a road.
    TollPromised(Seat, Field),
    SecondMarchBought(Seat),
    BuildTwiceBought(Seat),
    CorsairsHired(Seat),
    /// A seat left its clash in this round to doctrine. Secret of the owner.
    ClashByDoctrine(Seat),
    LightInfantryBought(Seat, u8),
    VictoryAnnounced(Seat, Goal),
    /// An announced victory was not achieved.
    AnnouncementFailed(Seat, Goal),
    Eliminated(Seat),
    Resigned(Seat),

    // Chance and war: narrated, while most effects on the state are in other facts.
    /// Weather of the two regions and of the seas.
    WinterWeather([Weather; 3]),
    /// The frozen river sections.
    IceFormed(Vec<Field>),
    DiceRolled(Roll),
    /// Field, attacker, defender.
    BattleStarted(Field, Seat, Seat),
    AssaultStarted(Field, Seat, Seat),
    StrikeMade(StrikeResult),
    /// The dice of an interception.
    Intercepted(Field, Seat, Vec<u8>),
    /// The winner of a battle or assault, if there is one.
    CombatDecided(Field, Option<Seat>),
    WallsBroken(Field),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opened {
    pub seats: u8,
    pub options: Options,
    pub setup_order: Vec<Seat>,
}

/// The place of a herd: at pasture on a field, or in its stable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pen {
    pub at: Field,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stable: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// Goals that may be announced (R22.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    Dominance,
    /// Might, by two of the five goals.
    Might([MightGoal; 2]),
}

/// The purpose and result of dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Roll {
    pub seat: Option<Seat>,
    pub at: Field,
    pub kind: Luck,
    pub faces: Vec<u8>,
}

/// One side's strike in a battle round or assault round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrikeResult {
    pub at: Field,
    pub seat: Seat,
    pub round: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
    /// The final result of each die.
    pub dice: Vec<u8>,
    pub swords: u16,
    /// Swords that were not stopped by shields.
    pub hits: u16,
    pub destroyed: Vec<Part>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    pub winners: Vec<Seat>,
    pub by: VictoryKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VictoryKind {
    Dominance,
    Might,
    Sovereignty,
    LastSurvivor,
    Importance,
    /// There is no winner, because no seat is left.
    NoSurvivor,
    /// There is no winner, because all remaining seats have resigned.
    AllResigned,
}
