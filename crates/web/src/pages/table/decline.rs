//! `/join/{token}/decline`: declines an invitation that was sent by email. A GET changes nothing.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data, Path};
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::visitor::Visitor;

#[derive(Template)]
#[template(path = "players/decline.html")]
struct DeclinePage {
    shell: Shell,
    token: String,
    title: &'static str,
    done: bool,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    page(shell, &site, &visitor, path.into_inner(), false).await
}

pub async fn decline(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    visitor.form(&body)?;
    let token = path.into_inner();
    let page = page(shell, &site, &visitor, token.clone(), true).await?;
    site.service.tables().decline_invitation(site.now(), &token).await?;
    Ok(page)
}

async fn page(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    token: String,
    done: bool,
) -> Result<HttpResponse, PageError> {
    let game = site.service.tables().read_invitation(site.now(), &token).await?;
    let game = game.ok_or(PageError::NotFound("invitation"))?;
    let title = site.service.games().load(&game).await?.title.about().name;
    let shell = shell.titled("Decline invitation").with_forms(visitor);
    html(DeclinePage { shell, token, title, done })
}
