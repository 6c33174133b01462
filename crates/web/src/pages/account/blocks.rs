//! `POST /players/{name}/block`: blocks or unblocks a player, from the profile or the settings.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data, Path};
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::layout::redirect;
use crate::shared::paths;
use crate::shared::visitor::Visitor;

#[derive(Default, Deserialize)]
#[serde(default)]
struct BlockForm {
    r#do: String,
    /// The page that contains the form.
    from: String,
}

pub async fn change(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let form: BlockForm = visitor.form(&body)?.parse()?;
    let blocked = form.r#do != "unblock";
    site.service.players().block(site.now(), player, &path, blocked).await?;
    let back = match form.from.as_str() {
        "settings" => "/settings#blocked".to_owned(),
        _ => paths::player(&path),
    };
    Ok(redirect(&back, if blocked { "blocked" } else { "unblocked" }))
}
