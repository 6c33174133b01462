//! An example on its way: where it stands, and what its last step did.

use super::format::{Example, File};
use super::played::PlayedStep;
use crate::about::Table;
use crate::erased::{Position, Title};
use crate::refusal::Refusal;

/// Where an example stands.
pub(super) struct Trial<'a> {
    pub title: &'static dyn Title,
    pub file: &'a File,
    pub example: &'a Example,
    pub table: Table,
    pub position: Box<dyn Position>,
    /// The steps so far, where they are to be shown.
    pub played: Option<Vec<PlayedStep>>,
}

/// What one step did.
#[derive(Default)]
pub(super) struct StepResult {
    /// The facts of each order or automatic step, as stored.
    pub facts: Vec<String>,
    pub written: Vec<String>,
    /// How it stood after each, where the example is to be shown.
    pub after: Vec<Box<dyn Position>>,
    /// The refusals of the part that stopped the line, and its number.
    pub refused: Option<(usize, Vec<Refusal>)>,
}

pub(super) fn said(refusals: &[Refusal]) -> String {
    refusals.iter().map(Refusal::to_string).collect::<Vec<_>>().join(" / ")
}
