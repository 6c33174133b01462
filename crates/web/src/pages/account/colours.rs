//! `/colours`: light or dark pages, for visitors without an account. Players choose in the
//! settings.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

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

pub async fn show(
    request: HttpRequest,
    shell: Shell,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    if visitor.player.is_some() {
        return Ok(redirect("/settings#theme", ""));
    }
    let to = Fields::read(request.query_string()).text("to").to_owned();
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
    let chosen = match Theme::find(fields.text("theme")) {
        Some(theme) => cookie(&site, CookieName::Theme, theme.key().to_owned(), Some(DAYS)),
        None => no_cookie(&site, CookieName::Theme),
    };
    let mut answer = redirect(fields.text("to"), "saved");
    answer.add_cookie(&chosen).map_err(PageError::broken)?;
    Ok(answer)
}
