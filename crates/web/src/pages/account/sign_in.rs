//! Signing in by email. Opening the link in the email changes nothing, so mail scanners may follow
//! it. The link signs in only the browser that requested it. Any other browser shows a code to type
//! into the first one.

use actix_web::cookie::Cookie;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::http::local;
use crate::shared::forms;
use crate::shared::layout::{Shell, html, html_as, redirect};
use crate::shared::query::{Fields, lenient, pairs};
use crate::shared::visitor::{CookieName, Visitor, agent, cookie, no_cookie};
use ravenpost_service::ServiceError;
use ravenpost_service::people::sign_in::{LINK_MINUTES, Looked, SESSION_DAYS, SignInContext};
use ravenpost_service::people::sign_up::SignUp;
use ravenpost_store::people::sign_ins::TRIES;

/// The form for an address and, once the email was requested, the form for a code.
#[derive(Template)]
#[template(path = "players/sign_in.html")]
struct SignInPage {
    shell: Shell,
    to: String,
    refused: Option<String>,
    /// This browser's request, if it has made one.
    asked: Option<Asking>,
    minutes: i64,
    /// Whether everyone may create an account.
    open: bool,
    /// The domains whose addresses may sign up, if not all may.
    domains: String,
    /// Whether the visitor came by a share link that does not admit new players.
    closed_link: bool,
}

impl SignInPage {
    /// Returns how many more emails may be requested within the hour.
    fn emails_left(&self) -> u32 {
        self.asked.as_ref().map_or(0, |asked| asked.emails_left)
    }

    /// Returns how many more codes may be tried.
    fn tries_left(&self) -> u32 {
        self.asked.as_ref().map_or(0, |asked| TRIES.saturating_sub(asked.tries))
    }
}

/// A browser's sign-in request, stored in a cookie. It lets the page show the address and warn
/// about the limits. The limits themselves are enforced by the store.
#[derive(Clone, Default)]
struct Asking {
    /// The secret that ties the emailed link to the browser.
    browser: String,
    to: String,
    address: String,
    /// The hour of the last request, and the number of emails requested within it.
    hour: i64,
    emails: u32,
    emails_left: u32,
    /// The number of wrong codes since the last email.
    tries: u32,
}

/// The fields of the cookie.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AskingFields {
    to: Option<String>,
    address: String,
    #[serde(deserialize_with = "lenient")]
    hour: Option<i64>,
    #[serde(deserialize_with = "lenient")]
    letters: Option<u32>,
    #[serde(deserialize_with = "lenient")]
    tries: Option<u32>,
}

impl Asking {
    /// Reads the request's cookie.
    fn of(site: &Site, request: &HttpRequest) -> Option<Asking> {
        let cookie = request.cookie(CookieName::Asking.on(site))?;
        let (browser, rest) = cookie.value().split_at_checked(26)?;
        let fields: AskingFields = Fields::read(rest).parse().ok()?;
        let (hour, emails) = (fields.hour.unwrap_or(0), fields.letters.unwrap_or(0));
        let within = if hour == hour_of(site) { emails } else { 0 };
        let most = u32::try_from(site.service.settings().sign_in_emails.0).unwrap_or(u32::MAX);
        Some(Asking {
            browser: browser.to_owned(),
            to: onward(fields.to.as_deref()),
            address: fields.address,
            emails_left: most.saturating_sub(within),
            emails: within,
            tries: fields.tries.unwrap_or(0),
            hour,
        })
    }

    /// Returns the cookie, which lasts for a day or until the link is used.
    fn cookie(&self, site: &Site) -> Cookie<'static> {
        let numbers = [self.hour, self.emails.into(), self.tries.into()].map(|it| it.to_string());
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

/// Returns the path of the page to which a sign-in leads.
fn onward(to: Option<&str>) -> String {
    local::own(to.unwrap_or("/my-games"))
}

/// The hour in which emails are counted.
fn hour_of(site: &Site) -> i64 {
    site.now().timestamp().div_euclid(3600)
}

/// The page behind the emailed link.
#[derive(Template)]
#[template(path = "players/sign_in_link.html")]
struct LinkPage {
    shell: Shell,
    token: String,
    looked: Looked,
    to: String,
}

/// The fields of the sign-in page and its forms.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SignInForm {
    to: Option<String>,
    /// Whether an email was requested.
    asked: bool,
    address: String,
    code: String,
}

impl SignInForm {
    fn to(&self) -> &str {
        self.to.as_deref().unwrap_or_default()
    }
}

pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let form: SignInForm = Fields::read(request.query_string()).parse()?;
    let asked = Asking::of(&site, &request).filter(|_| form.asked);
    page(&site, &request, &visitor, &form, StatusCode::OK, None, asked).await
}

async fn page(
    site: &Site,
    request: &HttpRequest,
    visitor: &Visitor,
    form: &SignInForm,
    status: StatusCode,
    refused: Option<String>,
    asked: Option<Asking>,
) -> Result<HttpResponse, PageError> {
    let shell = Shell::of(request).titled("Sign in").at("sign-in").with_forms(visitor);
    let to = onward(form.to.as_deref());
    let settings = site.service.settings();
    let sign_up = site.service.admissions().sign_up().await?;
    let (open, domains) = (sign_up == SignUp::Open, sign_up.domains().replace(' ', ", "));
    let closed_link = !open && !settings.share_links_admit && to.starts_with("/join/");
    let minutes = LINK_MINUTES;
    html_as(status, SignInPage { shell, to, refused, asked, minutes, open, domains, closed_link })
}

/// `POST /sign-in`: requests an email. The response does not reveal whether the address is known.
pub async fn ask(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let form: SignInForm = visitor.form(&body)?.parse()?;
    // Keep the browser's secret, so that codes of earlier emails stay valid.
    let known = Asking::of(&site, &request);
    let browser = known.as_ref().map_or_else(forms::random, |known| known.browser.clone());
    let from = site.client(&request).to_string();
    let asked = site.service.accounts().ask_sign_in_to(
        site.now(),
        &form.address,
        browser.as_str(),
        agent(&request),
        &from,
        form.to(),
    );
    match asked.await {
        Ok(()) => {}
        Err(ServiceError::Refused(refusals)) => {
            let why = refusals.first().map(|refusal| refusal.why.clone());
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return page(&site, &request, &visitor, &form, status, why, None).await;
        }
        Err(error) => return Err(error.into()),
    }
    let to = onward(form.to.as_deref());
    let onward_to = format!("/sign-in?{}", pairs(&[("asked", "1"), ("to", &to)]));
    let mut answer = redirect(&onward_to, "");
    let address = form.address;
    let before = known.filter(|before| before.address == address);
    let emails = before.map_or(0, |before| before.emails) + 1;
    let hour = hour_of(&site);
    let asking = Asking { browser, to, address, hour, emails, ..Asking::default() };
    answer.add_cookie(&asking.cookie(&site)).map_err(PageError::broken)?;
    Ok(answer)
}

/// `GET /sign-in/{token}`: shows the page behind the link. Changes nothing.
pub async fn look(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let asking = Asking::of(&site, &request);
    let browser = asking.as_ref().map(|asking| asking.browser.as_str());
    let looked = site.service.accounts().look_at_link(site.now(), &path, browser).await?;
    let shell = Shell::of(&request).titled("Sign in").at("sign-in").with_forms(&visitor);
    let to = asking.map_or_else(|| "/my-games".to_owned(), |asking| asking.to);
    html(LinkPage { shell, token: path.into_inner(), looked, to })
}

/// `POST /sign-in/{token}`: signs in with the link.
pub async fn enter(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let form: SignInForm = visitor.form(&body)?.parse()?;
    let asking = Asking::of(&site, &request).unwrap_or_default();
    let session = site
        .service
        .accounts()
        .sign_in_by_link_to(
            site.now(),
            &path,
            asking.browser.as_str(),
            agent(&request),
            SignInContext { to: form.to(), guest: visitor.guest_session() },
        )
        .await;
    signed_in(&site, session, form.to())
}

/// `POST /sign-in/code`: signs in with the code that the link showed in another browser.
pub async fn code(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let form: SignInForm = visitor.form(&body)?.parse()?;
    let asking = Asking::of(&site, &request).unwrap_or_default();
    match site
        .service
        .accounts()
        .sign_in_by_code_to(
            site.now(),
            &form.code,
            asking.browser.as_str(),
            agent(&request),
            SignInContext { to: form.to(), guest: visitor.guest_session() },
        )
        .await
    {
        Err(ServiceError::Refused(_)) => {
            let asking = Asking { tries: asking.tries + 1, ..asking.clone() };
            let saved = asking.cookie(&site);
            let why = Some("this code is wrong or has expired; use the newest one".into());
            let mut answer = page(
                &site,
                &request,
                &visitor,
                &form,
                StatusCode::UNPROCESSABLE_ENTITY,
                why,
                Some(asking),
            )
            .await?;
            answer.add_cookie(&saved).map_err(PageError::broken)?;
            Ok(answer)
        }
        session => signed_in(&site, session, form.to()),
    }
}

/// `GET /sign-in/code`: handles a reload of the page that reported a wrong code.
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
        site.service.accounts().sign_out(signed.player.id, signed.session).await?;
    }
    let mut answer = redirect("/", "signed-out");
    answer.add_cookie(&no_cookie(&site, CookieName::Session)).map_err(PageError::broken)?;
    Ok(answer)
}

/// Sets the session cookie and redirects to the page the visitor wanted.
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
