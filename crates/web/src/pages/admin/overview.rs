//! `GET /admin`: the state of the server at a glance.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use chrono::TimeDelta;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html};
use crate::shared::words;
use ravenpost_service::admin::overview::Overview;
use ravenpost_service::node::health::Health;

#[derive(Template)]
#[template(path = "admin/overview.html")]
struct OverviewPage {
    shell: Shell,
    version: &'static str,
    health: Health,
    /// The age of the latest backup, and how long the first unsent email is late.
    backup: Option<String>,
    late: Option<String>,
    free: Option<String>,
    database: Option<String>,
    players: u64,
    open: u64,
    running: u64,
    reports: u64,
}

impl OverviewPage {
    /// Returns each component with its state.
    fn components(&self) -> &BTreeMap<&'static str, String> {
        &self.health.components
    }
}

pub async fn show(
    Admin { player, .. }: Admin,
    shell: Shell,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let overview = site.service.administration().overview(site.now(), player).await?;
    let Overview { health, free, database, players, open, running, reports } = overview;
    let span = |seconds: i64| words::span(TimeDelta::seconds(seconds));
    html(OverviewPage {
        shell: shell.titled("Server").at("admin"),
        version: env!("CARGO_PKG_VERSION"),
        backup: health.backup_age.map(span),
        late: health.oldest_email.map(span),
        health,
        free: free.map(megabytes),
        database: database.map(megabytes),
        players,
        open,
        running,
        reports,
    })
}

/// Formats a size in bytes.
fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}
