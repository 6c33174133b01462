//! `GET /admin/people`: the accounts, newest first, with a search by name or address.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html};
use crate::shared::pagination::{Neighbours, page_number};
use crate::shared::visitor::Visitor;
use crate::shared::words;
use ravenpost_store::people::accounts::Account;

#[derive(Template)]
#[template(path = "admin/people.html")]
struct PeoplePage {
    shell: Shell,
    search: String,
    /// Whether only blocked accounts are listed.
    blocked: bool,
    rows: Vec<Row>,
    pages: Neighbours,
    zone: &'static str,
}

/// An account in the list.
struct Row {
    id: i64,
    name: String,
    address: String,
    seen: String,
    games: u64,
    blocked: bool,
}

impl Row {
    fn of(account: Account, visitor: &Visitor) -> Row {
        let at = |moment| words::short(moment, visitor.zone());
        Row {
            id: account.player.id.0,
            name: account.player.name,
            address: account.player.address,
            seen: account.seen_at.map_or("never".to_owned(), at),
            games: account.games,
            blocked: account.player.blocked_at.is_some(),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PeopleQuery {
    q: String,
    blocked: bool,
}

pub async fn show(
    Admin { fields, .. }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let PeopleQuery { q: search, blocked } = fields.parse()?;
    let page = page_number(&fields)?;
    let listed = site.service.administration().people(&search, blocked, page).await?;
    let parameters = [("q", search.as_str()), ("blocked", if blocked { "1" } else { "" })];
    html(PeoplePage {
        pages: Neighbours::of(page, listed.more, "/admin/people", &parameters),
        shell: shell.titled("Players").at("admin"),
        search,
        blocked,
        rows: listed.items.into_iter().map(|account| Row::of(account, &visitor)).collect(),
        zone: visitor.zone().name(),
    })
}
