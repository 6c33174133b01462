//! `POST /games/{game}/link`, `/invite`, `/bot` and `/close`: filling the seats of a game.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::{Body, Key};
use crate::api::caller::{Caller, Table};
use crate::api::orders::Nothing;
use crate::api::problem::Problem;
use crate::api::views::game_id;
use ravenpost_rules::Seat;
use ravenpost_service::table::invite::ShareLink;

/// A link that lets its readers join.
#[derive(Serialize, JsonSchema)]
pub struct LinkView {
    link: String,
    /// Its last part, for `invitation` in `POST /games/{game}/join`.
    invitation: String,
}

pub async fn link(
    caller: Caller<Table>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<Nothing>,
) -> Result<HttpResponse, Problem> {
    let Nothing {} = body.value()?;
    let id = game_id(&path)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "link")?;
    let tables = site.service.tables();
    let link = tables.invite_by_link(site.now(), &id, caller.player, &once.key).await?;
    let ShareLink { address, token } = link;
    Ok(HttpResponse::Ok().json(LinkView { link: address, invitation: token }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    /// The email address of the invited person.
    address: String,
}

pub async fn invite(
    caller: Caller<Table>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<NewInvitation>,
) -> Result<HttpResponse, Problem> {
    let (id, NewInvitation { address }) = (game_id(&path)?, body.value()?);
    let name = site.service.tokens().owner(&caller.bearer).await?.name;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "invite")?;
    let (now, tables) = (site.now(), site.service.tables());
    tables.invite_by_mail(now, &id, caller.player, &name, &address, &once.key).await?;
    Ok(HttpResponse::Ok().json(Nothing {}))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    #[schemars(with = "u8")]
    seat: Seat,
    /// The name of a bot, as in `GET /`.
    bot: String,
}

/// `POST /games/{game}/bot`: gives a free seat to a bot; for the organiser.
pub async fn bot(
    caller: Caller<Table>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<NewBot>,
) -> Result<HttpResponse, Problem> {
    let (id, NewBot { seat, bot }) = (game_id(&path)?, body.value()?);
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "bot")?;
    let tables = site.service.tables();
    tables.seat_bot(site.now(), &id, caller.player, seat, &bot, &once.key).await?;
    Ok(HttpResponse::Ok().json(Nothing {}))
}

/// `POST /games/{game}/close`: cancels a game that has not started; for the organiser.
pub async fn close(
    caller: Caller<Table>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<Nothing>,
) -> Result<HttpResponse, Problem> {
    let Nothing {} = body.value()?;
    let id = game_id(&path)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "close")?;
    site.service.tables().close_table(site.now(), &id, caller.player, &once.key).await?;
    Ok(HttpResponse::Ok().json(Nothing {}))
}
