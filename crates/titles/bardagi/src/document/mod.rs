//! Converts the complete state to a document in the rulebook's terms, and back.
//! `examples/README.md` describes the format.

mod lands;
pub mod read;
mod seats;
mod supply;
#[cfg(test)]
mod tests;
mod words;
pub mod write;

use super::Bardagi;
use ravenpost_rules::{Document, Table};

impl Document for Bardagi {
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
