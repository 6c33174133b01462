//! What the slots of lines hold, where no other chapter has a type for it.

use serde::{Deserialize, Serialize};

use super::super::super::things::ids::{Field, Homeland};
use super::super::super::things::kinds::Kind;
use super::super::super::things::units::Unit;
use super::super::super::things::words::words;
use super::super::doctrine::{self, Kinds, Stance};
use ravenpost_rules::list::List;

/// So many units of a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
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

/// Homelands, favourite first.
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
    /// Where a herd of a field is kept.
    Pasturage, "place for herds", {
        Pasture = "pasture",
        Stable = "stable",
    }
);

words!(
    /// What commanders are worth (R23.4).
    Commanders, "level of command", {
        None = "none",
        Bad = "bad",
        Average = "average",
        Better = "better",
        Brilliant = "brilliant",
    }
);

words!(
    /// The goals of Might (R22.5).
    MightGoal, "goal of Might", {
        A = "a",
        B = "b",
        C = "c",
        D = "d",
        E = "e",
    }
);

/// Which ships units go aboard: those at the quay of their field, or those on a water beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ships {
    Quay,
    On(Field),
}

/// Whom to strike first, by doctrine. Empty: the weakest.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Targets(pub Kinds);

/// Who learns first. Empty: recruits.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pupils(pub Kinds);

/// Prestige that a fight may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prestige(pub u8);

/// Whether a settlement is stormed, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Storm(pub Option<doctrine::Siege>);
