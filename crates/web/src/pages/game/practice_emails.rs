//! `POST /games/{id}/emails`: starts or stops the turn emails of a game against bots.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Seated;

#[derive(Default, Deserialize)]
#[serde(default)]
struct EmailsForm {
    /// `start` or `stop`.
    r#do: String,
}

pub async fn choose(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let EmailsForm { r#do } = asked.fields.parse()?;
    let wanted = r#do == "start";
    let notifications = site.service.notifications();
    notifications.choose_practice_emails(site.now(), &asked.game, asked.player, wanted).await?;
    Ok(asked.redirect("?tab=players", if wanted { "emails-on" } else { "emails-off" }))
}
