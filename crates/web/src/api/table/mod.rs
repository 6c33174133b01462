//! `POST /games`, `/games/{game}/join` and `/leave`: opening, joining and leaving games.

pub mod invite;

use std::collections::BTreeMap;

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::{Body, Key, distinct};
use crate::api::caller::{Caller, Table, hide};
use crate::api::orders::Nothing;
use crate::api::problem::Problem;
use crate::api::views::game_id;
use ravenpost_log::act::{Consent, Pace};
use ravenpost_rules::Seat;
use ravenpost_service::ServiceError;
use ravenpost_service::game::clocks::presets;
use ravenpost_service::game::table::preferences::ReceivedPreference;
use ravenpost_service::table::join_table::{self, Join};
use ravenpost_service::table::open_table::NewTable;

/// A game to be opened.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    title: String,
    name: String,
    seats: u8,
    /// Options that differ from their defaults.
    #[serde(default, deserialize_with = "distinct")]
    options: BTreeMap<String, String>,
    /// A clock preset.
    #[schemars(schema_with = "clocks")]
    clock: String,
    #[serde(default)]
    public: bool,
    /// Whether to exclude programs.
    #[serde(default)]
    no_programs: bool,
    /// The caller's seat; null for an organiser who does not play.
    #[schemars(with = "Option<u8>")]
    own_seat: Option<Seat>,
    /// The bots that take seats, by seat.
    #[serde(default, deserialize_with = "distinct")]
    bots: BTreeMap<u8, String>,
    /// The caller's contribution to the dice.
    #[serde(default)]
    salt: String,
}

/// Returns the schema of a clock preset.
fn clocks(_: &mut SchemaGenerator) -> Schema {
    let known: Vec<&str> = presets::PRESETS.iter().map(|preset| preset.key).collect();
    json_schema!({ "type": "string", "enum": known })
}

#[derive(Serialize, JsonSchema)]
pub struct Opened {
    id: String,
}

pub async fn open(
    caller: Caller<Table>,
    site: Data<Site>,
    key: Key,
    body: Body<NewGame>,
) -> Result<HttpResponse, Problem> {
    let player = site.service.tokens().owner(&caller.bearer).await?;
    let asked = body.value()?;
    let pace = presets::pace(&asked.clock, &player.zone);
    let pace = pace.ok_or_else(|| vec![presets::unknown(&asked.clock)]);
    let pace = pace.map_err(ServiceError::Refused)?;
    if asked.no_programs && caller.bearer.program && asked.own_seat.is_some() {
        return Err(join_table::no_programs().into());
    }
    let new = NewTable {
        title: asked.title,
        name: asked.name,
        table: ravenpost_rules::Table { seats: asked.seats, options: asked.options },
        pace: Pace { no_programs: asked.no_programs, ..pace },
        public: asked.public,
        consent: Consent::All,
        own_seat: asked.own_seat,
        salt: asked.salt,
        bots: asked.bots.into_iter().map(|(seat, bot)| (Seat(seat), bot)).collect(),
    };
    let once = key.once(&site.in_flight, caller.player, "new", "open")?;
    let tables = site.service.tables();
    let id = tables.open_table_once(site.now(), caller.player, &new, &once.key).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/api/v1/games/{id}")))
        .json(Opened { id: id.to_string() }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlayer {
    /// The requested seat; null for the first free one.
    #[schemars(with = "Option<u8>")]
    seat: Option<Seat>,
    /// The token of an invitation, the last part of its link.
    invitation: Option<String>,
    /// The caller's contribution to the dice.
    #[serde(default)]
    salt: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Joined {
    #[schemars(with = "u8")]
    seat: Seat,
}

pub async fn join(
    caller: Caller<Table>,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
    key: Key,
    body: Body<NewPlayer>,
) -> Result<HttpResponse, Problem> {
    let (id, asked) = (game_id(&path)?, body.value()?);
    let tables = site.service.tables();
    let invited = match &asked.invitation {
        Some(token) => tables.read_invitation(site.now(), token).await?.as_ref() == Some(&id),
        None => false,
    };
    if !invited {
        hide(Some(caller.player), &request).await?;
    }
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "join")?;
    let join = Join {
        seat: asked.seat,
        salt: asked.salt,
        preference: ReceivedPreference::default(),
        invited,
        program: caller.bearer.program,
        key: Some(once.key.clone()),
    };
    let seat = tables.join_table(site.now(), &id, caller.player, join).await?;
    Ok(HttpResponse::Ok().json(Joined { seat }))
}

pub async fn leave(
    caller: Caller<Table>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<Nothing>,
) -> Result<HttpResponse, Problem> {
    let Nothing {} = body.value()?;
    let id = game_id(&path)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "leave")?;
    site.service.tables().leave_seat(site.now(), &id, caller.player, &once.key).await?;
    Ok(HttpResponse::Ok().json(Nothing {}))
}
