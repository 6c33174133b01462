//! `GET /settings`: what a player chooses: name, zone, letters; and where the player is signed in.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use askama::Template;

use crate::letters::Switch;
use crate::service::mail_choices::MailChoices;
use crate::service::players::NAME_LIMIT;
use crate::service::{ServiceError, sign_in::Signed};
use crate::web::error::PageError;
use crate::web::layout::{Shell, html_as, onward};
use crate::web::visitor::{Name, Visitor, no_cookie};
use crate::web::{Site, words};

#[derive(Template)]
#[template(path = "players/settings.html")]
struct SettingsPage {
    shell: Shell,
    name: String,
    address: String,
    zone: String,
    zones: Vec<&'static str>,
    switches: Vec<(Switch, bool)>,
    sessions: Vec<Device>,
    refused: Vec<String>,
    name_limit: usize,
    /// Why no letters are sent to this address, if they came back.
    stopped: Option<String>,
}

/// A browser in which the player is signed in.
struct Device {
    agent: String,
    since: String,
    seen: String,
    here: bool,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    page(shell, &site, &visitor, (StatusCode::OK, Vec::new())).await
}

async fn page(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    (status, refused): (StatusCode, Vec<String>),
) -> Result<HttpResponse, PageError> {
    let Signed { player, session, .. } = visitor.signed()?;
    let choices = MailChoices::of(&player.mail);
    let sessions = site.service.sessions(player.id, site.now()).await?;
    let zone = visitor.zone();
    let device = |one: crate::store::sessions::Session| Device {
        agent: if one.agent.is_empty() { "unknown".to_owned() } else { one.agent },
        since: words::short(one.created_at, zone),
        seen: words::short(one.seen_at, zone),
        here: one.token_hash == *session,
    };
    let page = SettingsPage {
        shell: shell.titled("Settings").at("settings"),
        name: player.name.clone(),
        address: player.address.clone(),
        zone: zone.name().to_owned(),
        zones: chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).collect(),
        switches: Switch::ALL.into_iter().map(|switch| (switch, choices.wants(switch))).collect(),
        sessions: sessions.into_iter().map(device).collect(),
        refused,
        name_limit: NAME_LIMIT,
        stopped: player.stopped_at.map(|_| player.bounce.clone().unwrap_or_default()),
    };
    html_as(status, page)
}

/// `POST /settings`: name, zone and letters.
pub async fn save(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let fields = visitor.form(&body)?;
    let named = site.service.choose_name(player, fields.text("name"), fields.text("zone")).await;
    if let Err(ServiceError::Refused(refusals)) = &named {
        let why = refusals.iter().map(|refusal| refusal.why.clone()).collect();
        return page(shell, &site, &visitor, (StatusCode::UNPROCESSABLE_ENTITY, why)).await;
    }
    named?;
    let wanted: Vec<&str> = fields.all("letters").collect();
    let choices = Switch::ALL.into_iter().fold(MailChoices::default(), |choices, switch| {
        choices.with(switch, wanted.contains(&switch.key()))
    });
    site.service.choose_mail(player, &choices).await?;
    Ok(onward("/settings", "saved"))
}

/// `POST /settings/sessions`: ends every session, this one included.
pub async fn end_sessions(
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    visitor.form(&body)?;
    site.service.sign_out_everywhere(player).await?;
    let mut answer = onward("/sign-in", "sessions-ended");
    answer.add_cookie(&no_cookie(&site, Name::Session)).map_err(PageError::broken)?;
    Ok(answer)
}
