//! `GET /api/v1/schema/events` and `/schema/views`: JSON Schemas of the acts and facts in `/events`
//! and in exported games, and of `view.title`, derived from the types that write them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use crate::api::caller::Anyone;
use crate::api::problem::Problem;
use crate::api::query::Query;
use crate::api::reply::json;
use ravenpost_log::Act;
use ravenpost_log::table::status::CONDUCT;
use ravenpost_rules::schema::fork;
use ravenpost_service::titles;

/// The schemas are the same for every request.
static EVENTS: LazyLock<EventSchemas> = LazyLock::new(EventSchemas::generate);
static VIEWS: LazyLock<ViewSchemas> =
    LazyLock::new(|| ViewSchemas { titles: of_titles(titles::view_schema) });

/// The schemas of acts and facts.
#[derive(Serialize, JsonSchema)]
pub struct EventSchemas {
    acts: ActSchema,
    /// The schema of the only fact in the first event of a fork. It contains the position.
    fork: Value,
    /// The schemas of a fact, by the key of the title.
    titles: BTreeMap<&'static str, TitleSchema>,
}

/// The schema of an act.
#[derive(Clone, Serialize, JsonSchema)]
pub struct ActSchema {
    /// The version of the conduct. Acts of earlier versions fit, too.
    version: u8,
    schema: Value,
}

/// The schema of something of a title.
#[derive(Clone, Serialize, JsonSchema)]
pub struct TitleSchema {
    /// The version of the title's rules. Facts of earlier versions fit, too.
    version: u32,
    schema: Value,
}

/// The schemas of `view.title`.
#[derive(Serialize, JsonSchema)]
pub struct ViewSchemas {
    /// By the key of the title.
    titles: BTreeMap<&'static str, TitleSchema>,
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// Makes a schema for each title.
fn of_titles(
    make: fn(&str, &mut SchemaGenerator) -> Option<Schema>,
) -> BTreeMap<&'static str, TitleSchema> {
    let schema = |(key, version): (&'static str, u32)| {
        let schema = make(key, &mut generator())?.to_value();
        Some((key, TitleSchema { version, schema }))
    };
    titles::versions().into_iter().filter_map(schema).collect()
}

/// Returns the entry of one title.
fn only(
    all: &BTreeMap<&'static str, TitleSchema>,
    key: &str,
) -> Result<BTreeMap<&'static str, TitleSchema>, Problem> {
    let (key, schema) = all.get_key_value(key).ok_or_else(|| Problem::not_found("title"))?;
    Ok(BTreeMap::from([(*key, schema.clone())]))
}

impl EventSchemas {
    fn generate() -> EventSchemas {
        let acts = generator().into_root_schema_for::<Act>();
        EventSchemas {
            acts: ActSchema { version: CONDUCT, schema: acts.to_value() },
            fork: fork(&mut generator()).to_value(),
            titles: of_titles(titles::fact_schema),
        }
    }
}

pub async fn events(_: Anyone, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let all = &*EVENTS;
    let Some(key) = Query::of(&request).text("title").map(str::to_owned) else {
        return json(&request, all);
    };
    let (acts, fork) = (all.acts.clone(), all.fork.clone());
    json(&request, &EventSchemas { acts, fork, titles: only(&all.titles, &key)? })
}

pub async fn views(_: Anyone, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let all = &*VIEWS;
    let Some(key) = Query::of(&request).text("title").map(str::to_owned) else {
        return json(&request, all);
    };
    json(&request, &ViewSchemas { titles: only(&all.titles, &key)? })
}
