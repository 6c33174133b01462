//! `GET /games`: tables to join, games to watch, games that are over. `GET /my-games` and `/next`.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::service::game::seat_names::Occupant;
use crate::service::play::read_lists::Listed;
use crate::web::error::PageError;
use crate::web::layout::{Shell, html, redirect};
use crate::web::visitor::Visitor;
use crate::web::{Site, paths, words};
use ravenpost_rules::Seat;

/// A game in a list.
pub struct TableRow {
    pub address: String,
    pub name: String,
    pub title: &'static str,
    pub status: &'static str,
    pub seats: Vec<Occupant>,
    pub awaited: Vec<Seat>,
    pub first: Vec<Seat>,
    pub changed: String,
    pub mine: bool,
    /// The reader's time left, when the reader is awaited.
    pub left: Option<String>,
    /// Whether it cannot be read.
    pub damaged: bool,
}

impl TableRow {
    pub fn of(mut listed: Listed, site: &Site, visitor: &Visitor) -> TableRow {
        let mine = listed.mine;
        for one in
            listed.seats.iter_mut().filter(|one| mine.is_some_and(|mine| mine.seat == one.seat))
        {
            one.name = Some("you".to_owned());
        }
        let waits = mine.filter(|mine| mine.awaited);
        TableRow {
            address: paths::game(&listed.row.id),
            title: listed.title,
            status: listed.row.status.word(),
            changed: words::short(listed.row.changed_at, visitor.zone()),
            left: waits.map(|mine| {
                let due = mine.due.map(|due| words::left(due, site.now()));
                due.unwrap_or_else(|| "no deadline".to_owned())
            }),
            mine: waits.is_some(),
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

/// Games shown that ended last; all stand in the archive.
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
    let lobby = site.service.lobby().await?;
    let rows = |list: Vec<Listed>| {
        list.into_iter()
            .map(|listed| TableRow::of(listed, &site, &visitor))
            .collect::<Vec<TableRow>>()
    };
    html(LobbyPage {
        shell: shell.titled("Play").at("games"),
        open: rows(lobby.open),
        free: rows(lobby.free),
        running: rows(lobby.running),
        over: rows(lobby.over.into_iter().take(LATEST).collect()),
        zone: visitor.zone().name(),
    })
}

#[derive(Template)]
#[template(path = "games/mine.html")]
struct MinePage {
    shell: Shell,
    waiting: Vec<TableRow>,
    others: Vec<TableRow>,
    over: Vec<TableRow>,
    /// Letters that wait for the reader's word.
    held: usize,
    /// Forks to which the reader is asked along: address and name.
    asked: Vec<(String, String)>,
    zone: &'static str,
}

pub async fn mine(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let player = &visitor.signed()?.player;
    let held = site.service.held_letters(player.id).await?.len();
    let asked = site.service.asked_along(site.now(), player.id).await?;
    let asked = asked.into_iter().map(|row| (paths::game(&row.id), row.name)).collect();
    let games = site.service.my_games(player.id).await?;
    let rows = games.into_iter().map(|listed| TableRow::of(listed, &site, &visitor));
    let (over, current): (Vec<TableRow>, Vec<TableRow>) =
        rows.partition(|row| matches!(row.status, "over" | "cancelled"));
    let (waiting, others) = current.into_iter().partition(|row| row.mine);
    let shell = shell.titled("My games").at("mine");
    html(MinePage { shell, waiting, others, over, held, asked, zone: visitor.zone().name() })
}

/// `GET /next`: straight to the game with the least time left.
pub async fn next(site: Data<Site>, visitor: Visitor) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    Ok(match site.service.next_game(player).await? {
        Some(game) => redirect(&format!("{}#orders", paths::game(&game)), ""),
        None => redirect("/my-games", "no-game"),
    })
}
