//! A player's own data: a copy as a file, and the deletion of the account.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, ContentDisposition, DispositionParam, DispositionType,
};
use actix_web::web::{Bytes, Data};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html_as, redirect};
use crate::shared::visitor::{CookieName, Visitor, no_cookie};
use ravenpost_service::upkeep::erase::Retained;

/// `GET /settings/delete`
#[derive(Template)]
#[template(path = "players/delete.html")]
struct DeletePage {
    shell: Shell,
    retained: Retained,
    refused: Option<&'static str>,
}

/// `GET /settings/data`: the player's data as JSON.
pub async fn download(site: Data<Site>, visitor: Visitor) -> Result<HttpResponse, PageError> {
    let player = &visitor.signed()?.player;
    let file = site.service.players().own_data(site.now(), player).await?;
    let name = DispositionParam::Filename("ravenpost-data.json".to_owned());
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header(ContentDisposition {
            disposition: DispositionType::Attachment,
            parameters: vec![name],
        })
        .body(file))
}

/// Lists what is deleted, and asks for the email address as a confirmation.
pub async fn ask(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    page(shell, &site, &visitor, StatusCode::OK, None).await
}

async fn page(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    status: StatusCode,
    refused: Option<&'static str>,
) -> Result<HttpResponse, PageError> {
    let retained = site.service.data_of(&visitor.signed()?.player.address).await?;
    let shell = shell.titled("Delete my account").at("settings");
    html_as(status, DeletePage { shell, retained, refused })
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct DeleteForm {
    address: String,
}

/// `POST /settings/delete`: deletes the account.
pub async fn delete(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let address = visitor.signed()?.player.address.clone();
    let form: DeleteForm = visitor.form(&body)?.parse()?;
    if form.address.to_lowercase() != address.to_lowercase() {
        let why = Some("Nothing was deleted. Type the email address of your account.");
        return page(shell, &site, &visitor, StatusCode::UNPROCESSABLE_ENTITY, why).await;
    }
    let retained = site.service.data_of(&address).await?;
    site.service.erase(site.now(), &retained).await?;
    let mut answer = redirect("/", "account-deleted");
    answer.add_cookie(&no_cookie(&site, CookieName::Session)).map_err(PageError::broken)?;
    Ok(answer)
}
