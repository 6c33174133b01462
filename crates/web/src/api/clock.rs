//! `GET /games/{game}/clock` and `POST /games/{game}/clock/extend` and `/clock/pause`: deadlines
//! with their reasons, more time, and stopped clocks.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::{Body, Key};
use crate::api::caller::{Caller, Clock, Reader};
use crate::api::problem::Problem;
use crate::api::reply::json;
use crate::api::views::game_id;
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_rules::Seat;
use ravenpost_service::game::clocks::contract;
use ravenpost_service::game::clocks::deadline_words::why;
use ravenpost_service::table::moderate::Measure;
use ravenpost_service::table::request_time::TimeRequest;

#[derive(Serialize, JsonSchema)]
pub struct ClockView {
    /// The clock settings in words.
    contract: Vec<String>,
    paused_since: Option<DateTime<Utc>>,
    pending: Vec<Deadline>,
    banks: Vec<BankView>,
}

/// A pending prompt and the parts of its time.
#[derive(Serialize, JsonSchema)]
pub struct Deadline {
    #[schemars(with = "u8")]
    seat: Seat,
    decision: String,
    asked_at: DateTime<Utc>,
    due: Option<DateTime<Utc>>,
    parts: Vec<TimePart>,
}

#[derive(Serialize, JsonSchema)]
pub struct TimePart {
    reason: &'static str,
    seconds: i64,
}

/// The time left in a seat's bank.
#[derive(Serialize, JsonSchema)]
pub struct BankView {
    #[schemars(with = "u8")]
    seat: Seat,
    seconds: i64,
}

impl Deadline {
    fn of(seat: Seat, wait: &Pending) -> Deadline {
        let part = |part: &ravenpost_log::table::clock_state::pending::Part| TimePart {
            reason: why(part.why),
            seconds: part.span.num_seconds(),
        };
        Deadline {
            seat,
            decision: wait.decision.clone(),
            asked_at: wait.asked,
            due: wait.due,
            parts: wait.parts.iter().map(part).collect(),
        }
    }
}

pub async fn show(
    reader: Reader,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let visible = site.service.play().read_game(&id, reader.player, None).await?;
    let status = &visible.status;
    let pending = status.clocks.waits.iter().map(|(seat, wait)| Deadline::of(*seat, wait));
    let bank =
        |one: Seat| Some(BankView { seat: one, seconds: status.seats.bank(one)?.num_seconds() });
    json(
        &request,
        &ClockView {
            contract: contract::clock(&status.pace),
            paused_since: status.stops.since(),
            pending: pending.collect(),
            banks: visible.seats.iter().filter_map(|seat| bank(seat.seat)).collect(),
        },
    )
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoreTime {
    /// The seat that gets more time; by default the caller's own.
    #[schemars(with = "Option<u8>")]
    seat: Option<Seat>,
    /// The reason, in one line; optional.
    #[serde(default)]
    #[schemars(length(max = REASON_LIMIT))]
    reason: String,
}

pub async fn extend(
    caller: Caller<Clock>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<MoreTime>,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let own = site.service.games().at_table(&id, caller.player).await?.own_seat()?;
    let body = body.value()?;
    let asked = TimeRequest { seat: body.seat.unwrap_or(own), reason: body.reason };
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "extend")?;
    let (now, tables) = (site.now(), site.service.tables());
    let due = tables.ask_for_time(now, &id, caller.player, &asked, &once.key).await?;
    Ok(HttpResponse::Ok().json(Extended { seat: asked.seat, due: Some(due) }))
}

#[derive(Serialize, JsonSchema)]
pub struct Extended {
    #[schemars(with = "u8")]
    seat: Seat,
    due: Option<DateTime<Utc>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend(
    "if" = { "properties": { "paused": { "const": true } } },
    "then" = { "required": ["reason"], "properties": { "reason": { "type": "string" } } }
))]
pub struct Pause {
    /// Whether to stop the clocks, or to let them run again.
    paused: bool,
    /// The reason, in one line; required to stop them. Everyone at the table sees it.
    #[schemars(length(min = 1, max = REASON_LIMIT))]
    reason: Option<String>,
}

/// The clocks after the request. A repeated request gets the same response.
#[derive(Serialize, JsonSchema)]
pub struct Paused {
    /// Since when the clocks are stopped; null if they run.
    paused_since: Option<DateTime<Utc>>,
}

/// `POST /games/{game}/clock/pause`: for the organiser.
pub async fn pause(
    caller: Caller<Clock>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<Pause>,
) -> Result<HttpResponse, Problem> {
    let (id, Pause { paused, reason }) = (game_id(&path)?, body.value()?);
    let measure = match paused {
        true => Measure::Freeze { reason: reason.unwrap_or_default() },
        false => Measure::Thaw,
    };
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "pause")?;
    let (now, tables) = (site.now(), site.service.tables());
    let paused_since = tables.moderate_clocks(now, &id, caller.player, &measure, &once.key).await?;
    Ok(HttpResponse::Ok().json(Paused { paused_since }))
}
