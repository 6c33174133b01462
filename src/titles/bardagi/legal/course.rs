//! STUB
use super::super::names::Colour;
use super::super::state::{Mix, State};
use crate::rules::Refusal;
pub fn homes(_state: &State) -> impl Iterator<Item = Colour> {
    Colour::all()
}
pub fn plans(_state: &State) -> impl Iterator<Item = Mix> {
    std::iter::once([2, 2, 2, 0])
}
pub fn home(_state: &State, _colour: Colour) -> Result<(), Refusal> {
    Ok(())
}
pub fn plan(_state: &State, _mix: Mix) -> Result<(), Refusal> {
    Ok(())
}
