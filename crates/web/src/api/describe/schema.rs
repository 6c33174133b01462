//! `GET /api/v1/schema/events`: JSON Schemas of the acts and facts in `/events` and in exported
//! games, derived from the types that the log is read with.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use actix_web::{HttpRequest, HttpResponse};
use schemars::consts::meta_schemas::DRAFT2020_12;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::Value;

use crate::api::caller::Anyone;
use crate::api::problem::Problem;
use crate::api::query::Query;
use crate::api::reply::json;
use ravenpost_log::Act;
use ravenpost_log::table::status::CONDUCT;
use ravenpost_service::titles;

/// The schemas are the same for every request.
static SCHEMAS: OnceLock<EventSchemas> = OnceLock::new();

/// The schemas of acts and facts.
#[derive(Serialize, JsonSchema)]
pub struct EventSchemas {
    acts: ActSchema,
    /// By the key of the title.
    titles: BTreeMap<&'static str, FactsSchema>,
}

/// The schema of an act.
#[derive(Clone, Serialize, JsonSchema)]
pub struct ActSchema {
    /// The version of the conduct. Acts of earlier versions fit, too.
    version: u8,
    schema: Value,
}

/// The schema of the list of facts of an event.
#[derive(Clone, Serialize, JsonSchema)]
pub struct FactsSchema {
    /// The version of the title's rules. Facts of earlier versions fit, too.
    version: u32,
    schema: Value,
}

impl EventSchemas {
    fn generate() -> EventSchemas {
        let settings = || SchemaSettings::draft2020_12().for_serialize();
        let acts = settings().into_generator().into_root_schema_for::<Act>();
        let facts = |(key, version): (&'static str, u32)| {
            let mut generator = settings().into_generator();
            let mut schema: Schema = titles::facts_schema(key, &mut generator)?;
            schema.insert("$schema".to_owned(), DRAFT2020_12.into());
            schema.insert("$defs".to_owned(), generator.take_definitions(true).into());
            Some((key, FactsSchema { version, schema: schema.to_value() }))
        };
        EventSchemas {
            acts: ActSchema { version: CONDUCT, schema: acts.to_value() },
            titles: titles::versions().into_iter().filter_map(facts).collect(),
        }
    }

    /// The schemas for games of one title.
    fn only(&self, key: &str) -> Option<EventSchemas> {
        let (key, facts) = self.titles.get_key_value(key)?;
        let titles = BTreeMap::from([(*key, facts.clone())]);
        Some(EventSchemas { acts: self.acts.clone(), titles })
    }
}

pub async fn show(_: Anyone, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let all = SCHEMAS.get_or_init(EventSchemas::generate);
    match Query::of(&request).text("title") {
        None => json(&request, all),
        Some(key) => json(&request, &all.only(key).ok_or_else(|| Problem::not_found("title"))?),
    }
}
