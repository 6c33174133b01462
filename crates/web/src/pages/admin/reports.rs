//! `GET /admin/reports`: the chat messages that players reported, open ones first.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::pagination::{Neighbours, page_number};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{paths, words},
};
use ravenpost_store::talk::reports::Report;
use ravenpost_zone::Zone;

#[derive(Template)]
#[template(path = "admin/reports.html")]
struct ReportsPage {
    shell: Shell,
    reports: Vec<ReportRow>,
    pages: Neighbours,
    zone: &'static str,
}

/// A report, for display.
struct ReportRow {
    id: i64,
    at: String,
    /// The ids and names of the reporting player and of the author.
    by: (i64, String),
    author: (i64, String),
    game: String,
    /// `None` if the admin may not read the message, nor a comment that may quote it.
    message: Option<String>,
    comment: String,
    closed: Option<String>,
}

impl ReportRow {
    fn of(report: Report, zone: Zone) -> ReportRow {
        ReportRow {
            id: report.id,
            at: words::short(report.at, zone),
            by: (report.by.0, report.by_name),
            author: (report.author.0, report.author_name),
            game: paths::game(&report.game),
            comment: report.message.as_ref().map(|_| report.comment).unwrap_or_default(),
            message: report.message,
            closed: report.closed_at.map(|at| words::short(at, zone)),
        }
    }
}

pub async fn show(
    Admin { player, fields }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let (page, zone) = (page_number(&fields)?, visitor.zone());
    let listed = site.service.administration().reports(Some(player), page).await?;
    html(ReportsPage {
        shell: shell.titled("Reports").at("admin"),
        reports: listed.items.into_iter().map(|report| ReportRow::of(report, zone)).collect(),
        pages: Neighbours::of(page, listed.more, "/admin/reports", &[]),
        zone: zone.name(),
    })
}

/// `POST /admin/reports/{report}`: closes a report.
pub async fn close(
    Admin { player, .. }: Admin,
    site: Data<Site>,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let report = path.parse().map_err(|_| PageError::NotFound("report"))?;
    site.service.administration().close_report(site.now(), player, report).await?;
    Ok(redirect("/admin/reports", "saved"))
}
