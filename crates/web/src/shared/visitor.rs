//! Identifies the visitor: the signed-in player, if any, and the site's cookies.
//!
//! The session is looked up once per request without writing anything, because a GET changes
//! nothing.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest};

use crate::Site;
use crate::http::api_paths::is_api;
use crate::http::error::PageError;
use crate::http::guard::used_other_address;
use crate::shared::forms;
use crate::shared::query::Fields;
use ravenpost_service::game::notify::pending::Waits;
use ravenpost_service::people::address::veiled;
use ravenpost_service::people::bounces::Failing;
use ravenpost_service::people::players::Theme;
use ravenpost_service::people::sign_in::SignedIn;
use ravenpost_zone::Zone;

/// The sender of a request.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    pub player: Option<SignedIn>,
    /// The guest, if the visitor practises without an account. Guests are not signed in.
    pub guest: Option<SignedIn>,
    /// The player's pending actions.
    pub waits: Arc<Waits>,
    /// Whether the session could not be looked up because the database failed.
    unheard: bool,
    /// The public address and the one a form was sent to, if they differ.
    elsewhere: Option<(String, String)>,
    cookies: Rc<Cookies>,
    path: String,
}

/// The cookies that tie forms to a browser.
#[derive(Debug, Default)]
struct Cookies {
    /// The session secret from the cookie.
    session: Option<String>,
    visit: String,
    /// The chosen colours.
    theme: Option<Theme>,
    /// Whether the browser has already sent the visit cookie.
    known: bool,
    /// Whether this page has a form, so that the browser needs the cookie.
    wanted: Cell<bool>,
}

/// The cookies of the site. The `__Host-` prefix prevents other subdomains from setting them, but
/// requires https.
#[derive(Clone, Copy)]
pub enum CookieName {
    /// The session of a signed-in player.
    Session,
    /// Ties forms to a browser that is not signed in.
    Visit,
    /// Identifies the browser that requested a sign-in email.
    Asking,
    /// A form that was submitted in an expired session.
    Cached,
    /// The colours that a visitor without an account chose.
    Theme,
}

impl CookieName {
    /// Returns the cookie's name on this site.
    pub fn on(self, site: &Site) -> &'static str {
        match (self, site.https) {
            (CookieName::Session, true) => "__Host-ravenpost",
            (CookieName::Session, false) => "ravenpost",
            (CookieName::Visit, true) => "__Host-visit",
            (CookieName::Visit, false) => "visit",
            (CookieName::Asking, true) => "__Host-asking",
            (CookieName::Asking, false) => "asking",
            (CookieName::Cached, true) => "__Host-kept",
            (CookieName::Cached, false) => "kept",
            (CookieName::Theme, true) => "__Host-colours",
            (CookieName::Theme, false) => "colours",
        }
    }
}

/// Builds a cookie. Without `days` it is a session cookie.
pub fn cookie(site: &Site, name: CookieName, value: String, days: Option<i64>) -> Cookie<'static> {
    let mut cookie = Cookie::build(name.on(site), value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(site.https)
        .finish();
    if let Some(days) = days {
        cookie.set_max_age(actix_web::cookie::time::Duration::days(days));
    }
    cookie
}

/// Builds a cookie that removes the given one.
pub fn no_cookie(site: &Site, name: CookieName) -> Cookie<'static> {
    let mut cookie = cookie(site, name, String::new(), None);
    cookie.make_removal();
    cookie
}

/// Returns the browser's user agent.
pub fn agent(request: &HttpRequest) -> &str {
    let header = request.headers().get(actix_web::http::header::USER_AGENT);
    header.and_then(|agent| agent.to_str().ok()).unwrap_or_default()
}

impl Visitor {
    /// Returns the visitor identified by the middleware.
    pub fn of(request: &HttpRequest) -> Visitor {
        request.extensions().get::<Visitor>().cloned().unwrap_or_default()
    }

    /// Returns who may hold a seat: the signed-in player, or the guest.
    pub fn at_table(&self) -> Option<&SignedIn> {
        self.player.as_ref().or(self.guest.as_ref())
    }

    /// Returns the signed-in player or the guest, or an error that leads to sign-in.
    pub fn playing(&self) -> Result<&SignedIn, PageError> {
        self.guest.as_ref().map_or_else(|| self.signed(), Ok)
    }

    /// Returns the session cookie of a guest.
    pub fn guest_session(&self) -> Option<&str> {
        self.guest.as_ref().and(self.cookies.session.as_deref())
    }

    /// Returns the secret that ties forms of this browser to it while no one is signed in.
    pub fn visit(&self) -> &str {
        &self.cookies.visit
    }

    /// Returns the path of the page that was requested.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the signed-in player, or an error that leads to sign-in. If the lookup failed, the
    /// error is temporary instead, because a redirect would lose a submitted form.
    pub fn signed(&self) -> Result<&SignedIn, PageError> {
        match &self.player {
            Some(signed) => Ok(signed),
            None if self.unheard => Err(PageError::Unavailable),
            None => Err(PageError::SignIn(self.path.clone())),
        }
    }

    /// Returns the signed-in admin. For everyone else, the page does not exist.
    pub fn admin(&self) -> Result<&SignedIn, PageError> {
        match &self.player {
            Some(signed) if signed.admin => Ok(signed),
            None if self.unheard => Err(PageError::Unavailable),
            _ => Err(PageError::NotFound("page")),
        }
    }

    /// Returns the form token of a page; empty if no form can be sent from it.
    pub fn form_token(&self) -> String {
        if self.at_table().is_some() || self.cookies.known {
            forms::token(self.secret())
        } else {
            String::new()
        }
    }

    /// Returns the form token of a page with a form for visitors who are not signed in.
    pub fn open_form_token(&self) -> String {
        self.cookies.wanted.set(true);
        forms::token(self.secret())
    }

    /// Returns a warning if emails to the player bounce, with the address masked.
    pub fn failing(&self) -> Option<String> {
        let player = &self.player.as_ref()?.player;
        Failing::of(player).map(|failing| failing.to_oneself(&veiled(&player.address)))
    }

    /// Returns the theme that the player chose or, without an account, this browser.
    pub fn theme(&self) -> Option<Theme> {
        match &self.player {
            Some(signed) => Theme::find(signed.player.theme.as_deref()?),
            None => self.cookies.theme,
        }
    }

    pub fn zone(&self) -> Zone {
        self.player.as_ref().map_or(Zone::UTC, |signed| Zone::or_utc(&signed.player.zone))
    }

    /// Whether a signed-out visitor may have filled in one of our forms: this browser was signed in
    /// or was shown the form.
    pub fn may_have_written(&self, fields: &Fields) -> bool {
        let shown = self.cookies.known && forms::token_matches(self.secret(), fields.text("token"));
        !self.unheard && (self.cookies.session.is_some() || shown)
    }

    /// Parses a form and refuses it unless it was shown in this browser.
    pub fn form(&self, body: &Bytes) -> Result<Fields, PageError> {
        let fields = forms::read(body)?;
        self.check(&fields)?;
        Ok(fields)
    }

    /// Refuses a form that was not shown in this browser.
    pub fn check(&self, fields: &Fields) -> Result<(), PageError> {
        let known = self.at_table().is_some() || self.cookies.known;
        let token = fields.text("token");
        if known && (forms::token_matches(self.secret(), token) || self.fits_earlier(token)) {
            Ok(())
        } else if self.unheard {
            Err(PageError::Unavailable)
        } else if let Some((home, came)) = self.elsewhere.clone().filter(|_| !known) {
            // The browser does not send the cookies of the public address.
            tracing::warn!(home, came, "refused form from another address");
            Err(PageError::Elsewhere { home, came })
        } else {
            tracing::warn!(known, "refused form: token mismatch");
            Err(PageError::Forged)
        }
    }

    /// Whether a guest's form is from before the practice game, such as a second click on its
    /// button.
    fn fits_earlier(&self, token: &str) -> bool {
        let earlier = self.guest.is_some() && self.cookies.known;
        earlier && forms::token_matches(&self.cookies.visit, token)
    }

    fn secret(&self) -> &str {
        match (self.at_table(), &self.cookies.session) {
            (Some(_), Some(session)) => session,
            _ => &self.cookies.visit,
        }
    }
}

impl FromRequest for Visitor {
    type Error = Error;
    type Future = std::future::Ready<Result<Visitor, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Visitor::of(request)))
    }
}

/// Middleware that identifies the visitor. The API ignores cookies, so it has none.
pub async fn recognise(
    site: web::Data<Site>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    // Monitoring must not wait for the database here.
    let anonymous = ["/static/", "/healthz", "/readyz"];
    if anonymous.iter().any(|path| request.path().starts_with(path)) || is_api(request.path()) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let value =
        |name: CookieName| request.cookie(name.on(&site)).map(|cookie| cookie.value().to_owned());
    let visit = value(CookieName::Visit).filter(|visit| visit.len() >= 26);
    let session = value(CookieName::Session);
    let found = match &session {
        Some(session) => site.service.accounts().in_session(site.now(), session).await,
        None => Ok(None),
    };
    // If the lookup fails, public pages still work.
    let (found, unheard) = match found {
        Ok(found) => (found, false),
        Err(error) => {
            tracing::warn!(%error, "failed to look up session");
            (None, true)
        }
    };
    let is_guest = found.as_ref().is_some_and(|found| found.player.guest_until.is_some());
    let (player, guest) = if is_guest { (None, found) } else { (found, None) };
    if let Some(signed) = &player {
        note_use(&site, &request, signed).await;
    }
    // After signing in, lead to a page; a POST cannot be repeated.
    let path = match *request.method() {
        Method::GET => request.uri().path_and_query().map_or("/", |path| path.as_str()),
        _ => "/my-games",
    };
    let path = path.to_owned();
    let elsewhere = match *request.method() {
        Method::GET => None,
        _ => used_other_address(request.request(), &site),
    };
    let cookies = Rc::new(Cookies {
        session,
        known: visit.is_some(),
        visit: visit.unwrap_or_else(forms::random),
        theme: value(CookieName::Theme).and_then(|theme| Theme::find(&theme)),
        wanted: Cell::new(false),
    });
    let waits = waits(&site, player.as_ref(), request.method()).await;
    match site.service.administration().site(site.now()).await {
        Ok(texts) => drop(request.extensions_mut().insert(texts)),
        Err(error) => tracing::warn!(%error, "failed to load the texts about the server"),
    }
    request.extensions_mut().insert(Visitor {
        player,
        guest,
        waits,
        unheard,
        elsewhere,
        cookies: cookies.clone(),
        path,
    });
    let mut answer = next.call(request).await?.map_into_boxed_body();
    if cookies.wanted.get() && !cookies.known && !is_guest {
        let visit = cookie(&site, CookieName::Visit, cookies.visit.clone(), None);
        answer.response_mut().add_cookie(&visit)?;
    }
    Ok(answer)
}

/// Records that the session is in use: a POST stores this at once, and a GET only notes it, to be
/// stored later. `/now` does not count, because the script requests it on unattended pages too.
async fn note_use(site: &Site, request: &ServiceRequest, signed: &SignedIn) {
    if *request.method() == Method::GET {
        if !request.path().ends_with("/now") {
            site.service.accounts().note_visit(site.now(), signed);
        }
    } else if *request.method() == Method::POST
        && let Err(error) = site.service.accounts().touch_session(site.now(), signed).await
    {
        tracing::warn!(%error, "failed to update session");
    }
}

/// Loads the player's pending actions. A failure is only logged, because the page itself may still
/// work.
async fn waits(site: &Site, player: Option<&SignedIn>, method: &Method) -> Arc<Waits> {
    let Some(SignedIn { player, .. }) = player else { return Arc::default() };
    let waits = match *method {
        Method::GET => site.service.notifications().pending_actions(site.now(), player.id).await,
        _ => site.service.notifications().last_pending_actions(site.now(), player.id).await,
    };
    waits.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to load pending actions");
        Arc::default()
    })
}
