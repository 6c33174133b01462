//! `/stop/{token}`: unsubscribes from emails of one kind, at one table or everywhere, and
//! resubscribes. A GET changes nothing, because mail scanners follow links. One-click
//! unsubscription by an email client sends neither a cookie nor a form token; the link itself
//! authorises it.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data, Path};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::forms;
use crate::shared::layout::{Shell, html};
use ravenpost_emails::MailTopic;
use ravenpost_service::people::mail_choices::StopLink;

/// The scope of a form that concerns emails of all kinds.
const EVERYTHING: &str = "everything";

#[derive(Template)]
#[template(path = "players/unsubscribe.html")]
struct StopPage {
    shell: Shell,
    token: String,
    topic: MailTopic,
    /// The name of the table, if the link concerns one.
    table: Option<String>,
    done: Option<Stopped>,
}

/// The result of the action.
struct Stopped {
    everywhere: bool,
    wanted: bool,
    /// Whether it concerned emails of all kinds.
    all_kinds: bool,
}

impl Stopped {
    /// Its scope as a form value.
    fn scope(&self) -> &'static str {
        match (self.all_kinds, self.everywhere) {
            (true, _) => EVERYTHING,
            (false, true) => "all",
            (false, false) => "here",
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StopForm {
    /// The scope: `all`, [`EVERYTHING`], or what the link concerns.
    r#where: String,
    r#do: String,
}

pub async fn look(
    shell: Shell,
    site: Data<Site>,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let found = site.service.players().read_stop_token(&path).await?;
    let link = found.ok_or(PageError::NotFound("link"))?;
    page(shell, &site, path.into_inner(), link, None).await
}

pub async fn stop(
    shell: Shell,
    site: Data<Site>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    // An email client's one-click request need not be a form.
    let form: StopForm = forms::read(&body).unwrap_or_default().parse()?;
    let (everywhere, wanted) = (form.r#where == "all", form.r#do == "undo");
    let players = site.service.players();
    let all_kinds = form.r#where == EVERYTHING;
    let link = match all_kinds {
        true => players.switch_all_emails(&path, wanted).await?,
        false => players.switch_emails(site.now(), &path, everywhere, wanted).await?,
    };
    let everywhere = everywhere || all_kinds || link.game.is_none();
    let done = Stopped { everywhere, wanted, all_kinds };
    page(shell, &site, path.into_inner(), link, Some(done)).await
}

async fn page(
    shell: Shell,
    site: &Site,
    token: String,
    link: StopLink,
    done: Option<Stopped>,
) -> Result<HttpResponse, PageError> {
    let table = match &link.game {
        // A deleted table has no name, but its emails can still be stopped.
        Some(game_id) => Some(
            site.service
                .games()
                .load(game_id)
                .await
                .map_or("this game".into(), |game| game.status.name.clone()),
        ),
        None => None,
    };
    html(StopPage { shell: shell.titled("Email settings"), token, topic: link.topic, table, done })
}
