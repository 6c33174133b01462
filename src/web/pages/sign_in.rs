//! Signing in: an address, a letter, a button. Opening the letter's link changes nothing, so that
//! mail scanners may open it as often as they like; and the link signs in only the browser that
//! asked. Any other browser is shown a code to type in at the first one.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use askama::Template;

use crate::service::ServiceError;
use crate::service::sign_in::{LINK_MINUTES, Looked, SESSION_DAYS};
use crate::web::Site;
use crate::web::error::PageError;
use crate::web::forms::{self, Fields};
use crate::web::layout::{Shell, html, html_as, onward, own_path};
use crate::web::visitor::{Name, Visitor, cookie, no_cookie};

/// The form for an address, and the form for a code after it was sent.
#[derive(Template)]
#[template(path = "players/sign_in.html")]
struct SignInPage {
    shell: Shell,
    to: String,
    refused: Option<String>,
    /// Whether a letter was asked for from this browser.
    asked: bool,
    minutes: i64,
}

/// The page behind the letter's link.
#[derive(Template)]
#[template(path = "players/link.html")]
struct LinkPage {
    shell: Shell,
    token: String,
    looked: Looked,
    to: String,
}

pub async fn show(request: HttpRequest, visitor: Visitor) -> Result<HttpResponse, PageError> {
    let fields = Fields::read(request.query_string());
    let asked = fields.ticked("asked");
    page(&request, &visitor, &fields, (StatusCode::OK, None, asked))
}

fn page(
    request: &HttpRequest,
    visitor: &Visitor,
    fields: &Fields,
    (status, refused, asked): (StatusCode, Option<String>, bool),
) -> Result<HttpResponse, PageError> {
    let shell = Shell::of(request).titled("Sign in").at("sign-in").with_forms(visitor);
    let to = own_path(fields.get("to").unwrap_or("/my-games"));
    html_as(status, SignInPage { shell, to, refused, asked, minutes: LINK_MINUTES })
}

/// `POST /sign-in`: asks for a letter. Known and unknown addresses get the same answer.
pub async fn ask(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let fields = visitor.form(&body)?;
    // A browser that asks again is the same browser: codes of its earlier letters still fit it.
    let browser = asking(&site, &request).map_or_else(forms::random, |(browser, _)| browser);
    let from = site.client(&request).to_string();
    let with = (browser.as_str(), agent(&request));
    let asked = site.service.ask_sign_in(site.now(), fields.text("address"), with, &from);
    match asked.await {
        Ok(()) => {}
        Err(ServiceError::Refused(refusals)) => {
            let why = refusals.first().map(|refusal| refusal.why.clone());
            return page(
                &request,
                &visitor,
                &fields,
                (StatusCode::UNPROCESSABLE_ENTITY, why, false),
            );
        }
        Err(error) => return Err(error.into()),
    }
    let to = own_path(fields.get("to").unwrap_or("/my-games"));
    let onward_to = format!("/sign-in?{}", forms::pairs(&[("asked", "1"), ("to", &to)]));
    let mut answer = onward(&onward_to, "");
    // The browser that asked is known by this until the link is used or a day has passed.
    answer
        .add_cookie(&cookie(&site, Name::Asking, format!("{browser}{to}"), Some(1)))
        .map_err(PageError::broken)?;
    Ok(answer)
}

/// `GET /sign-in/{token}`: the page behind the link. Changes nothing.
pub async fn look(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let asking = asking(&site, &request);
    let browser = asking.as_ref().map(|(browser, _)| browser.as_str());
    let looked = site.service.look_at_link(site.now(), &path, browser).await?;
    let shell = Shell::of(&request).titled("Sign in").at("sign-in").with_forms(&visitor);
    let to = asking.map_or_else(|| "/my-games".to_owned(), |(_, to)| to);
    html(LinkPage { shell, token: path.into_inner(), looked, to })
}

/// `POST /sign-in/{token}`: the button on that page.
pub async fn enter(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let fields = visitor.form(&body)?;
    let browser = asking(&site, &request).map(|(browser, _)| browser).unwrap_or_default();
    let with = (browser.as_str(), agent(&request));
    let session = site.service.sign_in_by_link(site.now(), &path, with).await;
    signed_in(&site, session, fields.text("to"))
}

/// `POST /sign-in/code`: the code that the link showed in another browser.
pub async fn code(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let fields = visitor.form(&body)?;
    let browser = asking(&site, &request).map(|(browser, _)| browser).unwrap_or_default();
    let with = (browser.as_str(), agent(&request));
    match site.service.sign_in_by_code(site.now(), fields.text("code"), with).await {
        Err(ServiceError::Refused(refusals)) => {
            let why = refusals.first().map(|refusal| refusal.why.clone());
            page(&request, &visitor, &fields, (StatusCode::UNPROCESSABLE_ENTITY, why, true))
        }
        session => signed_in(&site, session, fields.text("to")),
    }
}

/// `POST /sign-out`
pub async fn sign_out(
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    visitor.form(&body)?;
    if let Some(signed) = &visitor.player {
        site.service.sign_out(signed.player.id, signed.session).await?;
    }
    let mut answer = onward("/", "signed-out");
    answer.add_cookie(&no_cookie(&site, Name::Session)).map_err(PageError::broken)?;
    Ok(answer)
}

/// A new session in a new cookie, and on to where the visitor was going.
fn signed_in(
    site: &Site,
    session: Result<String, ServiceError>,
    to: &str,
) -> Result<HttpResponse, PageError> {
    let mut answer = onward(if to.is_empty() { "/my-games" } else { to }, "signed-in");
    let session = cookie(site, Name::Session, session?, Some(SESSION_DAYS.1));
    answer.add_cookie(&session).map_err(PageError::broken)?;
    answer.add_cookie(&no_cookie(site, Name::Asking)).map_err(PageError::broken)?;
    Ok(answer)
}

/// The secret of the browser that asked, and where it was going.
fn asking(site: &Site, request: &HttpRequest) -> Option<(String, String)> {
    let cookie = request.cookie(Name::Asking.on(site))?;
    let (browser, to) = cookie.value().split_at_checked(26)?;
    Some((browser.to_owned(), own_path(to)))
}

fn agent(request: &HttpRequest) -> &str {
    let header = request.headers().get(actix_web::http::header::USER_AGENT);
    header.and_then(|agent| agent.to_str().ok()).unwrap_or_default()
}
