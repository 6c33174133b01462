//! `GET /me`, `/me/games`, `/me/pending` and `/games`: the caller, and lists of games.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::Site;
use crate::api::caller::{Anyone, Caller, Read};
use crate::api::problem::Problem;
use crate::api::query::Query;
use crate::api::reply::{Page, json};
use crate::api::views::GameItem;
use crate::shared::word_schemas;
use ravenpost_log::table::status::Status;
use ravenpost_service::game::notify::pending::{PendingAction, Waiting};
use ravenpost_service::people::tokens::scope::Scope;
use ravenpost_service::titles;

#[derive(Serialize, JsonSchema)]
pub struct Me {
    name: String,
    time_zone: String,
    token: TokenView,
}

/// The token of the request.
#[derive(Serialize, JsonSchema)]
pub struct TokenView {
    name: String,
    #[schemars(schema_with = "word_schemas::scopes")]
    scopes: Vec<&'static str>,
    program: bool,
    game: Option<String>,
    expires_at: DateTime<Utc>,
}

pub async fn me(
    caller: Caller<Read>,
    site: Data<Site>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let player = site.service.tokens().owner(&caller.bearer).await?;
    let token = caller.bearer;
    json(
        &request,
        &Me {
            name: player.name,
            time_zone: player.zone,
            token: TokenView {
                name: token.name,
                scopes: token.scopes.into_iter().map(Scope::key).collect(),
                program: token.program,
                game: token.game.map(|game| game.to_string()),
                expires_at: token.expires_at,
            },
        },
    )
}

/// `GET /me/games?state=running`
pub async fn my_games(
    caller: Caller<Read>,
    site: Data<Site>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let wanted = Query::of(&request).text("state").and_then(|word| word.parse::<Status>().ok());
    let all = site.service.play().games_of(site.now(), caller.player).await?;
    let all = all.iter().filter(|one| caller.lists(&one.row.id));
    let all = all.filter(|one| wanted.is_none_or(|state| one.row.status == state));
    let all: Vec<GameItem> = all.map(GameItem::of).collect();
    Page::of(&request).of_all(&request, all)
}

/// Something that is waiting for the caller.
#[derive(Serialize, JsonSchema)]
pub struct PendingItem {
    #[schemars(schema_with = "kinds")]
    kind: &'static str,
    game: Option<String>,
    since: DateTime<Utc>,
    due: Option<DateTime<Utc>>,
    /// The number of messages or emails.
    count: Option<u64>,
}

/// Returns the schema of the kind of a pending item.
fn kinds(_: &mut SchemaGenerator) -> Schema {
    word_schemas::extensible(&["order", "vote", "held-email", "invitation", "chat"])
}

impl PendingItem {
    pub(super) fn of(one: &Waiting) -> PendingItem {
        let (kind, count) = match one.wanted {
            PendingAction::Order => ("order", None),
            PendingAction::Vote => ("vote", None),
            PendingAction::Held(count) => ("held-email", Some(count as u64)),
            PendingAction::AskedAlong => ("invitation", None),
            PendingAction::Words(count) => ("chat", Some(count)),
        };
        let game = one.game.as_ref().map(ToString::to_string);
        PendingItem { kind, game, since: one.since, due: one.due, count }
    }
}

pub async fn pending(
    caller: Caller<Read>,
    site: Data<Site>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let waits = site.service.notifications().pending_actions(site.now(), caller.player).await?;
    let own = |one: &&Waiting| match &one.game {
        Some(game) => caller.lists(game),
        None => caller.bearer.game.is_none(),
    };
    let all: Vec<PendingItem> = waits.all().iter().filter(own).map(PendingItem::of).collect();
    Page::of(&request).of_all(&request, all)
}

/// `GET /games?title=gotlandia&free=1`: the public games.
pub async fn lobby(
    _: Anyone,
    site: Data<Site>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let query = Query::of(&request);
    let (title, free) = (query.text("title"), query.text("free") == Some("1"));
    if title.is_some_and(|title| titles::find(title).is_none()) {
        return Err(Problem::unreadable("The parameter title must be the key of a title."));
    }
    let lobby = site.service.play().lobby().await?;
    let all = [lobby.open, lobby.free, lobby.running, lobby.over];
    let all: Vec<GameItem> = all.iter().flatten().map(GameItem::of).collect();
    let fits = |one: &GameItem| title.is_none_or(|title| one.title == title) && (!free || one.free);
    Page::of(&request).of_all(&request, all.into_iter().filter(fits).collect())
}
