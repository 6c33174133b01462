//! `GET /admin/site`: the name of the server, its banner, contact and legal texts.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html, html_as, redirect};
use crate::shared::query::Fields;
use ravenpost_service::admin::site::{
    Conflict, LINE_LIMIT, NAME_LIMIT, Saved, SiteTexts, TEXT_LIMIT, Versions,
};

#[derive(Template)]
#[template(path = "admin/site.html")]
struct SitePage {
    shell: Shell,
    texts: SiteTexts,
    /// The versions of the texts that were edited, by name.
    seen: Vec<(&'static str, String)>,
    refused: Vec<String>,
    /// The stored texts, if another admin changed some of the same texts meanwhile.
    conflict: Option<Stored>,
    name_limit: usize,
    line_limit: usize,
    text_limit: usize,
}

/// The stored texts, some of which differ from the edited ones.
struct Stored {
    texts: SiteTexts,
    differs: Vec<&'static str>,
}

impl SitePage {
    fn of(shell: Shell, texts: SiteTexts, seen: Versions) -> SitePage {
        SitePage {
            shell: shell.titled("Site").at("admin"),
            texts,
            seen: seen.into_iter().collect(),
            refused: Vec::new(),
            conflict: None,
            name_limit: NAME_LIMIT,
            line_limit: LINE_LIMIT,
            text_limit: TEXT_LIMIT,
        }
    }

    /// Returns the stored text if another admin changed it, too.
    fn other(&self, field: &str) -> Option<&str> {
        let stored = self.conflict.as_ref()?;
        stored.differs.contains(&field).then(|| stored.texts.get(field))
    }
}

pub async fn show(_: Admin, shell: Shell, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let texts = site.service.administration().site(site.now()).await?;
    html(SitePage::of(shell, SiteTexts::clone(&texts), texts.versions()))
}

/// `POST /admin/site`: saves the texts that were edited.
pub async fn save(
    Admin { player, fields }: Admin,
    shell: Shell,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let written: SiteTexts = fields.parse()?;
    let (mut texts, mut refused) = (SiteTexts::default(), Vec::new());
    for name in SiteTexts::FIELDS {
        if let Err(error) = texts.set(name, written.get(name)) {
            refused.extend(error.reasons()?);
        }
    }
    let seen = seen(&fields);
    if !refused.is_empty() {
        let page = SitePage { refused, ..SitePage::of(shell, written, seen) };
        return html_as(StatusCode::UNPROCESSABLE_ENTITY, page);
    }
    let administration = site.service.administration();
    match administration.set_site(site.now(), Some(player), &texts, &seen).await? {
        Saved::Done => Ok(redirect("/admin/site", "saved")),
        Saved::Conflict(conflict) => {
            let Conflict { stored, edited, fields } = *conflict;
            // Saving the page again replaces what it shows.
            let page = SitePage::of(shell, edited, stored.versions());
            let conflict = Some(Stored { texts: stored, differs: fields });
            html_as(StatusCode::CONFLICT, SitePage { conflict, ..page })
        }
    }
}

/// Returns the versions that the form carries.
fn seen(fields: &Fields) -> Versions {
    let version =
        |name: &'static str| Some((name, fields.get(&format!("seen-{name}"))?.to_owned()));
    SiteTexts::FIELDS.into_iter().filter_map(version).collect()
}
