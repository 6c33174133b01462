//! R4 Components: units by type and level, with their figures.

use super::data::data;
use super::kinds::{Kind, Level, Mode};
use super::tables::UnitData;

#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    serde::Serialize,
    serde::Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unit {
    pub kind: Kind,
    #[serde(default, skip_serializing_if = "is_standard")]
    pub level: Level,
}

fn is_standard(level: &Level) -> bool {
    *level == Level::Standard
}

impl Kind {
    pub fn data(self) -> &'static UnitData {
        &data().units[self.index()]
    }

    pub fn name(self) -> &'static str {
        &self.data().name
    }

    /// The value for ties and default choices.
    pub fn value(self, mode: Mode) -> u8 {
        self.data().value[mode.index()]
    }

    pub fn is_ship(self) -> bool {
        matches!(self, Kind::Ts | Kind::Ws)
    }

    /// Ships and corsairs.
    pub fn is_naval(self) -> bool {
        self.is_ship() || self == Kind::Cors
    }

    /// Whether it is one of the 20 cubes (R4.1).
    pub fn is_cube(self) -> bool {
        !matches!(self, Kind::Merc | Kind::Cors | Kind::Ele)
    }

    pub fn is_fixed(self) -> bool {
        matches!(self, Kind::Sm | Kind::Cors)
    }

    pub fn charges(self) -> bool {
        matches!(self, Kind::Cav | Kind::Ele)
    }

    pub fn size(self) -> Option<u8> {
        self.data().size
    }
}

impl Level {
    /// From the lowest to the highest.
    pub const RISING: [Level; 5] =
        [Level::Recruit, Level::Standard, Level::Experienced, Level::Veteran, Level::Elite];

    pub fn rank(self) -> usize {
        Level::RISING.iter().position(|level| *level == self).unwrap_or_default()
    }

    pub fn next(self) -> Option<Level> {
        Level::RISING.get(self.rank() + 1).copied()
    }

    /// The prefix of a unit's code.
    pub fn prefix(self) -> &'static str {
        ["", "r.", "x.", "v.", "e."][self.index()]
    }

    /// Experienced units are at the back.
    pub fn is_back(self) -> bool {
        self.rank() >= 2
    }
}

impl Unit {
    pub fn of(kind: Kind) -> Unit {
        Unit { kind, level: Level::Standard }
    }

    pub fn from_code(code: &str) -> Option<Unit> {
        let (prefix, kind) = match code.split_once('.') {
            Some((prefix, kind)) => (format!("{prefix}."), kind),
            None => (String::new(), code),
        };
        let level = Level::ALL.iter().find(|level| level.prefix() == prefix)?;
        Some(Unit { kind: Kind::from_slug(kind)?, level: *level })
    }

    /// The order of dice (R5.4): by type, then from the lowest level.
    pub fn order(self) -> usize {
        self.kind.index() * 8 + self.level.rank()
    }
}

impl std::fmt::Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.level.prefix(), self.kind.slug())
    }
}
