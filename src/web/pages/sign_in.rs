//! Signing in: an address, a letter, a button. Opening the letter's link changes nothing, so that
//! mail scanners may open it as often as they like; and the link signs in only the browser that
//! asked. Any other browser is shown a code to type in at the first one.

use actix_web::cookie::Cookie;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use askama::Template;

use crate::service::ServiceError;
use crate::service::people::sign_in::{LINK_MINUTES, Looked, SESSION_DAYS};
use crate::web::Site;
use crate::web::error::PageError;
use crate::web::forms;
use crate::web::layout::{Shell, html, html_as, redirect};
use crate::web::paths;
use crate::web::query::{Fields, pairs};
use crate::web::visitor::{CookieName, Visitor, cookie, no_cookie};
use ravenpost_store::people::sign_ins::TRIES;

/// The form for an address, and the form for a code after it was sent.
#[derive(Template)]
#[template(path = "players/sign_in.html")]
struct SignInPage {
    shell: Shell,
    to: String,
    refused: Option<String>,
    /// What this browser asked for, once it has.
    asked: Option<Asking>,
    minutes: i64,
    /// Whether anybody may make an account.
    open: bool,
    /// Whether somebody comes by a share link that lets nobody new in.
    closed_link: bool,
}

impl SignInPage {
    /// How many more letters may be asked for within the hour.
    fn letters_left(&self) -> u32 {
        self.asked.as_ref().map_or(0, |asked| asked.letters_left)
    }

    /// How many more codes may be tried.
    fn tries_left(&self) -> u32 {
        self.asked.as_ref().map_or(0, |asked| TRIES.saturating_sub(asked.tries))
    }
}

/// What a browser knows of its own asking, in a cookie: whom the letter went to, so that the page
/// can say it; and how often it was tried, so that the page can warn. Nothing here decides
/// anything: the counts that do are in the store.
#[derive(Clone, Default)]
struct Asking {
    /// The secret by which the letter's link knows the browser.
    browser: String,
    to: String,
    address: String,
    /// The hour of the last asking, and the letters asked for within it.
    hour: i64,
    letters: u32,
    letters_left: u32,
    /// Codes that were wrong since the last letter.
    tries: u32,
}

impl Asking {
    /// Out of the request's cookie.
    fn of(site: &Site, request: &HttpRequest) -> Option<Asking> {
        let cookie = request.cookie(CookieName::Asking.on(site))?;
        let (browser, rest) = cookie.value().split_at_checked(26)?;
        let fields = Fields::read(rest);
        let number = |name: &str| fields.text(name).parse::<u32>().unwrap_or(0);
        let (hour, letters) = (fields.text("hour").parse().unwrap_or(0), number("letters"));
        let within = if hour == hour_of(site) { letters } else { 0 };
        let most = u32::try_from(site.service.settings().sign_in_letters.0).unwrap_or(u32::MAX);
        Some(Asking {
            browser: browser.to_owned(),
            to: paths::own(fields.get("to").unwrap_or("/my-games")),
            address: fields.text("address").to_owned(),
            letters_left: most.saturating_sub(within),
            letters: within,
            tries: number("tries"),
            hour,
        })
    }

    /// The cookie that keeps it, until the link is used or a day has passed.
    fn cookie(&self, site: &Site) -> Cookie<'static> {
        let numbers = [self.hour, self.letters.into(), self.tries.into()].map(|it| it.to_string());
        let fields = pairs(&[
            ("to", &self.to),
            ("address", &self.address),
            ("hour", &numbers[0]),
            ("letters", &numbers[1]),
            ("tries", &numbers[2]),
        ]);
        cookie(site, CookieName::Asking, format!("{}{fields}", self.browser), Some(1))
    }
}

/// The hour in which letters are counted.
fn hour_of(site: &Site) -> i64 {
    site.now().timestamp().div_euclid(3600)
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

pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let fields = Fields::read(request.query_string());
    let asked = Asking::of(&site, &request).filter(|_| fields.ticked("asked"));
    page(&site, &request, &visitor, &fields, StatusCode::OK, None, asked)
}

fn page(
    site: &Site,
    request: &HttpRequest,
    visitor: &Visitor,
    fields: &Fields,
    status: StatusCode,
    refused: Option<String>,
    asked: Option<Asking>,
) -> Result<HttpResponse, PageError> {
    let shell = Shell::of(request).titled("Sign in").at("sign-in").with_forms(visitor);
    let to = paths::own(fields.get("to").unwrap_or("/my-games"));
    let settings = site.service.settings();
    let open = settings.open_sign_up;
    let closed_link = !open && !settings.share_links_admit && to.starts_with("/join/");
    let minutes = LINK_MINUTES;
    html_as(status, SignInPage { shell, to, refused, asked, minutes, open, closed_link })
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
    let known = Asking::of(&site, &request);
    let browser = known.as_ref().map_or_else(forms::random, |known| known.browser.clone());
    let from = site.client(&request).to_string();
    let asked = site.service.ask_sign_in_to(
        site.now(),
        fields.text("address"),
        browser.as_str(),
        agent(&request),
        &from,
        fields.text("to"),
    );
    match asked.await {
        Ok(()) => {}
        Err(ServiceError::Refused(refusals)) => {
            let why = refusals.first().map(|refusal| refusal.why.clone());
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return page(&site, &request, &visitor, &fields, status, why, None);
        }
        Err(error) => return Err(error.into()),
    }
    let to = paths::own(fields.get("to").unwrap_or("/my-games"));
    let onward_to = format!("/sign-in?{}", pairs(&[("asked", "1"), ("to", &to)]));
    let mut answer = redirect(&onward_to, "");
    let address = fields.text("address").to_owned();
    let before = known.filter(|before| before.address == address);
    let letters = before.map_or(0, |before| before.letters) + 1;
    let hour = hour_of(&site);
    let asking = Asking { browser, to, address, hour, letters, ..Asking::default() };
    answer.add_cookie(&asking.cookie(&site)).map_err(PageError::broken)?;
    Ok(answer)
}

/// `GET /sign-in/{token}`: the page behind the link. Changes nothing.
pub async fn look(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let asking = Asking::of(&site, &request);
    let browser = asking.as_ref().map(|asking| asking.browser.as_str());
    let looked = site.service.look_at_link(site.now(), &path, browser).await?;
    let shell = Shell::of(&request).titled("Sign in").at("sign-in").with_forms(&visitor);
    let to = asking.map_or_else(|| "/my-games".to_owned(), |asking| asking.to);
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
    let asking = Asking::of(&site, &request).unwrap_or_default();
    let session = site
        .service
        .sign_in_by_link_to(
            site.now(),
            &path,
            asking.browser.as_str(),
            agent(&request),
            fields.text("to"),
        )
        .await;
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
    let asking = Asking::of(&site, &request).unwrap_or_default();
    match site
        .service
        .sign_in_by_code_to(
            site.now(),
            fields.text("code"),
            asking.browser.as_str(),
            agent(&request),
            fields.text("to"),
        )
        .await
    {
        Err(ServiceError::Refused(_)) => {
            let asking = Asking { tries: asking.tries + 1, ..asking.clone() };
            let kept = asking.cookie(&site);
            let why = Some("this is not the code in the newest letter, or it is too old".into());
            let mut answer = page(
                &site,
                &request,
                &visitor,
                &fields,
                StatusCode::UNPROCESSABLE_ENTITY,
                why,
                Some(asking),
            )?;
            answer.add_cookie(&kept).map_err(PageError::broken)?;
            Ok(answer)
        }
        session => signed_in(&site, session, fields.text("to")),
    }
}

/// `GET /sign-in/code`: somebody reloads the page that a wrong code was answered with.
pub async fn again() -> HttpResponse {
    redirect("/sign-in?asked=1", "")
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
    let mut answer = redirect("/", "signed-out");
    answer.add_cookie(&no_cookie(&site, CookieName::Session)).map_err(PageError::broken)?;
    Ok(answer)
}

/// A new session in a new cookie, and on to where the visitor was going.
fn signed_in(
    site: &Site,
    session: Result<String, ServiceError>,
    to: &str,
) -> Result<HttpResponse, PageError> {
    let mut answer = redirect(if to.is_empty() { "/my-games" } else { to }, "signed-in");
    let session = cookie(site, CookieName::Session, session?, Some(SESSION_DAYS.1));
    answer.add_cookie(&session).map_err(PageError::broken)?;
    answer.add_cookie(&no_cookie(site, CookieName::Asking)).map_err(PageError::broken)?;
    Ok(answer)
}

fn agent(request: &HttpRequest) -> &str {
    let header = request.headers().get(actix_web::http::header::USER_AGENT);
    header.and_then(|agent| agent.to_str().ok()).unwrap_or_default()
}
