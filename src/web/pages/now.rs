//! `GET /games/{id}/now`: how far a game is, and whether the visitor is waited for. The script of a
//! game's page asks it now and then; what it says the page says as well.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use serde::Serialize;

use crate::web::Site;
use crate::web::error::PageError;
use crate::web::game_request::game_of;
use crate::web::visitor::Visitor;
use ravenpost_rules::numbers::Step;

/// How far a game is.
#[derive(Serialize)]
struct GameNow {
    /// The last step that everybody may know of.
    step: Step,
    /// Whether an order of the visitor's is awaited.
    turn: bool,
}

pub async fn show(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let live = site.service.live(&game_of(&path)?).await?;
    let seat = visitor.player.as_ref().and_then(|signed| live.seat_of(signed.player.id));
    let turn = seat.is_some_and(|seat| live.wait(seat).is_some());
    Ok(HttpResponse::Ok().json(GameNow { step: live.step(), turn }))
}
