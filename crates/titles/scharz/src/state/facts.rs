//! What happened, in the past tense: everything `decide` may say and `apply` must understand.
//! Stored for ever, so variants and fields are never renamed. A fact says what came of an order,
//! never what was asked.

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
    Opened(Opened),
    /// A decision is open, and who is asked.
    Asked(Step, Vec<Seat>),
    /// A line was written on a sheet. Its owner's secret.
    Wrote(Seat, SheetLine),
    /// Lines from this one on were taken off a sheet. Its owner's secret.
    Struck(Seat, u8),
    Sealed(Seat),
    /// A line of doctrine. Its owner's secret.
    Instructed(Seat, SheetLine),
    /// A line of doctrine did something: which, and what, as a sheet would have it. Its owner's
    /// secret: others see what is done.
    Answered(Seat, SheetLine, SheetLine),
    /// The sheets of a decision came to light.
    Revealed(Step),
    /// A line that could not be carried out, and why.
    Skipped(Seat, SheetLine, String),
    /// A round began; the order of initiative.
    Round(u8, Vec<Seat>),
    /// A special phase, by its name.
    Phase(Phase),
    /// The rear begins: limits of trade are fresh.
    RearBegan,
    Over(Verdict),

    // Setup.
    Settled(Seat, Homeland),
    Became(Seat, Faction),
    /// A seat comes in later.
    Waits(Seat),
    Arrived(Seat),

    // Units.
    Came(Seat, Stack, Fate),
    Fell {
        seat: Seat,
        stack: Stack,
        fate: Fate,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    Went(Seat, How, Stack, Stack),

    // Purse and points.
    /// A seat's gold changed by so many halves.
    Gold(Seat, i16, Cause),
    Prestige(Seat, i16, Cause),
    Victory(Seat, i16, Cause),
    /// Basic prestige of units that a seat destroyed, and of its own that were.
    Counted(Seat, u16, u16),
    /// Yearly counters are cleared.
    YearBegan,
    /// Victory points are noted for the end of the next round.
    Noted,

    // Land.
    Town(Field, Option<Town>, Lot),
    Yard(Field, Option<Yard>, Lot),
    Site(Field, Option<Site>, Lot),
    /// What a store holds now.
    Stored(Field, Good, u8, Use),
    Drove(Seat, Herd, Pen, Pen),
    Bred(Seat, Herd, Pen, Herding),
    Parted(Seat, Herd, Pen, Herding),
    /// A herd changed hands: from, to, where it was, where it is.
    Taken(Seat, Seat, Herd, [Pen; 2]),
    Sown(Seat, Field),
    /// What stands on a sown field now; nothing: it is sown no more.
    Crop(Field, u8, Use),
    Marked(Seat, Field),
    Unmarked(Field),
    /// A limit of trade was used at a settlement.
    Used(Field, Limit, u8),

    // Between seats.
    /// Secret of the two.
    Offered(Seat, Seat, Offer),
    /// An offer is no more. Secret of the two.
    Lapsed(Seat, Seat),
    Agreed(Seat, Seat, Pact),
    Ended(Seat, Seat),
    /// A vassalage ends with the round.
    Ending(Seat, Seat),
    Tribute(Seat, Seat),

    // A seat's own.
    Named(Seat, Option<Seat>),
    Command(Seat, Commanders),
    Fortune(Seat, Luck, u8),
    /// That of these was said on the sheet, and not by doctrine. Its owner's secret.
    Tries(Seat, Luck),
    /// The toll of a road will be paid.
    TollSaid(Seat, Field),
    Marched(Seat),
    BuiltTwice(Seat),
    HiredCorsairs(Seat),
    Stands(Seat),
    Recruits(Seat, u8),
    Announced(Seat, Goal),
    Failed(Seat, Goal),
    Out(Seat),
    Resigned(Seat),

    // Chance and war, told as they were.
    Winter([Weather; 3]),
    Ice(Vec<Field>),
    Rolled(Roll),
    Battle(Field, Seat, Seat),
    Assault(Field, Seat, Seat),
    Blow(Blow),
    Intercepted(Field, Seat, Vec<u8>),
    /// Who has won; nobody: drawn.
    Decided(Field, Option<Seat>),
    WallsBroken(Field),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Opened {
    pub seats: u8,
    pub options: Options,
    /// Order of the setup.
    pub order: Vec<Seat>,
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

/// What a D6 was rolled for, what it showed, and whether it did harm (or good, in fishing).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Roll {
    pub seat: Option<Seat>,
    pub at: Field,
    pub luck: Luck,
    pub faces: Vec<u8>,
}

/// One side's strike in a battle round or assault round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Blow {
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
    pub felled: Vec<Part>,
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
    Nobody,
    /// All that are left have resigned.
    Undecided,
}
