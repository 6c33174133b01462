//! `GET /games/{id}/report`: reports a chat message to the admins.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Seated;
use crate::shared::layout::{Shell, html_as};
use crate::shared::{forms, paths};
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

pub async fn show(
    asked: Seated,
    shell: Shell,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    page(&asked, shell, &site, Vec::new()).await
}

fn message(asked: &Seated) -> Result<i64, PageError> {
    let unreadable = |_| PageError::Unreadable("the number of a message is invalid".to_owned());
    asked.fields.text("message").parse().map_err(unreadable)
}

async fn page(
    asked: &Seated,
    shell: Shell,
    site: &Site,
    refused: Vec<String>,
) -> Result<HttpResponse, PageError> {
    let message = message(asked)?;
    let said = site.service.chat().reportable(&asked.game, asked.player, message).await?;
    let status = forms::status(&refused);
    let page = ReportPage {
        shell: shell.titled("Report a message").at("mine"),
        address: paths::game(&asked.game),
        message,
        author: said.words.name,
        text: said.words.text,
        comment: asked.fields.text("comment").to_owned(),
        refused,
        longest: LONGEST,
    };
    html_as(status, page)
}

/// `POST /games/{id}/report`: sends the report.
pub async fn report(
    asked: Seated,
    shell: Shell,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let (chat, message) = (site.service.chat(), message(&asked)?);
    let comment = asked.fields.text("comment");
    match chat.report(site.now(), &asked.game, asked.player, message, comment).await {
        Ok(()) => Ok(asked.redirect("/talk", "reported")),
        Err(error) => page(&asked, shell, &site, error.reasons()?).await,
    }
}
