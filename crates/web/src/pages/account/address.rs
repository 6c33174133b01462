//! Changing a player's email address: the request on the settings page, and the pages behind the
//! links sent to the old and the new address. Opening a link changes nothing; its page has a
//! button.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data, Path};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::pages::account::settings;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::visitor::Visitor;
use ravenpost_service::people::change_address::{AddressAnswer, AddressRequest};

#[derive(Template)]
#[template(path = "players/address.html")]
struct AddressPage {
    shell: Shell,
    token: String,
    request: AddressRequest,
    answered: Option<AddressAnswer>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct AddressForm {
    address: String,
}

/// `POST /settings/address`: requests a change of address.
pub async fn ask(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = &visitor.signed()?.player;
    let form: AddressForm = visitor.form(&body)?.parse()?;
    match site.service.players().ask_new_address(site.now(), player, &form.address).await {
        Ok(()) => Ok(redirect("/settings#address", "address-asked")),
        Err(error) => settings::refused(shell, &site, &visitor, error.reasons()?).await,
    }
}

/// The button that was pressed.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    r#do: String,
}

/// `POST /settings/address/finish`: completes the change without the old address, or withdraws it.
pub async fn finish(
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let signed = visitor.signed()?;
    let form: Answer = visitor.form(&body)?.parse()?;
    if form.r#do == "withdraw" {
        site.service.players().withdraw_request(signed.player.id).await?;
        return Ok(redirect("/settings", "address-kept"));
    }
    site.service.players().finish_alone(site.now(), signed.player.id, signed.session).await?;
    Ok(redirect("/settings", "address"))
}

/// `GET /address/{token}`: shows the request.
pub async fn look(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let request = site.service.players().address_request(site.now(), &path).await?;
    page(shell.with_forms(&visitor), path.into_inner(), request, None)
}

/// `POST /address/{token}`: confirms or rejects the request from one of the two addresses.
pub async fn answer(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let form: Answer = visitor.form(&body)?.parse()?;
    let request = site.service.players().address_request(site.now(), &path).await?;
    let here = visitor.player.as_ref().map(|signed| signed.session);
    let yes = form.r#do == "yes";
    let answered = site.service.players().answer_request(site.now(), &path, yes, here).await?;
    page(shell, path.into_inner(), request, Some(answered))
}

fn page(
    shell: Shell,
    token: String,
    request: AddressRequest,
    answered: Option<AddressAnswer>,
) -> Result<HttpResponse, PageError> {
    html(AddressPage { shell: shell.titled("Change your email address"), token, request, answered })
}
