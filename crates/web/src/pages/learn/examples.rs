//! `GET /titles/{title}/examples`: a title's worked examples. The `rule` field selects those that
//! illustrate a rule.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::guides::examples::{self, ExampleFile};
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::query::Fields;
use ravenpost_rules::About;
use ravenpost_rules::scenario::played::Listed;
use ravenpost_service::titles;

#[derive(Template)]
#[template(path = "titles/examples.html")]
struct ExamplesPage {
    shell: Shell,
    about: &'static About,
    /// The requested rule; empty for all examples.
    rule: String,
    files: Vec<(&'static ExampleFile, Vec<&'static Listed>)>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ExamplesQuery {
    rule: String,
}

pub async fn list(
    shell: Shell,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let about = titles::find(&path).ok_or(PageError::NotFound("title"))?.about();
    let ExamplesQuery { rule } = Fields::read(request.query_string()).parse()?;
    let wanted = |one: &&Listed| rule.is_empty() || one.shows.contains(&rule);
    let files = examples::of(about).iter();
    let files = files.map(|file| (file, file.examples.iter().filter(wanted).collect()));
    let files: Vec<_> = files.filter(|(_, found): &(_, Vec<_>)| !found.is_empty()).collect();
    if files.is_empty() {
        return Err(PageError::NotFound("example"));
    }
    let shell = shell.titled(&format!("{}: worked examples", about.name)).at("titles");
    html(ExamplesPage { shell, about, rule, files })
}
