//! `GET /admin/outbound`: the state of email delivery for admins: queued emails, failed emails
//! with the reason, and a button to retry.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::visitor::Visitor;
use crate::view::outbox_access::Outbox;
use crate::{Site, shared::words};
use ravenpost_log::GameId;
use ravenpost_service::post::outbox_page::PostOffice;
use ravenpost_store::post::outbox::OutboxEmail;

#[derive(Template)]
#[template(path = "admin/outbound.html")]
struct PostPage {
    shell: Shell,
    /// Whether emails stay on this server.
    local_outbox: bool,
    /// When the relay became unreachable.
    down: Option<String>,
    /// Nodes that cannot send emails, each with the start of its outage.
    cut_off: Vec<(String, String)>,
    /// Mail sources that are down: name, start of the outage, and reason.
    shut: Vec<(String, String, String)>,
    /// Games that cannot be read, and why.
    damaged: Vec<(GameId, String)>,
    ahead: Ahead,
    /// Emails that only a newer version can render: kind, number, and the time since which they
    /// have waited.
    unwritten: Vec<(String, String, String)>,
    waiting_count: u64,
    sending_count: u64,
    dead_count: u64,
    lists: Vec<List>,
    zone: &'static str,
}

/// Games that a newer version has continued.
struct Ahead {
    count: usize,
    /// The first of them, and what this version does not understand in each.
    first: Vec<(GameId, String)>,
}

/// The maximum number of games listed.
const NAMED: usize = 5;

impl Ahead {
    fn of(mut games: Vec<(GameId, String)>) -> Ahead {
        let count = games.len();
        games.truncate(NAMED);
        Ahead { count, first: games }
    }

    fn more(&self) -> usize {
        self.count - self.first.len()
    }
}

/// Emails in one state.
struct List {
    heading: &'static str,
    /// The heading of the last column.
    last: &'static str,
    /// Whether they can be sent again.
    again: bool,
    rows: Vec<DeliveryRow>,
}

struct DeliveryRow {
    id: i64,
    kind: String,
    game: Option<String>,
    to: String,
    since: String,
    tries: u32,
    last: String,
}

pub async fn show(
    Admin { player, .. }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let post = site.service.emails().post_office(site.now(), player).await?;
    let PostOffice { counts, relay_down_since, cut_off, shut, unwritten, .. } = post;
    let PostOffice { dead, waiting, sending, sent, .. } = post;
    let heads = [
        ("Failed", "Reason", true, dead),
        ("Waiting", "Reason", false, waiting),
        ("Sending", "Last try", false, sending),
        ("Recently sent", "Accepted by relay", false, sent),
    ];
    let mut lists = Vec::new();
    for (heading, last, again, emails) in heads {
        let mut rows = Vec::new();
        for email in &emails {
            rows.push(row(&site, &visitor, email).await);
        }
        lists.push(List { heading, last, again, rows });
    }
    let zone = visitor.zone();
    let shut = shut.into_iter();
    let shut =
        shut.map(|source| (source.source, words::moment(source.since, zone), source.why)).collect();
    let unwritten = unwritten.into_iter();
    let unwritten = unwritten.map(|one| {
        let count = words::number(usize::try_from(one.emails).unwrap_or(usize::MAX), "email");
        (one.kind, count, words::moment(one.since, zone))
    });
    html(PostPage {
        shell: shell.titled("Outbound email").at("admin"),
        local_outbox: site.outbox != Outbox::Closed,
        down: relay_down_since.map(|since| words::moment(since, zone)),
        cut_off: cut_off
            .into_iter()
            .map(|(node, since)| (node, words::moment(since, zone)))
            .collect(),
        shut,
        damaged: site.service.games().damaged(),
        ahead: Ahead::of(site.service.games().ahead()),
        unwritten: unwritten.collect(),
        waiting_count: counts.waiting,
        sending_count: counts.sending,
        dead_count: counts.dead,
        lists,
        zone: zone.name(),
    })
}

async fn row(site: &Site, visitor: &Visitor, email: &OutboxEmail) -> DeliveryRow {
    let at = |moment| words::short(moment, visitor.zone());
    DeliveryRow {
        id: email.id,
        kind: words::email_kind(&email.queued.kind),
        game: email.queued.game.as_ref().map(ToString::to_string),
        to: site.service.emails().email_reader(email).await,
        since: at(email.queued.at),
        tries: email.attempts,
        last: match email.sent_at {
            Some(sent) => at(sent),
            None => email.last_error.clone().unwrap_or_default(),
        },
    }
}

/// `POST /admin/outbound/{email}`: retries a failed email.
pub async fn again(
    Admin { player, .. }: Admin,
    site: Data<Site>,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let email = path.parse().map_err(|_| PageError::NotFound("email"))?;
    site.service.emails().send_again(site.now(), player, email).await?;
    Ok(redirect("/admin/outbound", "sent-again"))
}
