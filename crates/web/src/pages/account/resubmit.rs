//! `GET /kept`: shows a form submitted in an expired session, to be reviewed and sent. A move that
//! was written for an earlier step of its game is shown as text only.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::forms::{self, OrderForm};
use crate::shared::game_request::GameRequest;
use crate::shared::layout::{Shell, html};
use crate::shared::saved_form::SavedForm;
use crate::shared::visitor::Visitor;

#[derive(Template)]
#[template(path = "players/resubmit.html")]
struct ResubmitPage {
    shell: Shell,
    form: SavedForm,
    /// The page the form belongs to.
    page: String,
    key: String,
    /// The move that was chosen or entered into a form, in words.
    order: Option<String>,
    /// Whether the game has moved on, so that the move can only be copied.
    outdated: bool,
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
    let form = SavedForm::of(&site, &request).await.ok_or(PageError::NotFound("form"))?;
    let page = form.action.rsplit_once('/').map_or("/", |(page, _)| page).to_owned();
    let page = if page.is_empty() { "/my-games".to_owned() } else { page };
    let outdated = is_outdated(&site, &visitor, &form).await?;
    let by_form = forms::filled(&form.fields).map(|filled| filled.words());
    let order = if outdated { forms::order_words(&form.fields) } else { by_form };
    let shell = Shell::of(&request).titled("Send what you entered").with_forms(&visitor);
    html(ResubmitPage { shell, form, page, key: forms::random(), order, outdated })
}

/// Whether the form gives an order and was shown at an earlier step of its game. A number, or the
/// place of a form, may mean something else by now.
async fn is_outdated(site: &Site, visitor: &Visitor, form: &SavedForm) -> Result<bool, PageError> {
    let game = form.action.strip_prefix("/games/").and_then(|rest| rest.split('/').next());
    let seen = OrderForm::of(&form.fields).seen;
    let Some(game) = game.filter(|_| seen.is_some()) else { return Ok(false) };
    match GameRequest::of(site, visitor, game, form.fields.clone()).await {
        Ok(asked) => {
            let step = asked.game().step();
            Ok(asked.seat().is_err() || forms::outdated(&asked.fields, step).is_some())
        }
        Err(PageError::NotFound(_)) => Ok(true),
        Err(error) => Err(error),
    }
}
