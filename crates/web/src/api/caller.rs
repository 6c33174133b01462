//! Who sends an API request: the bearer token and what it permits. The first argument of a handler
//! is one of these extractors, and the `routes!` macro requires the one that matches the route.

use std::marker::PhantomData;

use actix_web::dev::Payload;
use actix_web::http::{Method, header};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;

use crate::Site;
use crate::api::problem::{Kind, Problem};
use crate::http::limits::Client;
use ravenpost_log::GameId;
use ravenpost_service::game::core::at_table::AtTable;
use ravenpost_service::people::tokens::check::Bearer;
use ravenpost_service::people::tokens::scope::Scope;
use ravenpost_service::table::join_table::no_programs;
use ravenpost_store::PlayerId;

/// A caller of an endpoint that is the same for everyone. A token is optional but must be valid.
pub struct Anyone;

/// A caller of an endpoint that shows more to players. Without a token, it is a spectator.
pub struct Reader {
    pub player: Option<PlayerId>,
    bearer: Option<Bearer>,
}

/// A caller with a token that has the scope `S`.
pub struct Caller<S> {
    pub player: PlayerId,
    pub bearer: Bearer,
    scope: PhantomData<S>,
}

/// Whether a `POST` to this path has no lasting effect.
pub fn changes_nothing(path: &str) -> bool {
    path.ends_with("/preview") || path.ends_with("/analyse")
}

/// How many reads a preview or an analysis counts as.
const PREVIEW: u32 = 5;

/// The scopes as types, so that the compiler checks them.
pub trait Needs: 'static {
    const SCOPE: Scope;
}

macro_rules! scopes {
    ($($scope:ident)*) => {$(
        pub struct $scope;

        impl Needs for $scope {
            const SCOPE: Scope = Scope::$scope;
        }
    )*};
}

scopes! { Read Play Chat Table Clock }

impl FromRequest for Anyone {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Anyone, actix_web::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            bearer(&request).await?;
            Ok(Anyone)
        })
    }
}

impl FromRequest for Reader {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Reader, actix_web::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let bearer = bearer(&request).await?;
            if let Some(bearer) = &bearer {
                may(bearer, Scope::Read, &request)?;
            }
            let player = bearer.as_ref().map(|bearer| bearer.player);
            hide(player, &request).await?;
            Ok(Reader { player, bearer })
        })
    }
}

impl<S: Needs> FromRequest for Caller<S> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Caller<S>, actix_web::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let why = "Send an access token as \"Authorization: Bearer rp_...\". Create one on the \
                page /settings/tokens.";
            let bearer = bearer(&request).await?;
            let bearer = bearer.ok_or_else(|| Problem::new(Kind::TokenMissing, why))?;
            may(&bearer, S::SCOPE, &request)?;
            if !takes_invitations(request.path()) {
                hide(Some(bearer.player), &request).await?;
            }
            Ok(Caller { player: bearer.player, bearer, scope: PhantomData })
        })
    }
}

/// Whether an invitation in the body can give access to the game. If so, the handler hides the game
/// from others.
fn takes_invitations(path: &str) -> bool {
    path.ends_with("/join")
}

/// Hides invitation-only games, as the pages do: for everyone else, they do not exist. A game that
/// cannot be read has its own problem.
pub async fn hide(player: Option<PlayerId>, request: &HttpRequest) -> Result<(), Problem> {
    let Some(named) = request.match_info().get("game") else { return Ok(()) };
    let game: GameId = named.parse().map_err(|_| Problem::not_found("game"))?;
    let site = request.app_data::<Data<Site>>().expect("every route has its site");
    match site.service.members().may_see(&game, player).await {
        Ok(false) => Err(Problem::not_found("game")),
        _ => Ok(()),
    }
}

/// Refuses a token that lacks the scope, or that is for another game.
fn may(bearer: &Bearer, scope: Scope, request: &HttpRequest) -> Result<(), Problem> {
    if !bearer.scopes.contains(&scope) {
        return Err(Problem::lacks(scope));
    }
    let Some(own) = &bearer.game else { return Ok(()) };
    let named = request.match_info().get("game");
    let fits = match named {
        Some(named) => named == own.as_str(),
        // Lists show only that game; requests about any other are refused.
        None => request.method().is_safe(),
    };
    let why = "This access token is for one game only. Use another token for this request.";
    if fits { Ok(()) } else { Err(Problem::new(Kind::Forbidden, why)) }
}

fn invalid() -> Problem {
    let why = "The access token is unknown, expired or revoked. Create a new one.";
    Problem::new(Kind::TokenInvalid, why)
}

impl Reader {
    /// Checks once more that the caller may read the game, for a request that has waited.
    pub async fn may_still_read(&self, request: &HttpRequest) -> Result<(), Problem> {
        let site = request.app_data::<Data<Site>>().expect("every route has its site");
        if let Some(bearer) = &self.bearer
            && !site.service.tokens().holds(site.now(), bearer).await?
        {
            return Err(invalid());
        }
        hide(self.player, request).await
    }
}

/// Returns the token of a request, and counts the request against its limit. Tokens that are
/// unknown, expired or revoked get the same answer as text that is no token.
async fn bearer(request: &HttpRequest) -> Result<Option<Bearer>, Problem> {
    let site = request.app_data::<Data<Site>>().expect("every route has its site");
    let mut headers = request.headers().get_all(header::AUTHORIZATION);
    let (first, more) = (headers.next(), headers.next().is_some());
    let found = match first {
        None => None,
        Some(value) => {
            let text = value.to_str().unwrap_or_default();
            let token = text
                .split_once(' ')
                .filter(|(scheme, _)| !more && scheme.eq_ignore_ascii_case("bearer"));
            let token = token.map_or("", |(_, token)| token.trim());
            let found = site.service.tokens().bearer(site.now(), token).await?;
            if found.is_none() {
                // Invalid tokens count like requests without a token.
                site.limits.api_read(&Client::Network(site.client(request)), 1)?;
                return Err(invalid());
            }
            found
        }
    };
    let client = match &found {
        Some(bearer) => Client::Token(bearer.hash),
        None => Client::Network(site.client(request)),
    };
    match *request.method() {
        Method::POST if changes_nothing(request.path()) => {
            site.limits.api_read(&client, PREVIEW)?;
        }
        Method::POST => site.limits.api_write(&client)?,
        _ => site.limits.api_read(&client, 1)?,
    }
    Ok(found)
}

impl Caller<Play> {
    /// Refuses a program that would play a seat of a game without programs.
    pub fn may_play(&self, at: &AtTable) -> Result<(), Problem> {
        let barred = self.bearer.program && at.game.status.pace.no_programs;
        if barred && at.seat.is_some() { Err(no_programs().into()) } else { Ok(()) }
    }
}

impl<S> Caller<S> {
    /// Whether the token may see this game in a list.
    pub fn lists(&self, game: &GameId) -> bool {
        self.bearer.lists(game)
    }
}
