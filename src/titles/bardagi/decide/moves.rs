//! STUB
use super::super::orders::Action;
use super::Run;
pub fn play(_run: &mut Run<'_>, _at: usize, _action: Action) {}
