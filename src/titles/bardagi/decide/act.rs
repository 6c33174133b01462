//! STUB
use super::super::orders::{Action, Pay};
use super::Run;
pub fn play(_run: &mut Run<'_>, _at: usize, _action: Action, _pay: Pay) {}
pub fn end(_run: &mut Run<'_>, _at: usize) {}
