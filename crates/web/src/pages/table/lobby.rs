//! `GET /games`: the lobby, with open tables, running games and recently finished games. The list
//! can be filtered by title, free seats and pace.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::pages::table::lobby_filters::{Filters, LobbyFilter};
use crate::pages::table::table_row::TableRow;
use crate::shared::layout::{Shell, html};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use ravenpost_service::play::read_lists::Listed;
use ravenpost_service::titles;

/// The number of recently finished games; the archive has all.
const LATEST: usize = 6;

#[derive(Template)]
#[template(path = "games/lobby.html")]
struct LobbyPage {
    shell: Shell,
    filters: Vec<Filters>,
    /// Whether a filter is set.
    filtered: bool,
    /// Whether only tables with a free seat are listed.
    free_only: bool,
    open: Vec<TableRow>,
    free: Vec<TableRow>,
    running: Vec<TableRow>,
    over: Vec<TableRow>,
    zone: &'static str,
}

const DESCRIPTION: &str = "Join a table that is waiting for players, or watch a game in progress.";

pub async fn lobby(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let wanted = LobbyFilter::of(Fields::read(request.query_string()).parse()?);
    if !wanted.title.is_empty() && titles::find(&wanted.title).is_none() {
        return Err(PageError::NotFound("title"));
    }
    let lobby = site.service.play().lobby().await?;
    let rows = |list: Vec<Listed>, most: usize| {
        let list = list.into_iter().filter(|listed| wanted.fits(listed)).take(most);
        list.map(|listed| TableRow::of(listed, &visitor)).collect::<Vec<TableRow>>()
    };
    html(LobbyPage {
        shell: shell.titled("Find a game").at("games").described(DESCRIPTION),
        open: rows(lobby.open, usize::MAX),
        free: rows(lobby.free, usize::MAX),
        running: rows(lobby.running, usize::MAX),
        over: rows(lobby.over, LATEST),
        filters: wanted.filters(),
        filtered: wanted != LobbyFilter::default(),
        free_only: wanted.free,
        zone: visitor.zone().name(),
    })
}
