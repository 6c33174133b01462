//! `GET /my-games`: games waiting for the player, games waiting for others and finished games.
//! `?show=` selects one list. Players without games are shown open tables.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::pages::table::table_row::TableRow;
use crate::shared::game_request::viewpoint;
use crate::shared::layout::{Shell, html};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::view::game_cards::{GameCard, WaitRow};

/// The number of finished games shown with the others, and on their own.
const LATEST: usize = 6;
const ALL: usize = 200;
/// The number of open tables suggested when nothing is pending.
const OFFERED: usize = 3;

/// Which lists are shown.
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
        (Show::Waiting, "me", "Waiting for you"),
        (Show::Others, "others", "Waiting for others"),
        (Show::Over, "over", "Finished"),
    ];

    /// Returns the requested list, or all if the value is missing or unknown.
    fn of(asked: &str) -> Show {
        Show::ALL.into_iter().find(|(_, key, _)| *key == asked).map_or(Show::All, |one| one.0)
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct MineQuery {
    show: String,
}

/// A filter: its key, name, number of games, and whether it is selected.
struct Filter {
    key: &'static str,
    name: &'static str,
    count: usize,
    here: bool,
}

#[derive(Template)]
#[template(path = "games/my_games.html")]
struct MinePage {
    shell: Shell,
    filters: Vec<Filter>,
    show: Show,
    waiting: Vec<WaitRow>,
    others: Vec<GameCard>,
    over: Vec<TableRow>,
    /// The number of finished games that are not shown.
    more_over: usize,
    /// The number of held emails to confirm.
    held: usize,
    /// Whether the player has no games.
    none: bool,
    /// Tables with a free seat, suggested when nothing is pending.
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
    let query: MineQuery = Fields::read(request.query_string()).parse()?;
    let show = Show::of(&query.show);
    let most = if show == Show::Over { ALL } else { LATEST };
    let games = site.service.play().my_games(site.now(), player.id, most).await?;
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
        0 => site.service.play().lobby().await?.open,
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
