//! STUB
use super::super::names::Tile;
use super::Run;
pub fn build(_run: &mut Run<'_>, _at: usize, _tile: Tile, _old: Option<Tile>) {}
pub fn pass(_run: &mut Run<'_>, _at: usize) {}
