//! A state as a document, and consistency checks.

use super::fold::Fold;
use crate::about::Table;

/// Writes a state as a document and reads it back, for scenario files and forks, and checks that no
/// component is lost or duplicated.
pub trait Document: Fold {
    /// Checks the state's consistency.
    ///
    /// # Errors
    ///
    /// What is missing or duplicated.
    fn audit(state: &Self::State) -> Result<(), String>;

    /// Returns the state as a document in the rulebook's terms, as scenario files use it. Fields
    /// left out of a document have their default values.
    fn document(state: &Self::State) -> serde_json::Value;

    /// Returns the document with everything needed to continue the game, as a fork needs it.
    /// Override it if `document` leaves something out to keep the seals of stored games valid.
    fn whole_document(state: &Self::State) -> serde_json::Value {
        Self::document(state)
    }

    /// Builds the state that a document describes, for the given seats and options.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the document.
    fn from_document(table: &Table, document: &serde_json::Value) -> Result<Self::State, String>;
}
