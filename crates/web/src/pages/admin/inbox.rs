//! `GET /admin/inbound`: inbound emails and how they were processed, for admins, with a button to
//! process one again.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::visitor::Visitor;
use crate::{Site, shared::words};
use ravenpost_store::post::incoming::{Incoming, IncomingState};

#[derive(Template)]
#[template(path = "admin/inbound.html")]
struct InboxPage {
    shell: Shell,
    /// Whether inbound email is enabled.
    reads: bool,
    lists: Vec<InboxGroup>,
    zone: &'static str,
}

/// Emails in the same state.
struct InboxGroup {
    heading: &'static str,
    about: &'static str,
    /// The total number of emails; only the latest are listed.
    count: u64,
    rows: Vec<InboxRow>,
}

struct InboxRow {
    id: i64,
    at: String,
    source: String,
    from: String,
    /// The table and seat of its reply key.
    table: Option<(String, String)>,
    verdict: String,
    tries: u32,
    became: String,
    again: bool,
}

pub async fn show(
    Admin { player, .. }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let inbox = site.service.emails().inbox(player).await?;
    let mut lists = Vec::new();
    for (state, count, emails) in inbox.lists {
        let (heading, about) = heading(state);
        let mut rows = Vec::new();
        for email in emails {
            rows.push(row(&site, &visitor, email).await);
        }
        lists.push(InboxGroup { heading, about, count, rows });
    }
    html(InboxPage {
        shell: shell.titled("Inbound email").at("admin"),
        reads: site.service.settings().answers.is_some(),
        lists,
        zone: visitor.zone().name(),
    })
}

fn heading(state: IncomingState) -> (&'static str, &'static str) {
    match state {
        IncomingState::Held => ("Held", "Not processed until their player confirms them."),
        IncomingState::New => ("New", "Processed within seconds, or retried after a failure."),
        IncomingState::Done => {
            ("Done", "Processed line by line; some lines may have been refused.")
        }
        IncomingState::Ignored => {
            ("Ignored", "Automatic emails, and emails that belong to no game here.")
        }
    }
}

async fn row(site: &Site, visitor: &Visitor, email: Incoming) -> InboxRow {
    let table = match (&email.found.game, email.found.seat) {
        (Some(game_id), Some(seat)) => {
            let game = site.service.games().load(game_id).await.ok();
            let seat = game.map_or_else(|| seat.to_string(), |game| game.called(seat).name);
            Some((game_id.to_string(), seat))
        }
        _ => None,
    };
    let known = email.found.key.is_some();
    InboxRow {
        id: email.id,
        at: words::short(email.received_at, visitor.zone()),
        again: match email.state {
            IncomingState::Held => true,
            // The text of emails without a known reply key is not stored.
            IncomingState::Ignored => known,
            IncomingState::New | IncomingState::Done => false,
        },
        source: email.source,
        from: email.found.sender.unwrap_or_else(|| "unknown".to_owned()),
        table,
        verdict: email.found.verdict.unwrap_or_default(),
        tries: email.tries,
        became: email.note.unwrap_or_else(|| "not processed yet".to_owned()),
    }
}

/// `POST /admin/inbound/{email}`: processes an email again.
pub async fn again(
    Admin { player, .. }: Admin,
    site: Data<Site>,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let email = path.parse().map_err(|_| PageError::NotFound("email"))?;
    site.service.emails().handle_again(player, email).await?;
    Ok(redirect("/admin/inbound", "handled-again"))
}
