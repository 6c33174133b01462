//! STUB
use super::super::names::Area;
use super::super::orders::Action;
use super::Run;
pub fn play(_run: &mut Run<'_>, _at: usize, _action: Action) {}
pub fn retire(_run: &mut Run<'_>, _at: usize, _area: Area) {}
pub fn carry_out(_run: &mut Run<'_>) {}
