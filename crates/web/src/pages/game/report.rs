//! `GET /games/{id}/report`: reports a chat message to the admins.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Seated;
use crate::shared::layout::{Shell, html_refused};
use crate::shared::paths;
use ravenpost_service::talk::report::LONGEST;

#[derive(Template)]
#[template(path = "games/report.html")]
struct ReportPage {
    shell: Shell,
    address: String,
    /// The id, author and text of the message.
    message: i64,
    author: String,
    text: String,
    comment: String,
    refused: Vec<String>,
    longest: usize,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ReportForm {
    message: String,
    comment: String,
}

impl ReportForm {
    /// Returns the number of the message.
    fn message(&self) -> Result<i64, PageError> {
        let unreadable = |_| PageError::Unreadable("that message number is invalid".to_owned());
        self.message.parse().map_err(unreadable)
    }
}

pub async fn show(
    asked: Seated,
    shell: Shell,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    page(&asked, shell, &site, Vec::new()).await
}

async fn page(
    asked: &Seated,
    shell: Shell,
    site: &Site,
    refused: Vec<String>,
) -> Result<HttpResponse, PageError> {
    let form: ReportForm = asked.fields.parse()?;
    let message = form.message()?;
    let said = site.service.chat().reportable(&asked.game, asked.player, message).await?;
    let page = ReportPage {
        shell: shell.titled("Report a message").at("mine"),
        address: paths::game(&asked.game),
        message,
        author: said.words.name,
        text: said.words.text,
        comment: form.comment,
        refused,
        longest: LONGEST,
    };
    html_refused(!page.refused.is_empty(), page)
}

/// `POST /games/{id}/report`: sends the report.
pub async fn report(
    asked: Seated,
    shell: Shell,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let form: ReportForm = asked.fields.parse()?;
    let (chat, message) = (site.service.chat(), form.message()?);
    match chat.report(site.now(), &asked.game, asked.player, message, &form.comment).await {
        Ok(()) => Ok(asked.redirect("/talk", "reported")),
        Err(error) => page(&asked, shell, &site, error.reasons()?).await,
    }
}
