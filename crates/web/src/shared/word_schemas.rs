//! JSON Schemas of fields of the API that hold one word of a list.
//!
//! A list to which a release may add words also permits any other text, so that generated clients
//! accept what a newer server sends.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

use ravenpost_log::ActKind;
use ravenpost_log::table::status::Status;
use ravenpost_service::people::tokens::scope::Scope;

/// The channels of acts, as the log shows them.
const CHANNELS: [&str; 7] = ["page", "email", "bot", "command", "instruction", "api", "clock"];

/// Returns the schema of one of these words, or a word that a newer server may use.
pub fn extensible<W: Serialize>(words: &[W]) -> Schema {
    json_schema!({ "anyOf": alternatives(words) })
}

/// Returns the schema of one of these words, or null.
fn nullable(words: &[&str]) -> Schema {
    let null = json!({ "type": "null" });
    let all: Vec<Value> = alternatives(words).into_iter().chain([null]).collect();
    json_schema!({ "anyOf": all })
}

fn alternatives<W: Serialize>(words: &[W]) -> Vec<Value> {
    vec![json!({ "type": "string", "enum": words }), json!({ "type": "string" })]
}

/// Returns the schema of the status of a game.
pub fn status(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": Status::WORDS })
}

/// Returns the schema of the kind of an act.
pub fn act_kind(_: &mut SchemaGenerator) -> Schema {
    extensible(ActKind::WORDS)
}

/// Returns the schema of a scope of a token.
pub fn scope(_: &mut SchemaGenerator) -> Schema {
    let known: Vec<&str> = Scope::ALL.iter().map(|scope| scope.key()).collect();
    extensible(&known)
}

/// Returns the schema of a list of scopes.
pub fn scopes(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": scope(generator) })
}

/// Returns the schema of the channel of an act, or null.
pub fn channel(_: &mut SchemaGenerator) -> Schema {
    nullable(&CHANNELS)
}
