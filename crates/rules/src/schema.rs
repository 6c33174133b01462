//! JSON Schemas of facts and views, for programs that read games. Only with the feature `schema`.

pub use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::rules::Rules;
use crate::rules::snapshot;

/// Returns the schema of a fact, with all definitions.
pub fn fact<R: Rules>(generator: &mut SchemaGenerator) -> Schema
where
    R::Fact: JsonSchema,
{
    generator.root_schema_for::<R::Fact>()
}

/// Returns the schema of a view, with all definitions.
pub fn view<R: Rules>(generator: &mut SchemaGenerator) -> Schema
where
    R::View: JsonSchema,
{
    generator.root_schema_for::<R::View>()
}

/// Returns the schema of the first fact of a fork, in place of those of its title.
pub fn fork(generator: &mut SchemaGenerator) -> Schema {
    snapshot::schema(generator)
}

/// Returns the schema of a text that is one of these words.
pub fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> Schema {
    let words: Vec<&str> = words.into_iter().collect();
    schemars::json_schema!({ "type": "string", "enum": words })
}
