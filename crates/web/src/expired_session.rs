//! Middleware for forms submitted in an expired session.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpRequest};

use crate::Site;
use crate::http::api_paths::is_api;
use crate::http::local;
use crate::routes::ROUTES;
use crate::shared::forms;
use crate::shared::layout::redirect;
use crate::shared::route::Access;
use crate::shared::saved_form::SavedForm;
use crate::shared::visitor::{CookieName, Visitor, cookie, no_cookie};

const PAGE: &str = "/kept";

/// Stores the form of a signed-out player and redirects to the sign-in page. After signing in, the
/// player returns to the form, and decides whether to send it.
pub async fn keep_forms(
    site: web::Data<Site>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if *request.method() != Method::POST || is_api(request.path()) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let visitor = Visitor::of(request.request());
    let known = SavedForm::of(&site, request.request()).await;
    let sends = known.is_some_and(|saved| saved.action == request.path());
    if visitor.player.is_none() && is_for_players(request.request(), visitor.guest.is_some()) {
        let body = request.extract::<Bytes>().await?;
        let fields = forms::read(&body).unwrap_or_default();
        let form = SavedForm::new(request.path(), &fields);
        let saved = match visitor.may_have_written(&fields) {
            true => form.store(&site, request.request()).await,
            false => None,
        };
        if let Some(saved) = saved {
            let mut answer = redirect(&local::sign_in(PAGE), "");
            answer.add_cookie(&cookie(&site, CookieName::Cached, saved, Some(1)))?;
            return Ok(request.into_response(answer));
        }
        request.set_payload(body.into());
    }
    let mut answer = next.call(request).await?.map_into_boxed_body();
    if sends && visitor.player.is_some() && !answer.status().is_server_error() {
        SavedForm::delete(&site, answer.request()).await;
        answer.response_mut().add_cookie(&no_cookie(&site, CookieName::Cached))?;
    }
    Ok(answer)
}

/// Whether a form belongs to a page that requires a signed-in player. Guests may use some of these
/// pages. Pages for admins do not exist for anyone else.
fn is_for_players(request: &HttpRequest, guest: bool) -> bool {
    let pattern = request.match_pattern();
    let mut routes = ROUTES.iter().filter(|route| route.method == "post");
    routes.any(|route| {
        let open = matches!(route.access, Access::Anybody | Access::LocalMail | Access::Admin);
        let own = guest && route.access == Access::Playing;
        pattern.as_deref() == Some(route.path) && !open && !own
    })
}
