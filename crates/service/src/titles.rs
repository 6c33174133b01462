//! The available titles. These lists are the only place that names all of them.

use std::collections::BTreeMap;

use ravenpost_bardagi::{BARDAGI, Bardagi};
use ravenpost_gotlandia::{GOTLANDIA, Gotlandia};
use ravenpost_rules::Title;
use ravenpost_rules::schema::{self, Schema, SchemaGenerator};
use ravenpost_scharz::{SCHARZ, Scharz};
use ravenpost_thingvellir::{THINGVELLIR, Thingvellir};

static TITLES: &[&dyn Title] = &[GOTLANDIA, THINGVELLIR, BARDAGI, SCHARZ];

/// Makes a JSON Schema.
type Make = fn(&mut SchemaGenerator) -> Schema;

/// Makes the JSON Schemas of a title.
struct Schemas {
    title: &'static dyn Title,
    fact: Make,
    view: Make,
}

static SCHEMAS: &[Schemas] = &[
    Schemas { title: GOTLANDIA, fact: schema::fact::<Gotlandia>, view: schema::view::<Gotlandia> },
    Schemas {
        title: THINGVELLIR,
        fact: schema::fact::<Thingvellir>,
        view: schema::view::<Thingvellir>,
    },
    Schemas { title: BARDAGI, fact: schema::fact::<Bardagi>, view: schema::view::<Bardagi> },
    Schemas { title: SCHARZ, fact: schema::fact::<Scharz>, view: schema::view::<Scharz> },
];

/// Returns every title, in display order.
pub fn all() -> &'static [&'static dyn Title] {
    TITLES
}

/// Returns the version of each title's rules, by key.
pub fn versions() -> BTreeMap<&'static str, u32> {
    all().iter().map(|title| (title.about().key, title.about().version)).collect()
}

pub fn find(key: &str) -> Option<&'static dyn Title> {
    TITLES.iter().copied().find(|title| title.about().key == key)
}

fn schemas_of(key: &str) -> Option<&'static Schemas> {
    SCHEMAS.iter().find(|one| one.title.about().key == key)
}

/// Returns the JSON Schema of a fact of this title.
pub fn fact_schema(key: &str, generator: &mut SchemaGenerator) -> Option<Schema> {
    schemas_of(key).map(|one| (one.fact)(generator))
}

/// Returns the JSON Schema of a view of this title.
pub fn view_schema(key: &str, generator: &mut SchemaGenerator) -> Option<Schema> {
    schemas_of(key).map(|one| (one.view)(generator))
}
