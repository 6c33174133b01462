//! Orders: looking what one would do, giving it, taking it back.
//!
//! Looking is a GET and stores nothing. Giving answers with a redirect, or with the game's page
//! and what was refused in its place.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};

use super::game::{GamePage, eyes, preview, sight};
use crate::rules::act::Via;
use crate::rules::{Group, Refusal, Seat};
use crate::service::course::Status;
use crate::service::give_order::{OrderLine, Taken};
use crate::service::read_game::GameSight;
use crate::service::{Idempotency, ServiceError};
use crate::web::Site;
use crate::web::error::PageError;
use crate::web::forms::{self, Fields};
use crate::web::game_view::GameView;
use crate::web::layout::{Shell, html_as, onward};
use crate::web::visitor::Visitor;

/// `GET /games/{id}/preview?order=...`
pub async fn look(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let fields = Fields::read(request.query_string());
    let sight = sight(&site, &visitor, &path, None).await?;
    let seat = own_seat(&visitor, &sight)?;
    let line = match written(&sight, &fields) {
        Ok(line) => line,
        Err(refusal) => {
            let refused = vec![refusal];
            return refused_page(&request, &site, &visitor, sight, (refused, String::new()));
        }
    };
    match site.service.preview_order(&sight.live.id, seat, &line).await {
        Ok(foretold) => {
            let shell = Shell::of(&request).titled(&sight.course.name).at("games");
            preview(shell, GameView::of(sight, eyes(&site, &visitor, None))?, foretold)
        }
        Err(ServiceError::Refused(refusals)) => {
            refused_page(&request, &site, &visitor, sight, (refusals, line))
        }
        Err(error) => Err(error.into()),
    }
}

/// `POST /games/{id}/orders`
pub async fn give(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let fields = visitor.form(&body)?;
    let sight = sight(&site, &visitor, &path, None).await?;
    let seat = own_seat(&visitor, &sight)?;
    let address = format!("/games/{}", sight.live.id);
    let line = fields.text("order").to_owned();
    if fields.text("do") == "look" {
        return Ok(onward(&look_address(&address, &line), ""));
    }
    site.limits.order(&sight.live.id, seat)?;
    let order = OrderLine {
        game: sight.live.id.clone(),
        seat,
        giver: Some(visitor.signed()?.player.id),
        line: line.clone(),
        seen: fields.text("seen").parse().unwrap_or(0),
        key: key(&visitor, &fields, "order")?,
        via: Via::Page,
    };
    match site.service.give_order(site.now(), &order).await {
        Ok(taken) => {
            let over = site.service.live(&order.game).await?.course.status == Status::Over;
            Ok(given(&address, &taken, over))
        }
        Err(ServiceError::Refused(refusals)) => {
            refused_page(&request, &site, &visitor, sight, (refusals, line))
        }
        Err(ServiceError::Changed { since, .. }) => {
            let moved_on = Some(since.into_iter().map(|told| told.text).collect());
            let now = super::game::sight(&site, &visitor, &path, None).await?;
            let game = GameView::of(now, eyes(&site, &visitor, None))?;
            let shell = Shell::of(&request).titled(&game.name).at("games");
            let page = GamePage { shell, game, refused: Vec::new(), typed: line, moved_on };
            html_as(StatusCode::CONFLICT, page)
        }
        Err(error) => Err(error.into()),
    }
}

/// `POST /games/{id}/take-back`
pub async fn take_back(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let fields = visitor.form(&body)?;
    let sight = sight(&site, &visitor, &path, None).await?;
    let seat = own_seat(&visitor, &sight)?;
    let order = fields
        .text("order")
        .parse()
        .map_err(|_| PageError::Unreadable("which step to take back is missing".to_owned()))?;
    let (game, key) = ((&sight.live.id, seat), key(&visitor, &fields, "take back")?);
    let giver = Some(visitor.signed()?.player.id);
    site.service.take_back(site.now(), game, giver, order, &key).await?;
    Ok(onward(&format!("/games/{}#orders", sight.live.id), "taken-back"))
}

/// The request's key, made different for every player so that nobody can use up another's, and for
/// every form of a page, which share one.
pub fn key(visitor: &Visitor, fields: &Fields, form: &str) -> Result<Idempotency, PageError> {
    let key = fields.text("key");
    if key.len() < 20 || key.len() > 80 {
        return Err(PageError::Unreadable("the form's key is missing".to_owned()));
    }
    Ok(Idempotency(format!("page {} {form} {key}", visitor.signed()?.player.id)))
}

/// The visitor's seat; others are told that they only watch.
pub fn own_seat(visitor: &Visitor, sight: &GameSight) -> Result<Seat, PageError> {
    visitor.signed()?;
    sight.seat.ok_or_else(|| PageError::Forbidden("you have no seat in this game".to_owned()))
}

fn look_address(address: &str, line: &str) -> String {
    format!("{address}/preview?{}", forms::pairs(&[("order", line)]))
}

/// Where to go after a line was taken, wholly or up to some part: the end of a game stands on top
/// of its page, everything else is told where orders are given.
fn given(address: &str, taken: &Taken, over: bool) -> HttpResponse {
    match &taken.stopped {
        _ if over => onward(address, "over"),
        Some(stopped) => onward(&look_address(address, &stopped.part), "partly"),
        None if taken.orders.is_empty() => onward(&format!("{address}#orders"), "nothing"),
        None => onward(&format!("{address}#orders"), "ordered"),
    }
}

/// The order as typed, chosen, or made by one of the forms.
fn written(sight: &GameSight, fields: &Fields) -> Result<String, Refusal> {
    let Some(at) = fields.get("form") else {
        return Ok(fields.text("order").to_owned());
    };
    let gone = || Refusal::new("this form is no longer on offer; choose again");
    let mut place = at.split('.');
    let groups: &[Group] = match place.next() {
        Some("o") => &sight.offers,
        Some("a") => &sight.aside,
        _ => return Err(gone()),
    };
    let mut number = || place.next()?.parse::<usize>().ok();
    let form = number().and_then(|group| groups.get(group)).zip(number());
    let form = form.and_then(|(group, form)| group.forms.get(form)).ok_or_else(gone)?;
    if form.lead != fields.text("lead") {
        return Err(gone());
    }
    Ok(form.write(|field, item| fields.get(&format!("f{field}.{item}")).map(ToOwned::to_owned)))
}

fn refused_page(
    request: &HttpRequest,
    site: &Site,
    visitor: &Visitor,
    sight: GameSight,
    (refused, typed): (Vec<Refusal>, String),
) -> Result<HttpResponse, PageError> {
    let game = GameView::of(sight, eyes(site, visitor, None))?;
    let shell = Shell::of(request).titled(&game.name).at("games");
    let page = GamePage { shell, game, refused, typed, moved_on: None };
    html_as(StatusCode::UNPROCESSABLE_ENTITY, page)
}
