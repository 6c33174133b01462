//! Access control by type: the first argument of a handler is an extractor that checks access. The
//! `routes!` macro requires the extractor that matches the route's access, so a handler without the
//! check does not compile.
//!
//! For a POST, the form is read and its token checked before the game is loaded. For a GET, the
//! fields come from the query string.

use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{FromRequest, Handler, HttpRequest, http::Method};
use futures_util::future::LocalBoxFuture;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::game_request::GameRequest;
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use ravenpost_log::table::proposal::Voice;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;

/// A player of the game and their seat. The extractor refuses everyone else.
pub struct Seated {
    pub seat: Seat,
    request: GameRequest,
}

/// A player of the game, who may be a guest, and their seat.
pub struct Playing {
    pub seat: Seat,
    request: GameRequest,
}

/// A participant of the table: one of its players or its organiser.
pub struct AtTable {
    pub voice: Voice,
    request: GameRequest,
}

/// The organiser of the table.
pub struct Organiser(GameRequest);

/// An admin of the server, and the fields of the request. For everyone else, the page does not
/// exist.
pub struct Admin {
    pub player: PlayerId,
    pub fields: Fields,
}

macro_rules! asks_about_a_game {
    ($($one:ident $field:tt),*) => {$(
        impl Deref for $one {
            type Target = GameRequest;

            fn deref(&self) -> &GameRequest {
                &self.$field
            }
        }
    )*};
}

asks_about_a_game!(Seated request, Playing request, AtTable request, Organiser 0);

/// Reads the request's game and fields, and checks the token of a form.
async fn asked(request: &HttpRequest, body: &Bytes) -> Result<GameRequest, PageError> {
    let visitor = Visitor::of(request);
    let player = visitor.signed()?.player.id;
    asked_by(request, body, &visitor, player).await
}

async fn asked_by(
    request: &HttpRequest,
    body: &Bytes,
    visitor: &Visitor,
    player: PlayerId,
) -> Result<GameRequest, PageError> {
    let game = Path::<String>::extract(request).await;
    let game = game.map_err(|_| PageError::NotFound("game"))?;
    let fields = match *request.method() {
        Method::POST => visitor.form(body)?,
        _ => Fields::read(request.query_string()),
    };
    GameRequest::of_player(site(request), player, &game, fields).await
}

fn site(request: &HttpRequest) -> &Data<Site> {
    request.app_data().expect("every page has its site")
}

/// Reads the request body, if any, and builds the extractor's value from it.
fn extracted<T: 'static>(
    request: &HttpRequest,
    payload: &mut Payload,
    make: impl AsyncFnOnce(HttpRequest, Bytes) -> Result<T, PageError> + 'static,
) -> LocalBoxFuture<'static, Result<T, actix_web::Error>> {
    let (body, request) = (Bytes::from_request(request, payload), request.clone());
    Box::pin(async move { Ok(make(request, body.await?).await?) })
}

impl FromRequest for Seated {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Seated, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        extracted(request, payload, async |request, body| {
            let request = asked(&request, &body).await?;
            Ok(Seated { seat: request.seat()?, request })
        })
    }
}

impl FromRequest for Playing {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Playing, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        extracted(request, payload, async |http, body| {
            let visitor = Visitor::of(&http);
            let player = visitor.playing()?.player.id;
            let request = asked_by(&http, &body, &visitor, player).await?;
            Ok(Playing { seat: request.seat()?, request })
        })
    }
}

impl FromRequest for AtTable {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<AtTable, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        extracted(request, payload, async |http, body| {
            let request = asked(&http, &body).await?;
            let voice = site(&http).service.votes().voice_of(&request.game, request.player).await?;
            Ok(AtTable { voice, request })
        })
    }
}

impl FromRequest for Organiser {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Organiser, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        extracted(request, payload, async |http, body| {
            let request = asked(&http, &body).await?;
            site(&http).service.members().must_organise(&request.game, request.player).await?;
            Ok(Organiser(request))
        })
    }
}

impl FromRequest for Admin {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Admin, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        extracted(request, payload, async |request, body| {
            let visitor = Visitor::of(&request);
            let fields = match *request.method() {
                Method::POST => visitor.form(&body)?,
                _ => Fields::read(request.query_string()),
            };
            Ok(Admin { player: visitor.admin()?.player.id, fields })
        })
    }
}

/// Implemented by handler argument tuples whose first element is an `A`.
pub trait FirstArgument<A> {}

macro_rules! begins {
    ($($($rest:ident)*;)*) => {
        $(impl<A, $($rest),*> FirstArgument<A> for (A, $($rest,)*) {})*
    };
}

begins! { ; B; B C; B C D; B C D E; B C D E F; }

/// Checks at compile time that the first argument of a handler is an `A`.
pub fn begins<A, Args, F>(_: &F)
where
    F: Handler<Args>,
    Args: FromRequest + FirstArgument<A>,
{
}
