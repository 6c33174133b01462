//! `GET /archive`: finished public games of one title or all, newest first, with pagination.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::pages::table::table_row::TableRow;
use crate::shared::layout::{Shell, html};
use crate::shared::pagination::{Neighbours, page_number};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use ravenpost_rules::About;
use ravenpost_service::titles;

#[derive(Template)]
#[template(path = "games/archive.html")]
struct ArchivePage {
    shell: Shell,
    titles: Vec<&'static About>,
    /// The key of the requested title; empty for all.
    title: String,
    page: u32,
    pages: Neighbours,
    rows: Vec<TableRow>,
    zone: &'static str,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ArchiveQuery {
    title: String,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let query = Fields::read(request.query_string());
    let ArchiveQuery { title } = query.parse()?;
    if !title.is_empty() && titles::find(&title).is_none() {
        return Err(PageError::NotFound("title"));
    }
    let page = page_number(&query)?;
    let (games, more) = site.service.play().finished(&title, page).await?;
    html(ArchivePage {
        shell: shell.titled("Archive").at("games"),
        titles: titles::all().iter().map(|title| title.about()).collect(),
        rows: games.into_iter().map(|listed| TableRow::of(listed, &visitor)).collect(),
        pages: Neighbours::of(page, more, "/archive", &[("title", &title)]),
        title,
        page,
        zone: visitor.zone().name(),
    })
}
