//! Types of line slots that are not defined elsewhere.

use serde::{Deserialize, Serialize};

use super::super::super::things::ids::{Field, Homeland};
use super::super::super::things::kinds::Kind;
use super::super::super::things::units::Unit;
use super::super::super::things::words::words;
use super::super::doctrine::{self, Kinds, Stance};
use ravenpost_rules::list::List;

/// A number of units of one type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    pub n: u8,
    pub unit: Unit,
}

pub type Parts = List<Part, 12>;

impl Part {
    pub fn one(kind: Kind) -> Part {
        Part { n: 1, unit: Unit::of(kind) }
    }
}

/// Homelands, most preferred first.
pub type Wishes = List<Homeland, 16>;

words!(
    /// When an attack is made (R12.3).
    Condition, "condition", {
        IfDouble = "if-double",
        IfEven = "if-even",
        Always = "always",
    }
);

impl From<Condition> for Stance {
    fn from(when: Condition) -> Stance {
        match when {
            Condition::IfDouble => Stance::IfDouble,
            Condition::IfEven => Stance::IfEven,
            Condition::Always => Stance::Always,
        }
    }
}

words!(
    /// The place of a herd on a field.
    Pasturage, "place for herds", {
        Pasture = "pasture",
        Stable = "stable",
    }
);

words!(
    /// Level of commanders (R23.4).
    Commanders, "level of command", {
        None = "none",
        Bad = "bad",
        Average = "average",
        Better = "better",
        Brilliant = "brilliant",
    }
);

words!(
    MightGoal, "goal of Might", {
        A = "a",
        B = "b",
        C = "c",
        D = "d",
        E = "e",
    }
);

/// The ships that units board: at the quay of their field, or on an adjacent water.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ships {
    Quay,
    On(Field),
}

/// Kinds to strike first, by doctrine; empty means the weakest.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Targets(pub Kinds);

/// Kinds trained first; empty means recruits.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Pupils(pub Kinds);

/// Prestige that may be spent on a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Prestige(pub u8);

/// Whether and how a settlement is assaulted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Storm(pub Option<doctrine::Siege>);
