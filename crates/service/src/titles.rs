//! The available titles. These lists are the only place that names all of them.

use std::collections::BTreeMap;

use ravenpost_bardagi::{BARDAGI, Bardagi};
use ravenpost_gotlandia::{GOTLANDIA, Gotlandia};
use ravenpost_rules::Title;
use ravenpost_rules::schema::{self, Schema, SchemaGenerator};
use ravenpost_scharz::{SCHARZ, Scharz};
use ravenpost_thingvellir::{THINGVELLIR, Thingvellir};

static TITLES: &[&dyn Title] = &[GOTLANDIA, THINGVELLIR, BARDAGI, SCHARZ];

/// Makes the JSON Schema of the facts of an event.
type FactsSchema = fn(&mut SchemaGenerator) -> Schema;

static SCHEMAS: &[(&dyn Title, FactsSchema)] = &[
    (GOTLANDIA, schema::facts::<Gotlandia>),
    (THINGVELLIR, schema::facts::<Thingvellir>),
    (BARDAGI, schema::facts::<Bardagi>),
    (SCHARZ, schema::facts::<Scharz>),
];

/// Returns every title, in display order.
pub fn all() -> &'static [&'static dyn Title] {
    TITLES
}

/// Returns the version of each title's rules, by key.
pub fn versions() -> BTreeMap<&'static str, u32> {
    all().iter().map(|title| (title.about().key, title.about().version)).collect()
}

/// Returns the title with this key.
pub fn find(key: &str) -> Option<&'static dyn Title> {
    TITLES.iter().copied().find(|title| title.about().key == key)
}

/// Returns the JSON Schema of the list of facts of an event of this title.
pub fn facts_schema(key: &str, generator: &mut SchemaGenerator) -> Option<Schema> {
    let (_, facts) = SCHEMAS.iter().find(|(title, _)| title.about().key == key)?;
    Some(facts(generator))
}
