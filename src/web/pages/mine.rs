//! `GET /my-games`: what waits for the reader, what waits for others, what is over; `?show=` one of
//! the three. Whoever has no game yet finds a way to one.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::tables::TableRow;
use crate::web::Site;
use crate::web::error::PageError;
use crate::web::game_cards::{GameCard, WaitRow};
use crate::web::game_request::viewpoint;
use crate::web::layout::{Shell, html};
use crate::web::query::Fields;
use crate::web::visitor::Visitor;

/// Finished games beside the others, and on a page of their own.
const LATEST: usize = 6;
const ALL: usize = 200;
/// Tables on offer to who has nothing to do.
const OFFERED: usize = 3;

/// Which of the games are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Show {
    All,
    Waiting,
    Others,
    Over,
}

impl Show {
    const ALL: [(Show, &'static str, &'static str); 4] = [
        (Show::All, "all", "All"),
        (Show::Waiting, "me", "Waits for me"),
        (Show::Others, "others", "Waits for others"),
        (Show::Over, "over", "Finished"),
    ];

    /// What the address asks for; all where it asks for nothing that there is.
    fn of(query: &Fields) -> Show {
        let asked = query.text("show");
        Show::ALL.into_iter().find(|(_, key, _)| *key == asked).map_or(Show::All, |one| one.0)
    }
}

/// A filter: its key, its name, how many games it shows, and whether it is chosen.
struct Filter {
    key: &'static str,
    name: &'static str,
    count: usize,
    here: bool,
}

#[derive(Template)]
#[template(path = "games/mine.html")]
struct MinePage {
    shell: Shell,
    filters: Vec<Filter>,
    show: Show,
    waiting: Vec<WaitRow>,
    others: Vec<GameCard>,
    over: Vec<TableRow>,
    /// How many more are over than are shown.
    more_over: usize,
    /// Letters that wait for the reader's word.
    held: usize,
    /// Whether the reader has no game at all.
    none: bool,
    /// Tables with a free seat, for who has nothing to do.
    open: Vec<TableRow>,
    zone: &'static str,
}

impl MinePage {
    fn shows(&self, part: &str) -> bool {
        self.show == Show::All || self.filters.iter().any(|one| one.here && one.key == part)
    }
}

pub async fn show(
    request: HttpRequest,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let player = &visitor.signed()?.player;
    let show = Show::of(&Fields::read(request.query_string()));
    let most = if show == Show::Over { ALL } else { LATEST };
    let games = site.service.my_games(site.now(), player.id, most).await?;
    let view = viewpoint(&site, &visitor, None);
    let held = usize::from(games.held > 0);
    let (waiting, others) = (games.waiting.len() + held, games.others.len());
    let count = |show| match show {
        Show::All => waiting + others + games.all_over,
        Show::Waiting => waiting,
        Show::Others => others,
        Show::Over => games.all_over,
    };
    let filter = |(one, key, name)| Filter { key, name, count: count(one), here: one == show };
    let filters = Show::ALL.into_iter().map(filter).collect();
    let none = waiting + others + games.all_over == 0;
    let open = match waiting {
        0 => site.service.lobby().await?.open,
        _ => Vec::new(),
    };
    let open = open.into_iter().take(OFFERED).map(|listed| TableRow::of(listed, &visitor));
    html(MinePage {
        shell: shell.titled("My games").at("mine"),
        filters,
        show,
        waiting: games.waiting.into_iter().map(|game| WaitRow::of(game, view)).collect(),
        others: games.others.into_iter().map(|game| GameCard::of(&game, view)).collect(),
        more_over: games.all_over - games.over.len(),
        over: games.over.into_iter().map(|listed| TableRow::of(listed, &visitor)).collect(),
        held: games.held,
        none,
        open: open.collect(),
        zone: visitor.zone().name(),
    })
}
