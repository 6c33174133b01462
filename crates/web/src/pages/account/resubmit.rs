//! `GET /kept`: shows a form submitted in an expired session, to be reviewed and sent.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::forms;
use crate::shared::layout::{Shell, html};
use crate::shared::saved_form::SavedForm;
use crate::shared::visitor::Visitor;

#[derive(Template)]
#[template(path = "players/kept.html")]
struct ResubmitPage {
    shell: Shell,
    form: SavedForm,
    /// The page the form belongs to.
    page: String,
    key: String,
}

impl ResubmitPage {
    /// Whether a field holds text written by the player.
    fn is_written(&self, name: &str) -> bool {
        ["words", "text", "note", "order", "reason", "name", "why"].contains(&name)
    }
}

pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    visitor.signed()?;
    let form = SavedForm::of(&site, &request).ok_or(PageError::NotFound("form"))?;
    let page = form.action.rsplit_once('/').map_or("/", |(page, _)| page).to_owned();
    let page = if page.is_empty() { "/my-games".to_owned() } else { page };
    let shell = Shell::of(&request).titled("Send your text").with_forms(&visitor);
    html(ResubmitPage { shell, form, page, key: forms::random() })
}
