//! `GET /games/{id}`: the game as the visitor may see it, now or `?at=` an earlier step; before
//! the start, the table with its free seats.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::table::{Came, TablePage};
use crate::rules::Refusal;
use crate::service::course::Status;
use crate::service::preview_order::Foretold;
use crate::service::read_game::GameSight;
use crate::store::GameId;
use crate::web::error::PageError;
use crate::web::forms::Fields;
use crate::web::game_view::{Eyes, GameView};
use crate::web::layout::{Shell, html};
use crate::web::news::{Chapter, chapters};
use crate::web::shelf::Place;
use crate::web::visitor::Visitor;
use crate::web::{Site, board};

/// The game page; `refused` and `typed` are of an order that was just tried.
#[derive(Template)]
#[template(path = "games/game.html")]
pub struct GamePage {
    pub shell: Shell,
    pub game: GameView,
    pub refused: Vec<Refusal>,
    pub typed: String,
    /// What happened since the visitor's page was made, when an order came too late.
    pub moved_on: Option<Vec<String>>,
}

/// The same page with what an order would do on top, and the board as it would be.
#[derive(Template)]
#[template(path = "games/preview.html")]
pub struct PreviewPage {
    pub shell: Shell,
    pub game: GameView,
    pub refused: Vec<Refusal>,
    pub typed: String,
    pub moved_on: Option<Vec<String>>,
    pub would: Option<Would>,
}

/// What an order would do, in words.
pub struct Would {
    pub orders: String,
    pub told: Vec<String>,
    /// What comes to light after that, when something does.
    pub ahead: Option<String>,
    pub goes_on: bool,
    pub seen: u64,
}

pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let query = Fields::read(request.query_string());
    let at = match query.get("at") {
        Some(at) => Some(at.parse().map_err(|_| unreadable_step())?),
        None => None,
    };
    let place = match common(&request, &site, &visitor, (&path, at)).await? {
        Common::Ready(page) => return Ok(answer(page)),
        Common::Missing(place) => Some(place),
        Common::Own => None,
    };
    let sight = sight(&site, &visitor, &path, at).await?;
    let shell = Shell::of(&request).titled(&sight.course.name).at("games");
    if matches!(sight.live.course.status, Status::Open | Status::Cancelled) {
        let base = &site.service.settings().base_url;
        let link = query.get("link").map(|token| format!("{base}/join/{token}"));
        return TablePage::of(&visitor, shell, sight, Came::Here { link });
    }
    let game = GameView::of(sight, eyes(&site, &visitor, query.get("area")))?;
    let shell = if game.mine() { shell.alert() } else { shell };
    let (refused, typed, moved_on) = Default::default();
    let page = GamePage { shell, game, refused, typed, moved_on };
    let Some(place) = place else { return html(page) };
    let page = Bytes::from(page.render().map_err(PageError::broken)?);
    site.shelf.keep(place, site.now(), page.clone());
    Ok(answer(page))
}

/// What is known of a page before it is made.
enum Common {
    /// It is on the shelf.
    Ready(Bytes),
    /// It belongs on the shelf, in this place.
    Missing(Place),
    /// It is for one visitor, or about more than the game.
    Own,
}

async fn common(
    request: &HttpRequest,
    site: &Site,
    visitor: &Visitor,
    (id, at): (&str, Option<u64>),
) -> Result<Common, PageError> {
    let only_a_step = at.is_some() != request.query_string().is_empty();
    if !visitor.unknown() || !only_a_step {
        return Ok(Common::Own);
    }
    let game: GameId = id.parse().map_err(|_| PageError::NotFound("game"))?;
    let live = site.service.live(&game).await?;
    let place = Place { game, version: live.version(), at };
    Ok(match site.shelf.find(&place, site.now()) {
        Some(page) => Common::Ready(page),
        None if live.has_started() => Common::Missing(place),
        None => Common::Own,
    })
}

fn answer(page: Bytes) -> HttpResponse {
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(page)
}

fn unreadable_step() -> PageError {
    PageError::Unreadable("a step is a number".to_owned())
}

/// What the visitor may see of a game.
pub async fn sight(
    site: &Site,
    visitor: &Visitor,
    id: &str,
    at: Option<u64>,
) -> Result<GameSight, PageError> {
    let id = id.parse().map_err(|_| PageError::NotFound("game"))?;
    let player = visitor.player.as_ref().map(|signed| signed.player.id);
    Ok(site.service.read_game(&id, player, at).await?)
}

/// The visitor's eyes: now, in its own zone.
pub fn eyes<'a>(site: &Site, visitor: &Visitor, area: Option<&'a str>) -> Eyes<'a> {
    Eyes { now: site.now(), zone: visitor.zone(), area }
}

/// The page with what a line of orders would do.
pub fn preview(
    shell: Shell,
    mut game: GameView,
    foretold: Foretold,
) -> Result<HttpResponse, PageError> {
    game.headline = foretold.sight.headline;
    game.board = board::svg(&foretold.sight.scene, Vec::new());
    game.text = foretold.sight.text;
    game.own = foretold.sight.own;
    game.panels = foretold.sight.panels;
    let would = Some(Would {
        orders: foretold.orders.join("; "),
        told: foretold.told.into_iter().map(|told| told.text).collect(),
        ahead: foretold.cut.then(|| foretold.ahead.unwrap_or_else(unforeseen)),
        goes_on: foretold.goes_on,
        seen: game.version,
    });
    let (refused, typed, moved_on) = Default::default();
    html(PreviewPage { shell, game, refused, typed, moved_on, would })
}

/// What is said of what comes to light when its kind hangs on the secrets of others.
fn unforeseen() -> String {
    "Something comes to light that nobody can foretell".to_owned()
}

/// `GET /games/{id}/log`: every step.
#[derive(Template)]
#[template(path = "games/log.html")]
struct LogPage {
    shell: Shell,
    game: LogView,
}

/// What the log's template needs of a game.
struct LogView {
    address: String,
    name: String,
    log: Vec<Chapter>,
}

pub async fn log(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let sight = sight(&site, &visitor, &path, None).await?;
    let steps = sight.story(0)?;
    let log = chapters(&steps, &sight, eyes(&site, &visitor, None), usize::MAX);
    let name = sight.course.name.clone();
    let game = LogView { address: format!("/games/{}", sight.live.id), name, log };
    html(LogPage { shell: shell.titled(&format!("Log of {}", game.name)).at("games"), game })
}
