//! `/held`: inbound emails for the player's seats whose sender could not be verified. They have no
//! effect until the player confirms them.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data, Path};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::visitor::Visitor;
use crate::{Site, shared::words};
use ravenpost_emails::SafeLine;

#[derive(Template)]
#[template(path = "players/held.html")]
struct HeldPage {
    shell: Shell,
    emails: Vec<HeldRow>,
    zone: &'static str,
}

/// A held email.
struct HeldRow {
    id: i64,
    table: String,
    sender: String,
    came: String,
    why: String,
    says: Vec<SafeLine>,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let held = site.service.emails().held_emails(visitor.signed()?.player.id).await?;
    let row = |email: ravenpost_service::post::held_email::HeldEmail| HeldRow {
        id: email.id,
        table: email.table,
        sender: email.sender,
        came: words::moment(email.received_at, visitor.zone()),
        why: words::sentence(&email.why),
        says: email.says,
    };
    html(HeldPage {
        shell: shell.titled("Emails to confirm"),
        emails: held.into_iter().map(row).collect(),
        zone: visitor.zone().name(),
    })
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Decision {
    r#do: String,
}

/// `POST /held/{email}`: confirms or rejects an email. Idempotent.
pub async fn decide(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let form: Decision = visitor.form(&body)?.parse()?;
    let email = path.parse().map_err(|_| PageError::NotFound("email"))?;
    let genuine = match form.r#do.as_str() {
        "vouch" => true,
        "disown" => false,
        _ => return Err(PageError::NotFound("button")),
    };
    let held = site.service.inbox().say_of_held(site.now(), player, email, genuine).await?;
    Ok(redirect(
        "/held",
        match (held, genuine) {
            (false, _) => "dealt-with",
            (true, true) => "vouched",
            (true, false) => "disowned",
        },
    ))
}
