//! `GET /games/{id}`: the game as the visitor may see it. `?at=` selects an earlier step, `?from=`
//! a step to compare it with and `?eye=` a viewpoint. Before the start it shows the table with its
//! free seats.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderName, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::http::headers::POLICY_STEPPING;
use crate::pages::table::seats::{Arrival, TablePage};
use crate::shared::forms::{self, OrderForm};
use crate::shared::game_request::{GameRequest, game_of, viewpoint, visible};
use crate::shared::layout::{Shell, html, html_as};
use crate::shared::query::{Fields, lenient, pairs};
use crate::shared::viewpoint::{Viewpoint, Zoom};
use crate::shared::visitor::Visitor;
use crate::view::game_view::GameView;
use crate::view::page_cache::{Audience, CacheKey};
use crate::view::placeholders::{self, CachedPage, Filling};
use crate::view::time_bar::TimeBar;
use crate::{Site, http::assets};
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::text::phrase::small;
use ravenpost_rules::{Offer, Refusal, Seat};
use ravenpost_service::play::look::{Eye, Look};
use ravenpost_service::play::preview_order::PreviewedLine;
use ravenpost_service::play::read_game::VisibleGame;

/// The page of a running or finished game at its last or an earlier step.
#[derive(Template)]
#[template(path = "games/game.html")]
struct GamePage {
    shell: Shell,
    game: GameView,
    tried: FailedOrder,
}

/// An order that was refused.
#[derive(Default)]
pub struct FailedOrder {
    pub refused: Vec<Refusal>,
    pub typed: String,
    /// What has happened since the visitor loaded the page, if the order came too late.
    pub moved_on: Option<Vec<String>>,
    /// What was entered into a form that was shown at an earlier step, as text to copy.
    pub entered: Option<String>,
}

/// The game's page with a preview of an order and of the resulting board.
#[derive(Template)]
#[template(path = "games/preview.html")]
struct PreviewPage {
    shell: Shell,
    game: GameView,
    would: Option<Would>,
}

/// The longest action that fits on a button, in characters.
const SHORT: usize = 40;

/// The effects of an order.
struct Would {
    orders: String,
    narration: Vec<String>,
    /// What would be revealed afterwards, if anything.
    ahead: Option<String>,
    goes_on: bool,
    seen: Step,
    /// The link back to the orders, with this one filled in.
    back: String,
    /// Other ways to pay for the same.
    ways: Vec<Offer>,
    /// The effect of the order, if it is a listed one: "Settle Dede".
    action: String,
    /// What it costs, if the action does not say it.
    price: String,
}

/// The effect of a previewed order, if it is a listed one.
#[derive(Default)]
struct Chosen {
    action: String,
    price: String,
    /// The other ways to pay for it.
    ways: Vec<Offer>,
}

impl Would {
    /// Returns a description of the order for the button, if it is short enough.
    fn short(&self) -> Option<String> {
        let fits = (1..=SHORT).contains(&self.action.chars().count());
        fits.then(|| small(&self.action))
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct GameQuery<'a> {
    #[serde(deserialize_with = "forms::step")]
    at: Option<Step>,
    #[serde(deserialize_with = "forms::step")]
    from: Option<Step>,
    #[serde(deserialize_with = "forms::step")]
    own: Option<Step>,
    eye: &'a str,
    every: Option<&'a str>,
    /// The token of a share link that was just created.
    link: Option<&'a str>,
    #[serde(deserialize_with = "lenient")]
    play: Option<u8>,
    tab: Option<&'a str>,
    area: Option<&'a str>,
    done: &'a str,
    order: String,
}

pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let fields = Fields::read(request.query_string());
    let query: GameQuery = fields.parse()?;
    let look = look(&query)?;
    let id = game_of(&path)?;
    let shell = Shell::of(&request).for_game(&id, &visitor);
    let zoom = Zoom::read(&fields);
    let place = place(&request, &shell, &visitor, &id, look, zoom).await?;
    if let Some(sheet) = place.as_ref().and_then(|place| site.page_cache.find(place, site.now())) {
        return Ok(filled(&sheet, shell));
    }
    let visible = visible(&site, &visitor, &id, look).await?;
    if matches!(visible.game.status.state, Status::Open | Status::Cancelled) {
        let base = &site.service.settings().base_url;
        let link = query.link.map(|token| format!("{base}/join/{token}"));
        let shell = shell.titled(&visible.status.name).of_game(visible.seat.is_some());
        let viewpoint = viewpoint(&site, &visitor, None);
        return TablePage::of(&visitor, shell, visible, viewpoint, Arrival::Here { link });
    }
    let play = query.play.map(|seconds| seconds.clamp(2, 60));
    // Players see the message or note they have just written.
    let written = shell.spoken.map(|_| "talk").or(shell.noted.map(|_| "notes"));
    let tab = query.tab.or(written);
    let viewpoint = Viewpoint { play, tab, zoom, ..viewpoint(&site, &visitor, query.area) };
    let mut game = GameView::of(visible, viewpoint)?;
    game.time.bar.script = Some(assets::address("game.js"));
    game.time.story.done = query.done == "ordered";
    let Some(place) = place else {
        let redirect = redirect(&game.time.bar);
        // After a preview, fill in the previewed order again.
        let tried = FailedOrder { typed: query.order, ..FailedOrder::default() };
        let page = GamePage { shell: titled(shell, &game), game, tried };
        let mut answer = stepping(html(page)?);
        if let Some(redirect) = redirect {
            answer.headers_mut().insert(REFRESH, redirect);
        }
        return Ok(answer);
    };
    // The area is on the board, and the level is one of its own.
    let drawn = game.board.drawn.zoom.as_ref();
    let known = zoom == Zoom::default() || drawn.is_some_and(|drawn| drawn.known);
    let sheet = Arc::new(sheet(&shell, game)?);
    if known {
        site.page_cache.keep(place, site.now(), Arc::clone(&sheet));
    }
    Ok(filled(&sheet, shell))
}

/// Parses the viewpoint and steps in the query.
fn look(query: &GameQuery<'_>) -> Result<Look, PageError> {
    let eye = match query.eye {
        "" | "own" => Eye::Own,
        "now" => Eye::Now,
        "open" => Eye::Open,
        seat => Eye::Seat(Seat(seat.parse().map_err(|_| unreadable_eye())?)),
    };
    let &GameQuery { at, from, own, .. } = query;
    Ok(Look { at, from, eye, every: query.every.is_some(), own })
}

/// Returns the `Refresh` header of a running replay, which works without a script.
fn redirect(bar: &TimeBar) -> Option<HeaderValue> {
    let running = bar.play.as_ref()?.running?;
    let after = bar.after.as_ref()?;
    HeaderValue::from_str(&format!("{running};url={after}&play={running}#when")).ok()
}

fn titled(shell: Shell, game: &GameView) -> Shell {
    let shell = shell.titled(&game.name).of_game(game.table.seat.is_some());
    if game.mine() { shell.alert() } else { shell }
}

/// Returns the cache key of the page, or None if the page depends on more than the game.
async fn place(
    request: &HttpRequest,
    shell: &Shell,
    visitor: &Visitor,
    game_id: &GameId,
    look: Look,
    zoom: Zoom<'_>,
) -> Result<Option<CacheKey>, PageError> {
    let at = look.at;
    let step = at.map(|at| format!("at={at}"));
    let part = Some(zoom.written()).filter(|part| !part.is_empty());
    let whole = step.into_iter().chain(part).collect::<Vec<_>>().join("&");
    let only_a_step = request.query_string() == whole;
    // A guest sees their own seat, and a warning names an address of the reader.
    let warned = shell.failing.is_some() || shell.direct.is_some();
    let own = warned || visitor.guest.is_some();
    if own || !only_a_step {
        return Ok(None);
    }
    let site = request.app_data::<Data<Site>>().expect("every page has its site");
    let game = site.service.games().load(game_id).await?;
    if !game.has_started() {
        return Ok(None);
    }
    let reader = match &visitor.player {
        None => Audience::Unknown(visitor.theme()),
        Some(signed) => Audience::Signed {
            player: signed.player.id,
            zone: visitor.zone(),
            theme: visitor.theme(),
            outbox: shell.outbox,
            admin: shell.admin,
            commits: site.stamp().await?,
        },
    };
    let zoom = (zoom.level, zoom.near.map(ToOwned::to_owned));
    Ok(Some(CacheKey { game: game_id.clone(), head: game.tip.shown, at, zoom, reader }))
}

/// Renders the page with placeholders for everything specific to a reader.
fn sheet(shell: &Shell, mut game: GameView) -> Result<CachedPage, PageError> {
    // Visitors who are not signed in have no count either.
    let own = |mark: fn() -> String| shell.player.as_ref().map(|_| mark());
    let (count, next) = (own(placeholders::count), own(placeholders::next));
    let shell = Shell {
        player: own(placeholders::name),
        token: placeholders::token(),
        count: count.unwrap_or_default(),
        badge: own(placeholders::badge).unwrap_or_default(),
        next: next.unwrap_or_default(),
        ..shell.clone()
    };
    game.key = placeholders::key();
    let page = GamePage { shell: titled(shell, &game), game, tried: FailedOrder::default() };
    Ok(CachedPage::of(page.render().map_err(PageError::broken)?))
}

fn filled(sheet: &CachedPage, shell: Shell) -> HttpResponse {
    let Shell { player, token, count, badge, next, .. } = shell;
    let (name, key) = (player.unwrap_or_default(), forms::random());
    let page = sheet.filled(&Filling { token, key, name, count, badge, next });
    stepping(HttpResponse::Ok().content_type("text/html; charset=utf-8").body(page))
}

/// Allows the script for the timeline's arrow keys.
fn stepping(mut answer: HttpResponse) -> HttpResponse {
    let policy = HeaderValue::from_static(POLICY_STEPPING);
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    answer
}

fn unreadable_eye() -> PageError {
    PageError::Unreadable("a view is \"own\", \"now\", \"open\" or the number of a seat".to_owned())
}

/// Makes browsers load another address after a delay.
const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// Renders the game's page with a refused order, and the form with what was entered.
pub async fn answer(
    request: &HttpRequest,
    visitor: &Visitor,
    asked: &GameRequest,
    tried: FailedOrder,
) -> Result<HttpResponse, PageError> {
    let site = request.app_data::<Data<Site>>().expect("every page has its site");
    let (id, fields) = (&asked.game, &asked.fields);
    let visible = visible(site, visitor, id, None).await?;
    let OrderForm { form, area, .. } = OrderForm::of(fields);
    let viewpoint = Viewpoint {
        tab: form.filter(|place| place.starts_with("a.")).map(|_| "standing"),
        zoom: Zoom::read(fields),
        ..viewpoint(site, visitor, area)
    };
    let mut game = GameView::of(visible, viewpoint)?;
    let tried = match form.and_then(|_| forms::outdated(fields, game.time.last_step)) {
        // The form may offer something else by now, so it is not filled in again.
        Some(words) => {
            let typed = Some(tried.typed).filter(|typed| !typed.is_empty());
            let entered = Some(typed.unwrap_or(words));
            FailedOrder { typed: String::new(), entered, ..tried }
        }
        None => {
            game.orders.keep(fields);
            tried
        }
    };
    let shell = titled(Shell::of(request).for_game(id, visitor), &game);
    let status = match tried.moved_on {
        Some(_) => StatusCode::CONFLICT,
        None => StatusCode::UNPROCESSABLE_ENTITY,
    };
    html_as(status, GamePage { shell, game, tried })
}

/// Renders the preview of an order line.
pub fn preview(
    shell: Shell,
    visible: VisibleGame,
    viewpoint: Viewpoint,
    foretold: PreviewedLine,
) -> Result<HttpResponse, PageError> {
    let Chosen { action, price, ways } = chosen(&visible, &foretold.orders);
    let mut game = GameView::showing(visible, viewpoint, foretold.presentation)?;
    game.orders_on = game.address.clone();
    game.orders.chosen = Some(foretold.orders.join("; "));
    let would = Some(Would {
        action,
        price,
        ways,
        back: viewpoint.zoom.on(&format!(
            "{}?{}",
            game.address,
            pairs(&[("order", &foretold.orders.join("; "))])
        )),
        orders: foretold.orders.join("; "),
        narration: foretold
            .narration
            .into_iter()
            .map(|narration| narration.text)
            .chain(foretold.dry_run)
            .collect(),
        ahead: foretold.cut.then(|| foretold.ahead.unwrap_or_else(unforeseen)),
        goes_on: foretold.goes_on,
        seen: game.time.last_step,
    });
    let shell = shell.titled(&game.name).at("mine");
    html(PreviewPage { shell, game, would })
}

/// Returns the effect of the previewed order, and the other ways to pay for it.
fn chosen(visible: &VisibleGame, orders: &[String]) -> Chosen {
    let [order] = orders else { return Chosen::default() };
    let is_it = |offer: &&Offer| offer.order == *order;
    let found =
        visible.offers.iter().find_map(|group| Some((group, group.offers.iter().find(is_it)?)));
    let Some((group, offer)) = found else { return Chosen::default() };
    let price = offer.price.clone();
    if offer.action.is_empty() {
        return Chosen { action: offer.words.clone(), price, ways: Vec::new() };
    }
    let others = group.offers.iter().filter(|one| one.action == offer.action && !is_it(one));
    Chosen { action: offer.action.clone(), price, ways: others.cloned().collect() }
}

/// The text used when the kind of event depends on the secrets of other seats.
fn unforeseen() -> String {
    "Something hidden is revealed".to_owned()
}
