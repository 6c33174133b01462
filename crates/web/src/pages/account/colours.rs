//! `/colours`: light or dark pages, for visitors without an account. Players choose in the
//! settings.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::query::Fields;
use crate::shared::visitor::{CookieName, Visitor, cookie, no_cookie};
use ravenpost_service::people::players::Theme;

/// How long a browser keeps the choice, in days.
const DAYS: i64 = 365;

#[derive(Template)]
#[template(path = "players/colours.html")]
struct ColoursPage {
    shell: Shell,
    /// The chosen theme; empty for the device's.
    theme: &'static str,
    /// The page to return to.
    to: String,
}

/// The query of the page, and its form.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ColoursForm<'a> {
    theme: &'a str,
    /// The page to return to.
    to: &'a str,
}

pub async fn show(
    request: HttpRequest,
    shell: Shell,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    if visitor.player.is_some() {
        return Ok(redirect("/settings#theme", ""));
    }
    let query = Fields::read(request.query_string());
    let to = query.parse::<ColoursForm<'_>>()?.to.to_owned();
    let theme = visitor.theme().map_or("", Theme::key);
    html(ColoursPage { shell: shell.with_open_forms(&visitor).titled("Colours"), theme, to })
}

/// `POST /colours`: stores the choice in a cookie.
pub async fn choose(
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let fields = visitor.form(&body)?;
    let form: ColoursForm<'_> = fields.parse()?;
    let chosen = match Theme::find(form.theme) {
        Some(theme) => cookie(&site, CookieName::Theme, theme.key().to_owned(), Some(DAYS)),
        None => no_cookie(&site, CookieName::Theme),
    };
    let mut answer = redirect(form.to, "saved");
    answer.add_cookie(&chosen).map_err(PageError::broken)?;
    Ok(answer)
}
