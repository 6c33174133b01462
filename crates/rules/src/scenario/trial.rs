//! An example in progress: its position and the result of its last step.

use super::format::{Example, File};
use super::played::PlayedStep;
use crate::about::Table;
use crate::erased::{Position, Title};
use crate::orders::refusal::Refusal;

/// An example in progress.
pub(super) struct Trial<'a> {
    pub title: &'static dyn Title,
    pub file: &'a File,
    pub example: &'a Example,
    pub table: Table,
    pub position: Box<dyn Position>,
    /// The steps so far, if they are to be displayed.
    pub played: Option<Vec<PlayedStep>>,
}

/// The result of one step.
#[derive(Default)]
pub(super) struct StepResult {
    /// The facts of each order or automatic step, as stored.
    pub facts: Vec<String>,
    pub written: Vec<String>,
    /// The position after each of them, if the example is to be displayed.
    pub after: Vec<Box<dyn Position>>,
    /// The refusals of the part that stopped the line, and its number.
    pub refused: Option<(usize, Vec<Refusal>)>,
}

pub(super) fn said(refusals: &[Refusal]) -> String {
    refusals.iter().map(Refusal::to_string).collect::<Vec<_>>().join(" / ")
}
