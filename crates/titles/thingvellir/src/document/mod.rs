//! Converts the complete state to a document in the rulebook's terms, and back.
//! `examples/README.md` describes the format.

mod cards;
mod desk;
mod progress;
pub mod read;
mod seats;
pub mod write;

use super::Thingvellir;
use ravenpost_rules::{Document, Table};

impl Document for Thingvellir {
    fn audit(state: &Self::State) -> Result<(), String> {
        super::mind::audit::audit(state)
    }

    fn document(state: &Self::State) -> serde_json::Value {
        write::write(state)
    }

    fn whole_document(state: &Self::State) -> serde_json::Value {
        write::whole(state)
    }

    fn from_document(table: &Table, document: &serde_json::Value) -> Result<Self::State, String> {
        read::read(table, document)
    }
}
