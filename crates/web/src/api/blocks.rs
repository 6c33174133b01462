//! `GET` and `POST /me/blocks` and `POST /me/blocks/remove`: the players whom the caller blocks.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::{Body, Key};
use crate::api::caller::{Caller, Chat};
use crate::api::orders::Nothing;
use crate::api::problem::{Kind, Problem};
use crate::api::reply::Page;

#[derive(Serialize, JsonSchema)]
pub struct BlockView {
    /// The present name of the blocked player.
    player: String,
    since: DateTime<Utc>,
}

/// Refuses tokens for one game, because blocks concern all games.
fn for_all_games(caller: &Caller<Chat>) -> Result<(), Problem> {
    let why = "This access token is for one game only. Use another token for blocks.";
    match caller.bearer.game {
        None => Ok(()),
        Some(_) => Err(Problem::new(Kind::Forbidden, why)),
    }
}

/// `GET /me/blocks`: the blocked players, by name.
pub async fn list(
    caller: Caller<Chat>,
    site: Data<Site>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    for_all_games(&caller)?;
    let blocked = site.service.players().blocked_by(caller.player).await?.into_iter();
    let all: Vec<BlockView> =
        blocked.map(|one| BlockView { player: one.name, since: one.since }).collect();
    Page::of(&request).of_all(&request, all)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherPlayer {
    /// The player's name.
    player: String,
}

pub async fn add(
    caller: Caller<Chat>,
    site: Data<Site>,
    key: Key,
    body: Body<OtherPlayer>,
) -> Result<HttpResponse, Problem> {
    set(&caller, &site, key, &body.value()?, true).await
}

pub async fn remove(
    caller: Caller<Chat>,
    site: Data<Site>,
    key: Key,
    body: Body<OtherPlayer>,
) -> Result<HttpResponse, Problem> {
    set(&caller, &site, key, &body.value()?, false).await
}

async fn set(
    caller: &Caller<Chat>,
    site: &Site,
    key: Key,
    other: &OtherPlayer,
    blocked: bool,
) -> Result<HttpResponse, Problem> {
    for_all_games(caller)?;
    let once = key.once(&site.in_flight, caller.player, "blocks", "block")?;
    let (now, players) = (site.now(), site.service.players());
    players.block_once(now, caller.player, &other.player, blocked, &once.key).await?;
    Ok(HttpResponse::Ok().json(Nothing {}))
}
