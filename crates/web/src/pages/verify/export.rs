//! `GET /games/{id}/export`: the game as a file, limited to what the visitor may see.

use actix_web::HttpResponse;
use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::web::{Data, Path};

use crate::Site;
use crate::http::error::PageError;
use crate::shared::game_request::game_of;
use crate::shared::visitor::Visitor;

pub async fn show(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let game_id = game_of(&path)?;
    let game = site.service.games().load(&game_id).await?;
    let seat = visitor.player.as_ref().and_then(|signed| game.seat_of(signed.player.id));
    let file = site.service.archive().export(&game_id, game.viewer(seat)).await?;
    let name = DispositionParam::Filename(format!("{game_id}.jsonl"));
    Ok(HttpResponse::Ok()
        .content_type("application/x-ndjson")
        .insert_header(ContentDisposition {
            disposition: DispositionType::Attachment,
            parameters: vec![name],
        })
        .body(file))
}
