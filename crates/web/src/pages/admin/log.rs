//! `GET /admin/log`: what admins did to accounts and to the server, newest first.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html};
use crate::shared::pagination::{Neighbours, page_number};
use crate::shared::visitor::Visitor;
use crate::shared::words;
use ravenpost_store::people::admin_log::Entry;
use ravenpost_zone::Zone;

#[derive(Template)]
#[template(path = "admin/log.html")]
struct LogPage {
    shell: Shell,
    entries: Vec<EntryRow>,
    pages: Neighbours,
    zone: &'static str,
}

/// An entry, for display.
pub struct EntryRow {
    pub at: String,
    pub action: String,
    /// The player's id and name, unless the account was deleted.
    pub player: Option<(i64, String)>,
    /// What is named instead of a player.
    pub other: &'static str,
    pub admin: String,
    pub reason: String,
}

impl EntryRow {
    pub fn of(entry: Entry, zone: Zone) -> EntryRow {
        EntryRow {
            at: words::short(entry.at, zone),
            action: words::plain(entry.action.word()),
            other: if entry.action.is_about_server() { "Server" } else { "Deleted account" },
            player: entry.player.map(|player| player.0).zip(entry.name),
            admin: entry.admin.unwrap_or_else(|| "Command or former admin".to_owned()),
            reason: entry.reason,
        }
    }
}

pub async fn show(
    Admin { fields, .. }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let page = page_number(&fields)?;
    let zone = visitor.zone();
    let listed = site.service.administration().log(page).await?;
    html(LogPage {
        shell: shell.titled("Admin log").at("admin"),
        entries: listed.items.into_iter().map(|entry| EntryRow::of(entry, zone)).collect(),
        pages: Neighbours::of(page, listed.more, "/admin/log", &[]),
        zone: zone.name(),
    })
}
