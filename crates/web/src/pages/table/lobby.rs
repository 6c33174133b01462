//! `GET /games`: the lobby, with open tables, running games and recently finished games.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{paths, words},
};
use ravenpost_rules::Seat;
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::read_lists::Listed;

pub struct TableRow {
    pub address: String,
    pub name: String,
    pub title: &'static str,
    pub status: &'static str,
    pub seats: Vec<Occupant>,
    pub awaited: Vec<Seat>,
    pub first: Vec<Seat>,
    pub changed: String,
    /// Whether the stored game is unreadable.
    pub damaged: bool,
}

impl TableRow {
    pub fn of(mut listed: Listed, visitor: &Visitor) -> TableRow {
        let mine = listed.mine;
        for one in listed.seats.iter_mut().filter(|one| mine.is_some_and(|mine| mine == one.seat)) {
            one.name = Some("you".to_owned());
        }
        TableRow {
            address: paths::game(&listed.row.id),
            title: listed.title,
            status: listed.row.status.word(),
            changed: words::short(listed.row.changed_at, visitor.zone()),
            damaged: listed.damaged,
            name: listed.row.name,
            seats: listed.seats,
            awaited: listed.awaited,
            first: listed.first,
        }
    }

    pub fn is_first(&self, seat: &Seat) -> bool {
        self.first.contains(seat)
    }

    pub fn waits_for(&self, seat: &Seat) -> bool {
        self.awaited.contains(seat)
    }
}

/// The number of recently finished games; the archive has all.
const LATEST: usize = 6;

#[derive(Template)]
#[template(path = "games/lobby.html")]
struct LobbyPage {
    shell: Shell,
    open: Vec<TableRow>,
    free: Vec<TableRow>,
    running: Vec<TableRow>,
    over: Vec<TableRow>,
    zone: &'static str,
}

pub async fn lobby(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let lobby = site.service.play().lobby().await?;
    let rows = |list: Vec<Listed>| {
        list.into_iter().map(|listed| TableRow::of(listed, &visitor)).collect::<Vec<TableRow>>()
    };
    html(LobbyPage {
        shell: shell.titled("Find a game").at("games"),
        open: rows(lobby.open),
        free: rows(lobby.free),
        running: rows(lobby.running),
        over: rows(lobby.over.into_iter().take(LATEST).collect()),
        zone: visitor.zone().name(),
    })
}
