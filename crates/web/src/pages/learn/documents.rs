//! A title's documents and their pictures: the rules with a search by number or text, their
//! background, a first game, the notation and the five-minute introduction.

use actix_web::http::header;
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use askama::Template;
use serde::Deserialize;

use crate::guides::documents::Document;
use crate::guides::handbook::{self, Handbook, Part, SearchHit};
use crate::guides::tours;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html, html_as, redirect};
use crate::shared::query::Fields;
use ravenpost_rules::About;
use ravenpost_service::titles;

#[derive(Template)]
#[template(path = "titles/document.html")]
struct DocumentPage {
    shell: Shell,
    about: &'static About,
    part: Part,
    book: &'static Handbook,
    document: &'static Document,
    /// The search text and its results, if the input is not a rule number.
    asked: Option<(String, Vec<SearchHit>)>,
}

impl DocumentPage {
    fn of(shell: Shell, key: &str, part: Part) -> Result<DocumentPage, PageError> {
        let about = about(key)?;
        let book = handbook::of(about);
        let document = book.page(part).ok_or(PageError::NotFound("document"))?;
        let shell = shell.titled(&part.heading(about)).at("titles");
        Ok(DocumentPage { shell, about, part, book, document, asked: None })
    }

    /// Whether it is long enough for a table of contents.
    fn has_contents(&self) -> bool {
        self.document.contents.len() > 2
    }

    /// Whether the first game it describes is playable.
    fn can_be_played(&self) -> bool {
        tours::of(self.about).is_some()
    }

    /// Whether its rules can be looked up by number.
    fn numbered(&self) -> bool {
        matches!(self.part, Part::Rules | Part::Background)
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RulesQuery {
    go: String,
}

/// `GET /titles/{title}/rules`: all rules. The `go` field leads to a rule or starts a search.
pub async fn rules(
    shell: Shell,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let mut page = DocumentPage::of(shell, &path, Part::Rules)?;
    let RulesQuery { go } = Fields::read(request.query_string()).parse()?;
    if go.is_empty() {
        return html(page);
    }
    if let Some(place) = page.book.named(page.about, &go) {
        return Ok(redirect(&place, ""));
    }
    let found = page.book.search(page.about, &go);
    let status = if found.is_empty() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    page.asked = Some((go, found));
    html_as(status, page)
}

/// `GET /titles/{title}/background`
pub async fn background(shell: Shell, path: Path<String>) -> Result<HttpResponse, PageError> {
    html(DocumentPage::of(shell, &path, Part::Background)?)
}

/// `GET /titles/{title}/tour`
pub async fn tour(shell: Shell, path: Path<String>) -> Result<HttpResponse, PageError> {
    html(DocumentPage::of(shell, &path, Part::Tour)?)
}

/// `GET /titles/{title}/notation`
pub async fn notation(shell: Shell, path: Path<String>) -> Result<HttpResponse, PageError> {
    html(DocumentPage::of(shell, &path, Part::Notation)?)
}

/// `GET /titles/{title}/learn`
pub async fn learn(shell: Shell, path: Path<String>) -> Result<HttpResponse, PageError> {
    html(DocumentPage::of(shell, &path, Part::Learn)?)
}

/// `GET /titles/{title}/pictures/{picture}`: a board picture of a document.
pub async fn picture(path: Path<(String, String)>) -> Result<HttpResponse, PageError> {
    let (key, name) = path.into_inner();
    let about = about(&key)?;
    let drawn = handbook::of(about).picture(&name).ok_or(PageError::NotFound("picture"))?;
    let keep = (header::CACHE_CONTROL, "public, max-age=3600");
    Ok(HttpResponse::Ok().insert_header(keep).content_type("image/svg+xml").body(drawn))
}

fn about(key: &str) -> Result<&'static About, PageError> {
    titles::find(key).map(|title| title.about()).ok_or(PageError::NotFound("title"))
}
