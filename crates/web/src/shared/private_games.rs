//! Hides invitation-only games: for everyone else, their pages do not exist.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, web};

use crate::Site;
use crate::http::error::PageError;
use crate::shared::visitor::Visitor;
use ravenpost_log::GameId;

/// Middleware that answers 404 for every page below a game that the visitor may not see or that
/// does not exist, before a handler could tell the two apart. A game that cannot be read has its
/// own error page.
pub async fn hide(
    site: web::Data<Site>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    // The decoded path, which selects the route: "%6b3v9w2mq7xhd" is the game "k3v9w2mq7xhd".
    if let Some(game) = game_of(request.match_info().as_str()) {
        let visitor = Visitor::of(request.request());
        let player = visitor.at_table().map(|signed| signed.player.id);
        if let Ok(false) = site.service.members().may_see(&game, player).await {
            return Ok(request.into_response(HttpResponse::from_error(PageError::NotFound("game"))));
        }
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// Returns the game to which an address belongs.
fn game_of(path: &str) -> Option<GameId> {
    path.strip_prefix("/games/")?.split('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::game_of;

    #[test]
    fn every_page_below_a_game_belongs_to_it() {
        for path in ["/games/abcdefghijkm", "/games/abcdefghijkm/", "/games/abcdefghijkm/a/b"] {
            assert_eq!(game_of(path).map(|game| game.to_string()).as_deref(), Some("abcdefghijkm"));
        }
        for path in ["/games", "/games/", "/titles/abcdefghijkm", "/games/A%20b"] {
            assert!(game_of(path).is_none(), "{path}");
        }
    }
}
