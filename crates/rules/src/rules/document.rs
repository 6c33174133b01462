//! A state as a document, and its bookkeeping.

use super::fold::Fold;
use crate::about::Table;

/// A state written down whole and read again, for scenario files and forks, and the check that
/// nothing in it is lost or doubled.
pub trait Document: Fold {
    /// The title's own bookkeeping: says what is missing or doubled.
    fn audit(state: &Self::State) -> Result<(), String>;

    /// The whole state as a document in the rulebook's words, and back: what scenario files set
    /// up and look at. Fields left out of a document have their resting values.
    fn document(state: &Self::State) -> serde_json::Value;

    /// The same with all that a game goes on by: what a fork begins with. A title whose document
    /// leaves something out, because documents of kept games have seals, adds it here.
    fn whole_document(state: &Self::State) -> serde_json::Value {
        Self::document(state)
    }

    /// The state a document describes, for a table of that many seats and those options.
    fn from_document(table: &Table, document: &serde_json::Value) -> Result<Self::State, String>;
}
