//! `GET /admin/invitations`: who may sign up, and the invitations to the server.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html_refused, redirect};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::{Site, shared::words};
use ravenpost_service::ServiceError;
use ravenpost_service::people::sign_up::SignUp;

#[derive(Template)]
#[template(path = "admin/invitations.html")]
struct InvitationsPage {
    shell: Shell,
    /// The key of the current choice, and its domains.
    sign_up: &'static str,
    domains: String,
    rows: Vec<Row>,
    refused: Vec<String>,
    filled: Fields,
    zone: &'static str,
}

/// An invitation to the server.
struct Row {
    address: String,
    made: String,
    expires: String,
}

/// The fields of the forms for an invitation and for who may sign up.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct InvitationsForm {
    address: String,
    sign_up: String,
    domains: Option<String>,
}

pub async fn show(
    _: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    page(shell, &site, &visitor, Vec::new(), Fields::default()).await
}

async fn page(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    refused: Vec<String>,
    filled: Fields,
) -> Result<HttpResponse, PageError> {
    let form: InvitationsForm = filled.parse()?;
    let (admissions, zone) = (site.service.admissions(), visitor.zone());
    let sign_up = admissions.sign_up().await?;
    let rows = admissions.server_invitations(site.now()).await?.into_iter().map(|one| Row {
        address: one.address,
        made: words::short(one.created_at, zone),
        expires: words::short(one.expires_at, zone),
    });
    let page = InvitationsPage {
        shell: shell.titled("Invitations").at("admin"),
        sign_up: sign_up.word(),
        domains: form.domains.unwrap_or_else(|| sign_up.domains()),
        rows: rows.collect(),
        refused,
        filled,
        zone: zone.name(),
    };
    html_refused(!page.refused.is_empty(), page)
}

/// `POST /admin/invitations`: invites an address.
pub async fn invite(
    Admin { player, fields }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let InvitationsForm { address, .. } = fields.parse()?;
    let administration = site.service.administration();
    let done = administration.invite_to_server(site.now(), Some(player), &address).await;
    answer(done, shell, &site, &visitor, fields).await
}

/// `POST /admin/invitations/revoke`: revokes the invitation of an address.
pub async fn revoke(
    Admin { player, fields }: Admin,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let InvitationsForm { address, .. } = fields.parse()?;
    let administration = site.service.administration();
    administration.revoke_invitation(site.now(), Some(player), &address).await?;
    Ok(redirect("/admin/invitations", "saved"))
}

/// `POST /admin/invitations/sign-up`: sets who may sign up.
pub async fn set_sign_up(
    Admin { player, fields }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let InvitationsForm { sign_up, domains, .. } = fields.parse()?;
    let administration = site.service.administration();
    let done = match SignUp::of(&sign_up, &domains.unwrap_or_default()) {
        Ok(sign_up) => administration.set_sign_up(site.now(), Some(player), &sign_up).await,
        Err(error) => Err(error),
    };
    answer(done, shell, &site, &visitor, fields).await
}

/// Redirects after a change, or shows the page again with the refusal.
async fn answer(
    done: Result<(), ServiceError>,
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    filled: Fields,
) -> Result<HttpResponse, PageError> {
    match done {
        Ok(()) => Ok(redirect("/admin/invitations", "saved")),
        Err(error) => page(shell, site, visitor, error.reasons()?, filled).await,
    }
}
