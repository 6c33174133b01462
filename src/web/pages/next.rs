//! `GET /next`: straight to what waits next, `?after=` a game to the one behind it.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::web::error::PageError;
use crate::web::layout::redirect;
use crate::web::query::Fields;
use crate::web::visitor::Visitor;
use crate::web::{Site, paths};

pub async fn go(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let query = Fields::read(request.query_string());
    // Whatever names no game is passed over: it leads to what presses most.
    let after = query.get("after").and_then(|game| game.parse().ok());
    let next = site.service.next_game(site.now(), player, after.as_ref()).await?;
    Ok(match next {
        Some(next) => redirect(&paths::waiting(&next), ""),
        None if after.is_some() => redirect("/my-games", "nothing-more"),
        None => redirect("/my-games", "no-game"),
    })
}
