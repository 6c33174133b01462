//! Orders: preview, submission and undo.
//!
//! A preview is a GET and stores nothing. A submission responds with a redirect, or with the game's
//! page and the refusal.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use crate::http::error::PageError;
use crate::pages::game::overview::{FailedOrder, answer, preview};
use crate::shared::access::Playing;
use crate::shared::forms::{self, OrderForm};
use crate::shared::game_request::{GameRequest, viewpoint, visible};
use crate::shared::layout::{Shell, redirect};
use crate::shared::query::Fields;
use crate::shared::viewpoint::{Viewpoint, Zoom};
use crate::shared::visitor::Visitor;
use crate::{Site, shared::paths};
use ravenpost_log::act::Via;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Refusal, RefusalCode};
use ravenpost_service::ServiceError;
use ravenpost_service::play::by_form::Filled;
use ravenpost_service::play::give_order::{Accepted, OrderLine};
use ravenpost_service::play::line_parts;

/// The maximum length of an area in a redirect.
const AREA: usize = 60;

/// `GET /games/{id}/preview?order=...`
pub async fn look(
    asked: Playing,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let seat = asked.seat;
    let line = match written(&asked.fields, |form| asked.game().orders().by_form(seat, form)) {
        Ok(line) => line,
        Err(refusal) => {
            let tried = FailedOrder { refused: vec![refusal], ..FailedOrder::default() };
            return answer(&request, &visitor, &asked, tried).await;
        }
    };
    let line = numbered(&asked, &line).unwrap_or(line);
    match site.service.play().preview_order(&asked.game, seat, &line).await {
        Ok(foretold) => {
            let visible = visible(&site, &visitor, &asked.game, None).await?;
            let shell = Shell::of(&request).for_game(&asked.game, &visitor);
            let path = format!("{}/preview", paths::game(&asked.game));
            let page = Zoom::page(&path, &asked.fields);
            let viewpoint = Viewpoint {
                zoom: Zoom::read(&asked.fields),
                page: Some(&page),
                ..viewpoint(&site, &visitor, None)
            };
            preview(shell, visible, viewpoint, foretold)
        }
        Err(ServiceError::Refused(refused)) => {
            let refused = or_undo(&line, refused);
            let tried = FailedOrder { refused, typed: line, ..FailedOrder::default() };
            answer(&request, &visitor, &asked, tried).await
        }
        Err(error) => Err(error.into()),
    }
}

/// The button that was pressed: `look` for a preview.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Pressed<'a> {
    r#do: &'a str,
}

/// `POST /games/{id}/orders`
pub async fn give(
    asked: Playing,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let seat = asked.seat;
    let line = match written(&asked.fields, |form| asked.game().orders().by_form(seat, form)) {
        Ok(line) => line,
        Err(refusal) => {
            let tried = FailedOrder { refused: vec![refusal], ..FailedOrder::default() };
            return answer(&request, &visitor, &asked, tried).await;
        }
    };
    if let Err(refusal) = line_parts::fits(&line) {
        let tried = FailedOrder { refused: vec![refusal], ..FailedOrder::default() };
        return answer(&request, &visitor, &asked, tried).await;
    }
    let chosen = numbered(&asked, &line);
    // A number refers to the list that the page showed. If the game has moved on, preview it first.
    let seen = OrderForm::of(&asked.fields).seen.unwrap_or_default();
    let seen: Step = seen.parse().unwrap_or_default();
    let unsure = chosen.is_some() && seen != asked.game().step();
    let line = chosen.unwrap_or(line);
    if unsure || asked.fields.parse::<Pressed>()?.r#do == "look" {
        let zoom = Zoom::read(&asked.fields);
        return Ok(redirect(&zoom.on(&paths::preview(&asked.game, &line)), ""));
    }
    site.limits.order(&asked.game, seat)?;
    let order = OrderLine {
        game: asked.game.clone(),
        seat,
        giver: Some(asked.player),
        line: line.clone(),
        seen,
        key: asked.key("order")?,
        via: Via::Page,
    };
    match site.service.play().give_order(site.now(), &order).await {
        Ok(taken) => {
            let over = site.service.games().load(&order.game).await?.status.state == Status::Over;
            Ok(given(&asked, &taken, over))
        }
        Err(ServiceError::Refused(refused)) => {
            let refused = or_undo(&line, refused);
            let tried = FailedOrder { refused, typed: line, ..FailedOrder::default() };
            answer(&request, &visitor, &asked, tried).await
        }
        Err(ServiceError::Changed { since, .. }) => {
            let moved_on = Some(since.into_iter().map(|narration| narration.text).collect());
            let tried = FailedOrder { typed: line, moved_on, ..FailedOrder::default() };
            answer(&request, &visitor, &asked, tried).await
        }
        Err(error) => Err(error.into()),
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TakeBackForm<'a> {
    /// The order to undo.
    order: &'a str,
    /// The step to go back to.
    #[serde(deserialize_with = "forms::step")]
    back: Option<Step>,
}

/// `POST /games/{id}/take-back`: undoes an order or, against bots, goes back to the step `back`.
pub async fn take_back(asked: Playing, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let (seat, now, game) = (asked.seat, site.now(), &asked.game);
    let form: TakeBackForm = asked.fields.parse()?;
    if let Some(to) = form.back {
        let key = asked.key("propose_rewind")?;
        site.service.votes().take_back_from_bots(now, game, asked.player, to, &key).await?;
    } else if form.order.is_empty() {
        return Err(PageError::Unreadable("the move to undo is missing".to_owned()));
    } else {
        let (giver, key) = (Some(asked.player), asked.key("undo")?);
        site.service.play().take_back(now, game, seat, giver, form.order, &key).await?;
    }
    Ok(redirect(&Zoom::read(&asked.fields).on(&paths::game(&asked.game)), "taken-back"))
}

/// Returns the order that a line selects by its number in the list.
fn numbered(asked: &Playing, line: &str) -> Option<String> {
    let number = line.trim().trim_end_matches('.').parse().ok()?;
    asked.game().orders().by_number(asked.seat, number)
}

/// Returns the refusals of a line, or a pointer to the buttons if it asks for an undo.
fn or_undo(line: &str, refused: Vec<Refusal>) -> Vec<Refusal> {
    let line = line.trim().to_lowercase();
    if !["undo", "takeback", "take back"].contains(&line.as_str()) {
        return refused;
    }
    let why = "to undo your last move, press \"Undo\" or \"Take back your move\" on this page; \
               without such a button, it cannot be undone";
    vec![Refusal::new(why).code(RefusalCode::UnknownOrder)]
}

/// Redirects after an order was accepted in full or in part. The result is shown at the top of the
/// page, except for a line about an area, which leads back to that area. The board stays as it was.
fn given(asked: &GameRequest, taken: &Accepted, over: bool) -> HttpResponse {
    let game = paths::game(&asked.game);
    let area = OrderForm::of(&asked.fields).area.filter(|area| area.len() <= AREA);
    let (address, done) = match &taken.stopped {
        _ if over => (game, "over"),
        Some(stopped) => (paths::preview(&asked.game, &stopped.part), "partly"),
        None if taken.orders.is_empty() => (game, "nothing"),
        None => (area.map_or(game, |area| paths::orders_about(&asked.game, area)), "ordered"),
    };
    redirect(&Zoom::read(&asked.fields).on(&address), done)
}

/// Returns the order as typed or chosen, or as produced by a form.
pub fn written<'f>(
    fields: &'f Fields,
    by_form: impl FnOnce(&Filled<'_>) -> Result<String, Refusal> + 'f,
) -> Result<String, Refusal> {
    match forms::filled(fields) {
        Some(filled) => by_form(&filled),
        None => Ok(OrderForm::of(fields).order.unwrap_or_default().to_owned()),
    }
}
