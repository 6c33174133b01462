//! `GET /games/{id}/picture`: a small picture of the public board for lists. Its address contains
//! the step, so browsers may cache it.

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Bytes, Data, Path};

use crate::Site;
use crate::http::error::PageError;
use crate::shared::game_request::game_of;
use ravenpost_rules::Viewer;
use ravenpost_service::game::core::folded::Game;

/// The width in pixels, twice the displayed width.
const WIDTH: u32 = 260;
/// The cache lifetime in seconds.
const CACHING: &str = "private, max-age=3600";

/// Returns the picture, drawn once per step.
async fn drawn(site: &Site, game: &Game) -> Result<Bytes, PageError> {
    let key = (game.id.clone(), game.tip.shown);
    if let Some(known) = site.pictures.get(&key) {
        return Ok(known);
    }
    // Only public information, because everyone who uses a browser shares its cache.
    let scene = game.presentation(Viewer::Spectator).scene;
    let drawn = actix_web::web::block(move || ravenpost_drawing::png(&scene, WIDTH)).await;
    let drawn = Bytes::from(drawn.map_err(PageError::broken)?);
    site.pictures.put(key, drawn.clone(), drawn.len());
    Ok(drawn)
}

pub async fn show(site: Data<Site>, path: Path<String>) -> Result<HttpResponse, PageError> {
    let game = site.service.games().load(&game_of(&path)?).await?;
    if !game.has_started() {
        return Err(PageError::NotFound("picture"));
    }
    let drawn = drawn(&site, &game).await?;
    if drawn.is_empty() {
        return Err(PageError::NotFound("picture"));
    }
    let mut answer = HttpResponse::Ok();
    Ok(answer.insert_header((CACHE_CONTROL, CACHING)).content_type("image/png").body(drawn))
}
