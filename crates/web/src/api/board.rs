//! `GET /games/{game}/board.svg?step=62&width=800`: the board as the caller sees it.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use crate::Site;
use crate::api::caller::Reader;
use crate::api::problem::Problem;
use crate::api::query::Query;
use crate::api::reply::tagged;
use crate::api::views::game_id;
use crate::http::error::PageError;
use ravenpost_drawing::{Options, Theme};

/// The minimum and maximum width in pixels.
pub const WIDTHS: (u64, u64) = (100, 4000);

pub async fn show(
    reader: Reader,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let query = Query::of(&request);
    let visible = site.service.play().read_game(&id, reader.player, query.step("step")).await?;
    let scene = visible.presentation.ok_or_else(|| Problem::not_found("board"))?.scene;
    let draw = move || {
        let options = Options { theme: Theme::File, ..Options::default() };
        ravenpost_drawing::svg(&scene, &options)
    };
    let mut drawn = actix_web::web::block(draw).await.map_err(PageError::broken)?;
    if drawn.is_empty() {
        return Err(Problem::not_found("board"));
    }
    if let Some(width) = query.number("width") {
        drawn = drawn.replacen(' ', &format!(" width=\"{width}\" "), 1);
    }
    let tag = format!("W/\"{}\"", ravenpost_log::Hash(ravenpost_store::token_hash(&drawn)).hex());
    Ok(tagged(&request, tag, "image/svg+xml", drawn.into_bytes()))
}
