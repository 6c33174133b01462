//! `GET /admin/site`: the name of the server, its banner, contact and legal texts.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html, html_as, redirect};
use ravenpost_service::ServiceError;
use ravenpost_service::admin::site::{LINE_LIMIT, NAME_LIMIT, SiteTexts, TEXT_LIMIT};

#[derive(Template)]
#[template(path = "admin/site.html")]
struct SitePage {
    shell: Shell,
    texts: SiteTexts,
    refused: Vec<String>,
    name_limit: usize,
    line_limit: usize,
    text_limit: usize,
}

impl SitePage {
    fn of(shell: Shell, texts: SiteTexts, refused: Vec<String>) -> SitePage {
        SitePage {
            shell: shell.titled("Site").at("admin"),
            texts,
            refused,
            name_limit: NAME_LIMIT,
            line_limit: LINE_LIMIT,
            text_limit: TEXT_LIMIT,
        }
    }
}

pub async fn show(_: Admin, shell: Shell, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let texts = site.service.administration().site(site.now()).await?;
    html(SitePage::of(shell, SiteTexts::clone(&texts), Vec::new()))
}

/// `POST /admin/site`: replaces the texts.
pub async fn save(
    Admin { player, fields }: Admin,
    shell: Shell,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let written: SiteTexts = fields.parse()?;
    let (mut texts, mut refused) = (SiteTexts::default(), Vec::new());
    for name in SiteTexts::FIELDS {
        match texts.set(name, written.get(name).unwrap_or_default()) {
            Ok(()) => {}
            Err(ServiceError::Refused(refusals)) => {
                refused.extend(refusals.into_iter().map(|refusal| refusal.why));
            }
            Err(error) => return Err(error.into()),
        }
    }
    if !refused.is_empty() {
        let page = SitePage::of(shell, written, refused);
        return html_as(StatusCode::UNPROCESSABLE_ENTITY, page);
    }
    site.service.administration().set_site(site.now(), Some(player), &texts).await?;
    Ok(redirect("/admin/site", "saved"))
}
