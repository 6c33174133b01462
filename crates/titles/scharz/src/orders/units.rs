//! Units in sentences and in notation.

use super::super::state::line::slots::Part;
use super::super::things::kinds::{Kind, Level};
use super::super::things::units::Unit;
use super::slot::SlotText;

pub fn units(n: u8, unit: Unit) -> String {
    format!("{n} {}{}", level(unit.level), kind(unit.kind, n))
}

/// The name of a type of units in the plural: "light infantry".
pub fn named(unit: Unit) -> String {
    format!("{}{}", level(unit.level), kind(unit.kind, 2))
}

fn level(level: Level) -> SlotText {
    match level {
        Level::Standard => SlotText::default(),
        level => format!("{} ", level.slug()).into(),
    }
}

fn kind(kind: Kind, n: u8) -> SlotText {
    match (kind, n) {
        (Kind::Sm | Kind::Ts | Kind::Ws, 2..) => format!("{}s", kind.name()).into(),
        _ => kind.name().into(),
    }
}

fn counted(part: &Part) -> String {
    format!("{} {}", part.n, part.unit)
}

pub fn listed(parts: &[Part]) -> String {
    match parts {
        [part] => counted(part),
        _ => parts.iter().map(counted).collect::<Vec<_>>().join(", "),
    }
}
