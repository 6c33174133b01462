//! A state as a single fact, the first one of a fork. Folding it needs nothing from the game that
//! was forked.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::about::Table;
use crate::rules::Rules;

/// How the facts of such an event begin. The name is stored in games; no title has a fact of this
/// name.
const LEAD: &str = "[{\"Whole\":";

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Snapshot"))]
enum Fact {
    Whole {
        table: Table,
        /// The stored name must not change.
        #[serde(rename = "sheet")]
        document: Value,
    },
}

/// Returns the facts of an event that sets up a state.
pub fn write<R: Rules>(table: &Table, state: &R::State) -> String {
    let fact = Fact::Whole { table: table.clone(), document: R::whole_document(state) };
    serde_json::to_string(&[fact]).expect("documents are plain data")
}

/// Returns the schema of such a fact, with all definitions.
#[cfg(feature = "schema")]
pub fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    generator.root_schema_for::<Fact>()
}

/// Returns whether these are such facts. They are not narrated and reveal nothing.
pub fn is_snapshot(facts: &str) -> bool {
    facts.starts_with(LEAD)
}

/// Returns the state that such facts set up, or `None` for all others.
pub fn read<R: Rules>(facts: &str) -> Result<Option<R::State>, serde_json::Error> {
    if !is_snapshot(facts) {
        return Ok(None);
    }
    let [Fact::Whole { table, document }] = serde_json::from_str(facts)?;
    R::from_document(&table, &document).map(Some).map_err(serde::de::Error::custom)
}
