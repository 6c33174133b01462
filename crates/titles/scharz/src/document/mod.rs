//! Converts positions to documents and back. Worked examples set up and inspect positions this way.

mod lands;
pub mod read;
mod seats;
#[cfg(test)]
mod tests;
pub mod words;
pub mod write;

use super::Scharz;
use ravenpost_rules::{Document, Table};

impl Document for Scharz {
    fn audit(state: &Self::State) -> Result<(), String> {
        super::mind::audit::audit(state)
    }

    fn document(state: &Self::State) -> serde_json::Value {
        write::write(state)
    }

    fn from_document(table: &Table, document: &serde_json::Value) -> Result<Self::State, String> {
        read::read(table, document)
    }
}
