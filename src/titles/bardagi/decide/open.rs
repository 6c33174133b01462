//! STUB
use super::super::facts::Fact;
use super::super::names::Colour;
use super::Run;
use crate::rules::{Dice, Refusal, Table};
pub fn open(_table: &Table, _dice: &mut Dice) -> Result<Vec<Fact>, Refusal> {
    Ok(Vec::new())
}
pub fn home(_run: &mut Run<'_>, _at: usize, _colour: Colour) {}
