//! A state as the one fact with which a fork begins: how the game stood, as a document. Whoever
//! folds it needs nothing of the game that it was forked from.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::about::Table;
use super::rules::Rules;

/// What the facts of such an event begin with. The name is stored for ever; no title has a fact of
/// that name.
const LEAD: &str = "[{\"Whole\":";

#[derive(Serialize, Deserialize)]
enum Fact {
    Whole {
        table: Table,
        /// Under the name that is stored for ever.
        #[serde(rename = "sheet")]
        document: Value,
    },
}

/// The facts of an event that sets up a state.
pub fn write<R: Rules>(table: &Table, state: &R::State) -> String {
    let fact = Fact::Whole { table: table.clone(), document: R::whole_document(state) };
    serde_json::to_string(&[fact]).expect("documents are plain data")
}

/// Whether these are such facts: they are told to nobody and bring nothing to light.
pub fn is_snapshot(facts: &str) -> bool {
    facts.starts_with(LEAD)
}

/// The state that such facts set up; nothing for all others.
pub fn read<R: Rules>(facts: &str) -> Result<Option<R::State>, serde_json::Error> {
    if !is_snapshot(facts) {
        return Ok(None);
    }
    let [Fact::Whole { table, document }] = serde_json::from_str(facts)?;
    R::from_document(&table, &document).map(Some).map_err(serde::de::Error::custom)
}
