//! `GET /seals`: the daily seals over all games, and how to check them. `GET /seals/{day}`: the
//! text of which a seal is the hash.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDate;

use crate::service::ServiceError;
use crate::store::seals::Seal;
use crate::web::Site;
use crate::web::error::PageError;
use crate::web::layout::{Shell, html};

/// The most that are shown: those of a year and more. Each names the one before.
const MOST: u32 = 400;

#[derive(Template)]
#[template(path = "seals.html")]
struct SealsPage {
    shell: Shell,
    /// Where these pages are, as people type it.
    base: String,
    /// The last one first.
    seals: Vec<Seal>,
}

pub async fn show(shell: Shell, site: Data<Site>) -> Result<HttpResponse, PageError> {
    html(SealsPage {
        shell: shell.titled("Seals over all games"),
        base: site.service.settings().base_url.clone(),
        seals: site.service.seals(MOST).await?,
    })
}

pub async fn text(site: Data<Site>, day: Path<String>) -> Result<HttpResponse, PageError> {
    let day: NaiveDate = day.parse().map_err(|_| ServiceError::NotFound("seal"))?;
    let text = site.service.seal_text(day).await?;
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(text))
}
