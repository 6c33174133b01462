//! `GET /games/{game}/audit`, `/fairness` and `/export`: the proofs that a game was fair.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Site;
use crate::api::caller::Reader;
use crate::api::problem::Problem;
use crate::api::reply::{json, tagged};
use crate::api::views::game_id;
use crate::pages::verify::audit_json;
use crate::shared::query::Fields;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_service::game::fairness::renewal::describe;

/// `GET /games/{game}/audit?page=2`: the same as the file `audit.json` of the site.
pub async fn audit(
    reader: Reader,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let visible = site.service.play().read_game(&id, reader.player, None).await?;
    let fields = Fields::read(request.query_string());
    json(&request, &audit_json::audit(&site, &visible, &fields, request.path()).await?)
}

#[derive(Serialize, JsonSchema)]
pub struct Fairness {
    commitment: String,
    /// The salts of the seats, in order; empty while a seat is free. The server draws those of
    /// bots.
    salts: Vec<String>,
    /// The epochs that began during the game.
    epochs: Vec<EpochView>,
    /// The secret; null until the game is over.
    secret: Option<String>,
    /// Whether every draw follows from the secret; null until the game is over.
    holds: Option<bool>,
    /// Every draw; null until the game is over.
    draws: Option<Vec<DrawView>>,
}

#[derive(Serialize, JsonSchema)]
pub struct EpochView {
    #[schemars(with = "u64")]
    step: Step,
    cause: String,
}

/// A draw in words. The exported file has its numbers.
#[derive(Serialize, JsonSchema)]
pub struct DrawView {
    #[schemars(with = "u64")]
    step: Step,
    #[schemars(with = "Option<u8>")]
    seat: Option<Seat>,
    purpose: String,
    drew: String,
}

pub async fn fairness(
    reader: Reader,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let visible = site.service.play().read_game(&id, reader.player, None).await?;
    let game = &visible.game;
    let verdict = match game.status.state {
        Status::Over => Some(site.service.fairness().verdict(&id).await?),
        _ => None,
    };
    let dice = verdict.as_ref().and_then(|verdict| verdict.dice.as_ref());
    let draws = dice.map(|dice| game.fairness().draw_summaries(dice)).transpose()?;
    let draw = |one: ravenpost_service::game::fairness::draw_summaries::DrawSummary| DrawView {
        step: one.step,
        seat: one.seat,
        purpose: one.purpose,
        drew: one.drew,
    };
    let epoch = |(step, cause)| EpochView { step, cause: describe(cause) };
    json(
        &request,
        &Fairness {
            commitment: visible.status.commitment.clone(),
            salts: visible.seats.iter().map(|seat| seat.salt.clone()).collect(),
            epochs: game.epochs.renewals().map(epoch).collect(),
            secret: dice.map(|dice| dice.secret.clone()),
            holds: dice.map(ravenpost_service::game::fairness::audit::DiceReport::holds),
            draws: draws.map(|draws| draws.into_iter().map(draw).collect()),
        },
    )
}

/// `GET /games/{game}/export`: the game as a file, limited to what the caller may see.
pub async fn export(
    reader: Reader,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let game = site.service.games().load(&id).await?;
    let seat = reader.player.and_then(|player| game.seat_of(player));
    let file = site.service.archive().export(&id, game.viewer(seat)).await?;
    let tag = format!("W/\"{}\"", ravenpost_log::Hash(ravenpost_store::token_hash(&file)).hex());
    Ok(tagged(&request, tag, "application/x-ndjson", file.into_bytes()))
}
