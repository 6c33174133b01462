//! `GET /admin/limits`: the rate limits of the settings, and the log level, which can be changed
//! temporarily.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::visitor::Visitor;
use crate::{ShownLimit, Site, shared::words};
use ravenpost_service::admin::log_level::LogLevel;

#[derive(Template)]
#[template(path = "admin/limits.html")]
struct LimitsPage<'a> {
    shell: Shell,
    limits: &'a [ShownLimit],
    levels: Vec<&'static str>,
    /// The level that an admin chose.
    chosen: Option<&'static str>,
    /// When it expires, unless it lasts until the restart.
    until: Option<String>,
    zone: &'static str,
}

impl LimitsPage<'_> {
    fn is_chosen(&self, level: &str) -> bool {
        self.chosen == Some(level)
    }
}

pub async fn show(
    _: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let chosen = site.service.administration().log_level();
    let until = chosen.and_then(|chosen| chosen.until);
    html(LimitsPage {
        shell: shell.titled("Limits and log").at("admin"),
        limits: &site.shown_limits,
        levels: LogLevel::ALL.iter().map(|level| level.word()).collect(),
        chosen: chosen.map(|chosen| chosen.level.word()),
        until: until.map(|until| words::short(until, visitor.zone())),
        zone: visitor.zone().name(),
    })
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct LevelForm {
    level: String,
    until_restart: bool,
}

/// `POST /admin/limits`: changes the log level of this node.
pub async fn set_log_level(
    Admin { player, fields }: Admin,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let unknown = || PageError::Unreadable("choose a log level".to_owned());
    let form: LevelForm = fields.parse()?;
    let level = match form.level.as_str() {
        "" => None,
        word => Some(LogLevel::from_word(word).ok_or_else(unknown)?),
    };
    let administration = site.service.administration();
    administration.set_log_level(site.now(), Some(player), level, form.until_restart).await?;
    Ok(redirect("/admin/limits", "saved"))
}
