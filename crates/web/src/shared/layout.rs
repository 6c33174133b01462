//! The page frame (title, navigation, signed-in player) and the error page.

use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, HttpResponse};
use askama::Template;

use crate::http::api_paths::is_api;
use crate::http::error::{self, PageError};
use crate::http::guard::used_other_address;
use crate::http::local_requests::is_near;
use crate::http::request_id;
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    http::{assets, local},
    shared::confirmations,
};
use ravenpost_log::GameId;
use ravenpost_service::admin::site::SiteTexts;
use ravenpost_service::game::notify::pending::Waits;
use ravenpost_service::people::players::Theme;

/// The description of pages that have none of their own.
const DESCRIPTION: &str = "Deep board games with friends in any time zone, one turn a day, \
     on the web or by email.";

/// The pages that search engines may list, besides those of the titles.
const PUBLIC: [&str; 7] = ["/", "/about", "/titles", "/games", "/archive", "/credits", "/seals"];

#[derive(Clone, Debug, Default)]
pub struct Shell {
    pub title: String,
    /// One or two sentences about the page, for search engines and previews of links.
    pub description: String,
    /// The public address of the page, if search engines may list it.
    pub canonical: Option<String>,
    /// The public address of the server: `https://games.example.org`.
    pub home: String,
    /// The admins' texts about this server.
    pub texts: Arc<SiteTexts>,
    /// The navigation entry this page belongs to.
    pub section: &'static str,
    /// For a guest, the address that leads through sign-up back to this page.
    pub guest: Option<String>,
    /// The name of the signed-in player, if any.
    pub player: Option<String>,
    /// The form token of this page.
    pub token: String,
    /// The confirmation of the last form, shown at the top.
    pub said: Option<&'static str>,
    /// The result of the last order, shown in the order box.
    pub answer: Option<&'static str>,
    /// The result of the last chat action, shown in the chat.
    pub spoken: Option<&'static str>,
    /// The result of the last change to a note, shown with the notes.
    pub noted: Option<&'static str>,
    /// The number of pending games as a title prefix: "(3) ". Empty if there are none.
    pub count: String,
    /// The number of pending games for the navigation: "3". Empty if there are none.
    pub badge: String,
    /// The text of the link to the next game: "Next game (4)".
    pub next: String,
    pub admin: bool,
    /// Whether the visitor may read the local outbox.
    pub outbox: bool,
    /// The address by which a visitor on this machine bypassed the proxy. Signing in requires the
    /// encrypted public address.
    pub direct: Option<String>,
    /// A warning that emails to the signed-in player bounce.
    pub failing: Option<String>,
    /// The colours that the player chose: `light`, `dark`, or both in the order of preference.
    pub theme: &'static str,
    /// Where visitors without an account choose them; empty for players.
    pub colours: String,
    /// The addresses of the style sheets.
    pub styles: &'static [String],
}

impl Shell {
    /// Builds the frame for a request.
    pub fn of(request: &HttpRequest) -> Shell {
        let visitor = Visitor::of(request);
        let site = request.app_data::<actix_web::web::Data<Site>>();
        let home = site.map(|site| site.service.settings().base_url.clone()).unwrap_or_default();
        let texts = request.extensions().get::<Arc<SiteTexts>>().cloned().unwrap_or_default();
        Shell {
            description: DESCRIPTION.to_owned(),
            canonical: canonical(&home, request.path(), request.query_string()),
            home,
            texts,
            player: visitor.player.as_ref().map(|signed| signed.player.name.clone()),
            guest: visitor.guest.as_ref().and_then(|_| {
                let page = visitor.path().split('?').next()?;
                Some(local::sign_in(page))
            }),
            token: visitor.form_token(),
            said: confirmations::of(request.query_string()),
            answer: confirmations::of_order(request.query_string()),
            spoken: confirmations::of_words(request.query_string()),
            noted: confirmations::of_note(request.query_string()),
            count: count(&visitor.waits),
            badge: badge(&visitor.waits),
            next: next(&visitor.waits, &[]),
            admin: visitor.admin().is_ok(),
            outbox: site.is_some_and(|site| site.outbox.opens(request)),
            direct: site.and_then(|site| direct(site, request)),
            failing: visitor.failing(),
            theme: visitor.theme().map_or("light dark", Theme::key),
            colours: match visitor.player {
                Some(_) => String::new(),
                None => local::colours(visitor.path()),
            },
            styles: assets::styles(visitor.theme()),
            ..Shell::default()
        }
    }

    #[must_use]
    pub fn titled(mut self, title: &str) -> Shell {
        self.title = title.to_owned();
        self
    }

    #[must_use]
    pub fn described(mut self, description: &str) -> Shell {
        self.description = description.to_owned();
        self
    }

    #[must_use]
    pub fn at(mut self, section: &'static str) -> Shell {
        self.section = section;
        self
    }

    /// Marks the navigation entry of a game: the player's own games, or those of others.
    #[must_use]
    pub fn of_game(self, plays: bool) -> Shell {
        self.at(if plays { "mine" } else { "games" })
    }

    /// Counts only pending games other than the one shown.
    #[must_use]
    pub fn for_game(mut self, game: &GameId, visitor: &Visitor) -> Shell {
        self.next = next(&visitor.waits, &[game]);
        self
    }

    /// Adds a form token for visitors who are not signed in.
    #[must_use]
    pub fn with_forms(mut self, visitor: &Visitor) -> Shell {
        self.token = visitor.open_form_token();
        self
    }

    /// Adds a form token for forms that visitors and players may use.
    #[must_use]
    pub fn with_open_forms(self, visitor: &Visitor) -> Shell {
        match self.player {
            Some(_) => self,
            None => self.with_forms(visitor),
        }
    }

    /// Marks in the title that it is the player's turn.
    #[must_use]
    pub fn alert(mut self) -> Shell {
        self.title = format!("Your turn: {}", self.title);
        self
    }

    pub fn marks(&self, section: &str) -> bool {
        self.section == section
    }

    /// Returns the address of a file in `static`.
    pub fn file(&self, name: &str) -> String {
        assets::address(name)
    }
}

/// Returns the address of a page that search engines may list. Game pages are excluded: there are
/// many of them, and those of private tables are only for people who know the address.
fn canonical(home: &str, path: &str, query: &str) -> Option<String> {
    let public = PUBLIC.contains(&path) || path.starts_with("/titles/");
    (public && query.is_empty()).then(|| format!("{home}{path}"))
}

/// Returns the address of a request that reached an encrypted site without its proxy.
fn direct(site: &Site, request: &HttpRequest) -> Option<String> {
    let behind_proxy = site.https && is_near(request);
    behind_proxy.then(|| used_other_address(request, site))?.map(|(_, came)| came)
}

/// Returns the number of pending games; empty if there are none.
fn badge(waits: &Waits) -> String {
    match waits.besides(&[]) {
        0 => String::new(),
        count => count.to_string(),
    }
}

/// Formats the number of pending games as a title prefix.
fn count(waits: &Waits) -> String {
    match waits.besides(&[]) {
        0 => String::new(),
        count => format!("({count}) "),
    }
}

/// Returns the text of the link to the next game, counting pending games other than these.
fn next(waits: &Waits, here: &[&GameId]) -> String {
    match waits.besides(here) {
        0 => "All done".to_owned(),
        more => format!("Next game ({more})"),
    }
}

impl FromRequest for Shell {
    type Error = Error;
    type Future = std::future::Ready<Result<Shell, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Shell::of(request)))
    }
}

/// Renders a page.
pub fn html(page: impl Template) -> Result<HttpResponse, PageError> {
    html_as(StatusCode::OK, page)
}

/// Renders a page with another status.
pub fn html_as(status: StatusCode, page: impl Template) -> Result<HttpResponse, PageError> {
    let body = page.render().map_err(PageError::broken)?;
    Ok(HttpResponse::build(status).content_type("text/html; charset=utf-8").body(body))
}

/// Renders a page with a form, which shows why it was refused if it was.
pub fn html_refused(refused: bool, page: impl Template) -> Result<HttpResponse, PageError> {
    let status = if refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    html_as(status, page)
}

/// Redirects to a local path after a form. `done` names the confirmation to show there.
pub fn redirect(path: &str, done: &str) -> HttpResponse {
    let mut path = local::own(path);
    if !done.is_empty() {
        let (before, fragment) = match path.split_once('#') {
            Some((before, fragment)) => (before.to_owned(), format!("#{fragment}")),
            None => (path.clone(), String::new()),
        };
        let mark = if before.contains('?') { '&' } else { '?' };
        path = format!("{before}{mark}done={done}{fragment}");
    }
    HttpResponse::SeeOther().insert_header((header::LOCATION, path)).finish()
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    shell: Shell,
    heading: &'static str,
    sentence: String,
    /// The address of the sign-in page, which leads back here.
    sign_in: String,
    /// The id of the request, which the admin can look up in the log.
    request_id: Option<String>,
}

/// Middleware that renders the error page for every error response without one.
pub async fn error_pages(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let for_api = is_api(request.path());
    let answer = next.call(request).await?.map_into_boxed_body();
    let status = answer.status();
    if for_api {
        return Ok(answer);
    }
    if !(status.is_client_error() || status.is_server_error()) || has_page(&answer) {
        return Ok(answer);
    }
    let shell = Shell::of(answer.request()).titled(error::heading(status));
    let shell = Shell { canonical: None, ..shell };
    let sentence = answer.response().error().and_then(Error::as_error::<PageError>);
    let sentence = sentence.map_or_else(|| in_general(status), PageError::sentence);
    let sign_in = local::sign_in(Visitor::of(answer.request()).path());
    let (heading, request_id) = (error::heading(status), request_id::current());
    let page = ErrorPage { shell, heading, sentence, sign_in, request_id };
    Ok(answer.map_body(|head, _| {
        let kind = header::HeaderValue::from_static("text/html; charset=utf-8");
        head.headers_mut().insert(header::CONTENT_TYPE, kind);
        BoxBody::new(page.render().unwrap_or_else(|_| heading_only(status)))
    }))
}

fn heading_only(status: StatusCode) -> String {
    error::heading(status).to_owned()
}

/// Whether the handler has rendered its own page or JSON, for example to show a refusal.
fn has_page(answer: &ServiceResponse) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let own = |kind: &str| kind.starts_with("text/html") || kind == "application/json";
    answer.response().error().is_none() && kind.is_some_and(own)
}

fn in_general(status: StatusCode) -> String {
    let sentence = match status {
        StatusCode::NOT_FOUND => return PageError::NotFound("page").sentence(),
        StatusCode::PAYLOAD_TOO_LARGE => "That upload is too large. Send less and try again.",
        status if status.is_server_error() => return PageError::broken(status).sentence(),
        _ => "We could not read that request. Go back and try again.",
    };
    sentence.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_steps_and_private_links_are_not_indexed() {
        let of = |path, query| canonical("https://a.example", path, query);
        assert_eq!(of("/", "").as_deref(), Some("https://a.example/"));
        assert!(of("/titles/nim/rules", "").is_some());
        let (game, luck) = (("/games/a", "at=3"), ("/games/a/luck", ""));
        for (path, query) in [game, luck, ("/join/a", ""), ("/titles", "done=x"), ("/sign-in", "")]
        {
            assert_eq!(of(path, query), None, "{path}");
        }
    }

    #[test]
    fn notice_is_added_before_the_fragment() {
        let answer = redirect("/games/a?at=3#orders", "ordered");
        let to = answer.headers().get(header::LOCATION).unwrap();
        assert_eq!(to, "/games/a?at=3&done=ordered#orders");
    }
}
