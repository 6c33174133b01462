//! `POST /games/{id}/away` and `/back`: starts and ends the substitution of the visitor by a bot.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Seated;
use ravenpost_service::ServiceError;
use ravenpost_service::table::substitute::Away;

#[derive(Default, Deserialize)]
#[serde(default)]
struct AwayForm {
    bot: String,
    /// Empty for no limit.
    days: String,
}

pub async fn away(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let AwayForm { bot, days } = asked.fields.parse()?;
    let days =
        match days.as_str() {
            "" => None,
            text => Some(text.parse::<u32>().map_err(|_| {
                ServiceError::refused("enter 1 to 60 days, or leave the field empty")
            })?),
        };
    let away = Away { bot, days };
    let key = asked.key("start_substitution")?;
    site.service.tables().go_away(site.now(), &asked.game, asked.player, &away, &key).await?;
    Ok(asked.redirect("", "away"))
}

pub async fn back(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let key = asked.key("end_substitution")?;
    site.service.tables().come_back(site.now(), &asked.game, asked.player, &key).await?;
    Ok(asked.redirect("", "back"))
}
