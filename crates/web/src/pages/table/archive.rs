//! `GET /archive`: finished public games of one title or all, newest first, with pagination.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::pages::table::table_row::TableRow;
use crate::shared::layout::{Shell, html};
use crate::shared::query::{Fields, pairs};
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
    more: bool,
    rows: Vec<TableRow>,
    zone: &'static str,
}

impl ArchivePage {
    /// The address of another page of the list.
    fn to(&self, page: u32) -> String {
        let page = page.to_string();
        format!("/archive?{}", pairs(&[("title", &self.title), ("page", &page)]))
    }
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let query = Fields::read(request.query_string());
    let title = query.text("title").to_owned();
    if !title.is_empty() && titles::find(&title).is_none() {
        return Err(PageError::NotFound("title"));
    }
    let page = match query.text("page") {
        "" => 1,
        page => page.parse().ok().filter(|page| *page > 0).ok_or_else(unreadable)?,
    };
    let (games, more) = site.service.play().finished(&title, page).await?;
    html(ArchivePage {
        shell: shell.titled("Archive").at("games"),
        titles: titles::all().iter().map(|title| title.about()).collect(),
        rows: games.into_iter().map(|listed| TableRow::of(listed, &visitor)).collect(),
        title,
        page,
        more,
        zone: visitor.zone().name(),
    })
}

fn unreadable() -> PageError {
    PageError::Unreadable("this page number is not valid".to_owned())
}
