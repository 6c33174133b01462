//! JSON Schemas of facts, for programs that read games. Only with the feature `schema`.

pub use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::rules::Rules;
use crate::rules::snapshot;

/// Returns the schema of the facts of an event: those of the title, or the snapshot with which a
/// fork begins.
pub fn facts<R: Rules>(generator: &mut SchemaGenerator) -> Schema
where
    R::Fact: JsonSchema,
{
    let fact = generator.subschema_for::<R::Fact>();
    let snapshot = snapshot::schema(generator);
    schemars::json_schema!({ "type": "array", "items": { "anyOf": [fact, snapshot] } })
}

/// Returns the schema of a text that is one of these words.
pub fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> Schema {
    let words: Vec<&str> = words.into_iter().collect();
    schemars::json_schema!({ "type": "string", "enum": words })
}
