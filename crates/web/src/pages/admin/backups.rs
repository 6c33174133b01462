//! `GET /admin/backups`: the scheduled backups, with a button to verify one.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html_refused, redirect};
use crate::shared::visitor::Visitor;
use crate::{Site, shared::words};
use ravenpost_service::admin::backups::BackupFile;
use ravenpost_service::node::backup_checks::BackupCheck;
use ravenpost_zone::Zone;

#[derive(Template)]
#[template(path = "admin/backups.html")]
struct BackupsPage {
    shell: Shell,
    /// The folder of the backups; `None` if this server makes none.
    folder: Option<String>,
    rows: Vec<Row>,
    /// Whether a backup is being verified.
    busy: bool,
    refused: Vec<String>,
    zone: &'static str,
}

/// A backup in the list.
struct Row {
    name: String,
    made: String,
    size: String,
    state: &'static str,
    /// When it was last verified, and what was found.
    verified: Option<String>,
    fault: Option<String>,
}

impl Row {
    fn of(file: BackupFile, checking: Option<&str>, zone: Zone) -> Row {
        let state = match &file.check {
            _ if checking == Some(file.name.as_str()) => "Being verified",
            None => "Unknown",
            Some(BackupCheck { fault: None, .. }) => "Intact",
            Some(BackupCheck { fault: Some(_), .. }) => "Damaged",
        };
        Row {
            made: words::short(file.at, zone),
            size: format!("{} MB", file.size.div_ceil(1_000_000)),
            state,
            verified: file.check.as_ref().map(|check| words::short(check.at, zone)),
            fault: file.check.and_then(|check| check.fault),
            name: file.name,
        }
    }
}

pub async fn show(
    _: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    page(shell, &site, &visitor, Vec::new()).await
}

async fn page(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    refused: Vec<String>,
) -> Result<HttpResponse, PageError> {
    let (backups, zone) = (site.service.administration().backups().await?, visitor.zone());
    let (folder, files, checking) = match backups {
        Some(backups) => {
            (Some(backups.folder.display().to_string()), backups.files, backups.checking)
        }
        None => (None, Vec::new(), None),
    };
    let rows = files.into_iter().map(|file| Row::of(file, checking.as_deref(), zone)).collect();
    let page = BackupsPage {
        shell: shell.titled("Backups").at("admin"),
        folder,
        rows,
        busy: checking.is_some(),
        refused,
        zone: zone.name(),
    };
    html_refused(!page.refused.is_empty(), page)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct VerifyForm {
    name: String,
}

/// `POST /admin/backups`: begins to verify a backup.
pub async fn verify(
    Admin { player, fields }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let (form, administration) = (fields.parse::<VerifyForm>()?, site.service.administration());
    match administration.verify_backup(site.now(), Some(player), &form.name).await {
        Ok(()) => Ok(redirect("/admin/backups", "verifying")),
        Err(error) => page(shell, &site, &visitor, error.reasons()?).await,
    }
}
