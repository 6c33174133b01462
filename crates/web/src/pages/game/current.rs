//! `GET /games/{id}/now`: the current step, and whether the visitor is awaited. The script of the
//! game page polls it. The page itself shows the same information.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use serde::Serialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::game_request::game_of;
use crate::shared::visitor::Visitor;
use ravenpost_rules::numbers::Step;

#[derive(Serialize)]
struct GameNow {
    /// The last public step.
    step: Step,
    /// Whether the visitor has to give an order.
    turn: bool,
}

pub async fn show(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let game = site.service.games().load(&game_of(&path)?).await?;
    let seat = visitor.at_table().and_then(|signed| game.seat_of(signed.player.id));
    let turn = seat.is_some_and(|seat| game.seats().wait(seat).is_some());
    Ok(HttpResponse::Ok().json(GameNow { step: game.step(), turn }))
}
