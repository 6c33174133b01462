//! Leaving a game: a page that asks for confirmation and says what will happen. For an hour, the
//! player can take the seat back.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::game_request::GameRequest;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::shared::{forms, paths, words};
use ravenpost_log::table::status::Status;
use ravenpost_service::game::core::folded::Game;

/// `GET /games/{id}/leave`
#[derive(Template)]
#[template(path = "players/leave.html")]
struct LeavePage {
    shell: Shell,
    address: String,
    name: String,
    key: String,
    stage: Stage,
    running: bool,
    /// Whether the player organises the table, and will continue to do so.
    organises: bool,
    /// Whether no other person is playing.
    alone: bool,
}

/// The stage of leaving that the player has reached.
enum Stage {
    /// Still seated: asks for confirmation.
    Asks,
    /// Has left, and may come back until this time.
    Gone { until: String },
    /// Has left for good.
    Over,
}

/// Asks for confirmation, or offers to take the seat back.
pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let fields = Fields::read(request.query_string());
    let asked = GameRequest::of(&site, &visitor, &path, fields).await?;
    let game = asked.game();
    let tables = site.service.tables();
    let unfinished = matches!(game.status.state, Status::Open | Status::Running);
    let back = tables.returnable(site.now(), &asked.game, asked.player).await?;
    let stage = match (asked.seat(), back) {
        (Ok(_), _) if unfinished => Stage::Asks,
        (Ok(_), _) => return Ok(asked.redirect("", "")),
        (Err(_), Some(back)) => Stage::Gone { until: words::short(back.until, visitor.zone()) },
        (Err(_), None) if tables.was_seated(&asked.game, asked.player).await? => Stage::Over,
        (Err(refused), None) => return Err(refused),
    };
    let organiser = site.service.members().organiser_of(&asked.game).await?;
    html(LeavePage {
        shell: Shell::of(&request).for_game(&asked.game, &visitor).titled("Leave game").at("mine"),
        address: paths::game(&asked.game),
        name: game.status.name.clone(),
        key: forms::random(),
        running: game.status.state == Status::Running,
        organises: organiser == Some(asked.player),
        alone: alone(game),
        stage,
    })
}

fn alone(game: &Game) -> bool {
    game.status.seats.held_seats().len() < 2
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LeaveForm {
    sure: bool,
}

/// `POST /games/{id}/leave`: leaves the game once it is confirmed, and asks otherwise.
pub async fn leave(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let asked = GameRequest::by_form(&site, &visitor, &path, &body).await?;
    if !asked.fields.parse::<LeaveForm>()?.sure {
        asked.seat()?;
        return Ok(asked.redirect("/leave", ""));
    }
    let key = asked.key("leave")?;
    site.service.tables().leave_seat(site.now(), &asked.game, asked.player, &key).await?;
    Ok(asked.redirect("/leave", "left"))
}

/// `POST /games/{id}/return`: takes the seat back.
pub async fn take_back(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let asked = GameRequest::by_form(&site, &visitor, &path, &body).await?;
    let key = asked.key("return")?;
    site.service.tables().return_to_seat(site.now(), &asked.game, asked.player, &key).await?;
    Ok(redirect(&paths::game(&asked.game), "seat-back"))
}
