//! `GET` and `POST /games/{game}/orders`, `/preview` and `/undo`: lists legal orders, and plays,
//! previews and undoes them.

pub mod offers;

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::{Body, Key};
use crate::api::caller::{Caller, Play};
use crate::api::game::SharedView;
use crate::api::orders::offers::{GroupView, PlaceView, groups};
use crate::api::problem::Problem;
use crate::api::views::{PromptView, game_id, reveals_at, status};
use crate::http::error::PageError;
use crate::shared::word_schemas;
use ravenpost_log::GameId;
use ravenpost_log::act::Via;
use ravenpost_log::table::stops::Stops;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, Seat};
use ravenpost_service::game::core::folded::Game;
use ravenpost_service::game::fairness::receipt::Receipt;
use ravenpost_service::play::give_order::{Accepted, OrderLine, Stopped};
use ravenpost_service::play::preview_order::PreviewedLine;

/// The tag of the prompt that a seat must answer. It changes only when that prompt is gone, not
/// when other seats act. It contains public numbers only.
fn prompt_tag(game: &Game, seat: Seat) -> Option<String> {
    let wait = game.seats().wait(seat)?;
    Some(format!("\"seat-{}-prompt-{}\"", seat.0, game.log.step_of(wait.asked_at)))
}

/// Returns the step of the prompt that a tag names, if it is a prompt of this seat.
fn prompt_step(tag: &str, seat: Seat) -> Option<Step> {
    let tag = tag.trim().strip_prefix('"')?.strip_suffix('"')?;
    tag.strip_prefix(&format!("seat-{}-prompt-", seat.0))?.parse().ok()
}

/// What the caller may order now.
#[derive(Serialize, JsonSchema)]
pub struct OrdersView {
    #[schemars(with = "u8")]
    seat: Seat,
    #[schemars(with = "u64")]
    step: Step,
    #[schemars(schema_with = "word_schemas::status")]
    status: &'static str,
    /// The pending prompt; null if the seat is not awaited.
    prompt: Option<PromptView>,
    /// Why orders are refused for now, although there may be a prompt; null if they are not.
    blocked: Option<Blocked>,
    /// When the secret orders are revealed, if all are in. Until then, yours can be undone.
    reveals_at: Option<DateTime<Utc>>,
    /// The order that is played when the time runs out.
    default: Option<String>,
    /// When an instruction of the caller will answer the prompt.
    answers_at: Option<DateTime<Utc>>,
    /// Whether the last order can be undone.
    undo: bool,
    groups: Vec<GroupView>,
    /// Instructions and plans for later.
    instructions: Vec<GroupView>,
    /// Forms for orders about single areas of the board.
    places: Vec<PlaceView>,
}

/// Why orders are refused for now, in the words of the codes of refusals.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Blocked {
    /// The organiser has paused the game.
    Paused,
    /// The players are voting, and no orders are accepted meanwhile.
    VoteOpen,
}

impl Blocked {
    fn of(stops: &Stops) -> Option<Blocked> {
        let votes = stops.proposal.as_ref().is_some_and(|vote| vote.stops_until.is_some());
        match &stops.frozen {
            _ if votes => Some(Blocked::VoteOpen),
            Some(_) => Some(Blocked::Paused),
            None => None,
        }
    }
}

pub async fn show(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let at = site.service.games().at_table(&id, caller.player).await?;
    caller.may_play(&at)?;
    let seat = at.own_seat()?;
    let visible = site.service.play().read_game(&id, Some(caller.player), None).await?;
    let own = visible.awaited.iter().find(|one| one.seat == seat);
    let places = visible.places.clone().into_iter();
    let places = places.map(|(area, forms)| PlaceView::of(area, forms));
    let view = OrdersView {
        seat,
        step: visible.last_step,
        status: status(visible.status.state),
        prompt: own.map(|one| PromptView::of(one, &visible, visible.viewer)),
        blocked: Blocked::of(&visible.status.stops),
        reveals_at: reveals_at(&visible.status),
        default: visible.fallback.clone(),
        answers_at: visible.answers_at,
        undo: visible.take_back(site.now()).is_some(),
        places: places.collect(),
        groups: groups(visible.offers.clone(), true),
        instructions: groups(visible.aside.clone(), false),
    };
    let body = serde_json::to_vec(&view).map_err(PageError::broken)?;
    let tag = prompt_tag(&visible.game, seat).unwrap_or_else(|| "\"no-prompt\"".to_owned());
    // Not for If-None-Match: the orders may change while the prompt is the same.
    Ok(HttpResponse::Ok()
        .insert_header((header::ETAG, tag))
        .content_type("application/json")
        .body(body))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOrder {
    /// A line of orders in notation.
    order: String,
}

/// What was accepted.
#[derive(Serialize, JsonSchema)]
pub struct AcceptedView {
    orders: Vec<String>,
    /// The part that was refused after others were accepted.
    stopped: Option<StoppedView>,
    narration: Vec<String>,
    /// Signed receipts of orders that are still secret.
    receipts: Vec<ReceiptView>,
    #[schemars(with = "u64")]
    step: Step,
}

#[derive(Serialize, JsonSchema)]
pub struct StoppedView {
    /// The parts before it, as they were written.
    before: String,
    part: String,
    refusals: Vec<String>,
    /// The code of each refusal, as in problems.
    codes: Vec<String>,
}

impl StoppedView {
    fn of(stopped: Stopped) -> StoppedView {
        let Stopped { before, part, refusals, codes, rules: _ } = stopped;
        StoppedView { before, part, refusals, codes }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct ReceiptView {
    #[schemars(with = "u64")]
    step: Step,
    at: DateTime<Utc>,
    hash: String,
    /// The server's signature line for the lines `ravenpost receipt 1`, game id and hash.
    signature: Option<String>,
}

pub fn texts(narration: Vec<Narration>) -> Vec<String> {
    narration.into_iter().map(|one| one.text).collect()
}

impl ReceiptView {
    async fn signed(site: &Site, game: &GameId, one: &Receipt) -> Result<ReceiptView, Problem> {
        let line = site.service.proof().signed_receipt(game, &one.hash).await?;
        Ok(ReceiptView {
            step: one.step,
            at: one.at,
            hash: one.hash.hex(),
            signature: line.map(|line| line.to_string()),
        })
    }
}

impl AcceptedView {
    async fn of(site: &Site, game: &GameId, accepted: Accepted) -> Result<AcceptedView, Problem> {
        let mut receipts = Vec::new();
        for one in &accepted.receipts {
            receipts.push(ReceiptView::signed(site, game, one).await?);
        }
        Ok(AcceptedView {
            orders: accepted.orders,
            stopped: accepted.stopped.map(StoppedView::of),
            narration: texts(accepted.narration),
            receipts,
            step: accepted.step,
        })
    }
}

/// `POST /games/{game}/orders`. With `If-Match`, only if that prompt is still pending.
pub async fn give(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
    key: Key,
    body: Body<NewOrder>,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let at = site.service.games().at_table(&id, caller.player).await?;
    caller.may_play(&at)?;
    let seat = at.own_seat()?;
    let wanted = request.headers().get(header::IF_MATCH).and_then(|tag| tag.to_str().ok());
    // A tag that names no prompt of this seat matches none.
    let prompt = wanted.filter(|tag| tag.trim() != "*");
    let prompt = prompt.map(|tag| prompt_step(tag, seat).unwrap_or(Step::MAX));
    site.limits.order(&id, seat)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "order")?;
    let order = OrderLine {
        game: id,
        seat,
        giver: Some(caller.player),
        line: body.value()?.order,
        seen: at.game.step(),
        key: once.key.clone(),
        via: Via::Api,
    };
    let accepted = site.service.play().answer_prompt(site.now(), &order, prompt).await?;
    Ok(HttpResponse::Ok().json(AcceptedView::of(&site, &order.game, accepted).await?))
}

/// What an order would do.
#[derive(Serialize, JsonSchema)]
pub struct PreviewView {
    /// All parts of the line. Those that were previewed are in canonical form.
    orders: Vec<String>,
    /// How many parts were previewed. The others come after something that is revealed; of them,
    /// only those that begin no order are refused.
    previewed: usize,
    narration: Vec<String>,
    /// Whether it would reveal hidden information. The preview stops before that.
    reveals: bool,
    /// What it would reveal, if that may be shown.
    ahead: Option<String>,
    /// What instructions would do.
    dry_run: Vec<String>,
    /// Whether the seat would be prompted again within the same turn.
    goes_on: bool,
    view: SharedView,
}

impl PreviewView {
    fn of(foretold: PreviewedLine) -> PreviewView {
        PreviewView {
            view: SharedView::of(&foretold.presentation),
            orders: foretold.orders,
            previewed: foretold.previewed,
            narration: texts(foretold.narration),
            reveals: foretold.cut,
            ahead: foretold.ahead,
            dry_run: foretold.dry_run,
            goes_on: foretold.goes_on,
        }
    }
}

/// `POST /games/{game}/preview`: changes nothing, so it needs no key.
pub async fn preview(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
    body: Body<NewOrder>,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let at = site.service.games().at_table(&id, caller.player).await?;
    caller.may_play(&at)?;
    let seat = at.own_seat()?;
    let foretold = site.service.play().preview_order(&id, seat, &body.value()?.order).await?;
    Ok(HttpResponse::Ok().json(PreviewView::of(foretold)))
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

#[derive(Serialize, JsonSchema)]
pub struct Undone {
    /// The order that was undone.
    order: String,
}

/// `POST /games/{game}/undo`: takes back the caller's last order.
pub async fn undo(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<Nothing>,
) -> Result<HttpResponse, Problem> {
    let Nothing {} = body.value()?;
    let id = game_id(&path)?;
    let at = site.service.games().at_table(&id, caller.player).await?;
    caller.may_play(&at)?;
    let seat = at.own_seat()?;
    site.limits.order(&id, seat)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "undo")?;
    let play = site.service.play();
    let order = play.take_back_last(site.now(), &id, seat, caller.player, &once.key).await?;
    Ok(HttpResponse::Ok().json(Undone { order }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompt_tag_identifies_one_prompt_of_one_seat() {
        assert_eq!(prompt_step("\"seat-2-prompt-17\"", Seat(2)), Some(Step(17)));
        for bad in ["", "\"\"", "seat-2-prompt-17", "\"seat-1-prompt-17\"", "\"seat-2-prompt-x\""] {
            assert_eq!(prompt_step(bad, Seat(2)), None, "{bad}");
        }
    }
}
