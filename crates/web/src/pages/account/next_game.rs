//! `GET /next`: redirects to the most urgent pending action, or to the one after game `?after=`.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::layout::redirect;
use crate::shared::query::{Fields, lenient};
use crate::shared::visitor::Visitor;
use crate::{Site, shared::paths};
use ravenpost_log::GameId;

#[derive(Default, Deserialize)]
#[serde(default)]
struct NextQuery {
    /// If the value is not a game ID, start with the most urgent game.
    #[serde(deserialize_with = "lenient")]
    after: Option<GameId>,
}

pub async fn go(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let NextQuery { after } = Fields::read(request.query_string()).parse()?;
    let next = site.service.play().next_game(site.now(), player, after.as_ref()).await?;
    Ok(match next {
        Some(next) => redirect(&paths::waiting(&next), ""),
        None if after.is_some() => redirect("/my-games", "nothing-more"),
        None => redirect("/my-games", "no-game"),
    })
}
