//! What every page has round it: title, navigation, who is signed in; and the page for errors.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpRequest, HttpResponse};
use askama::Template;

use super::error::{self, PageError};
use super::visitor::Visitor;
use super::{Site, assets, paths, said};
use crate::service::game::what_waits::Waits;
use ravenpost_log::GameId;

/// The frame of a page.
#[derive(Clone, Debug, Default)]
pub struct Shell {
    pub title: String,
    /// The navigation entry this page belongs to.
    pub section: &'static str,
    /// How the signed-in player is called; nothing when nobody is signed in.
    pub player: Option<String>,
    /// The form token of this page.
    pub token: String,
    /// What the last form did, told once at the top.
    pub said: Option<&'static str>,
    /// What became of the order just given, told in the orders' box.
    pub answer: Option<&'static str>,
    /// What became of words just said, told where words are said.
    pub spoken: Option<&'static str>,
    /// What became of a note, told where notes stand.
    pub noted: Option<&'static str>,
    /// How much waits for the player, as titles begin with it: "(3) ". Empty for nothing.
    pub count: String,
    /// The way to the next game, in words: "Next game: 4 wait".
    pub next: String,
    /// Whether letters are kept here instead of being sent.
    pub outbox: bool,
    /// That letters to the signed-in player come back, as a sentence.
    pub failing: Option<String>,
    /// The addresses of the style sheets.
    pub styles: &'static [String],
}

impl Shell {
    /// The frame for a request.
    pub fn of(request: &HttpRequest) -> Shell {
        let visitor = Visitor::of(request);
        let site = request.app_data::<actix_web::web::Data<Site>>();
        Shell {
            player: visitor.player.as_ref().map(|signed| signed.player.name.clone()),
            token: visitor.form_token(),
            said: said::of(request.query_string()),
            answer: said::of_order(request.query_string()),
            spoken: said::of_words(request.query_string()),
            noted: said::of_note(request.query_string()),
            count: count(&visitor.waits),
            next: next(&visitor.waits, &[]),
            outbox: site.is_some_and(|site| site.outbox.opens(request)),
            failing: visitor.failing(),
            styles: assets::styles(),
            ..Shell::default()
        }
    }

    #[must_use]
    pub fn titled(mut self, title: &str) -> Shell {
        self.title = title.to_owned();
        self
    }

    #[must_use]
    pub fn at(mut self, section: &'static str) -> Shell {
        self.section = section;
        self
    }

    /// Says how much waits elsewhere than in that game.
    #[must_use]
    pub fn beside(mut self, game: &GameId, visitor: &Visitor) -> Shell {
        self.next = next(&visitor.waits, &[game]);
        self
    }

    /// Readies a page with a form for people who are not signed in.
    #[must_use]
    pub fn with_forms(mut self, visitor: &Visitor) -> Shell {
        self.token = visitor.open_form_token();
        self
    }

    /// Says in the title that the player is asked for something.
    #[must_use]
    pub fn alert(mut self) -> Shell {
        self.title = format!("Your turn: {}", self.title);
        self
    }

    pub fn marks(&self, section: &str) -> bool {
        self.section == section
    }
}

/// How much waits, for the beginning of a title.
fn count(waits: &Waits) -> String {
    match waits.besides(&[]) {
        0 => String::new(),
        count => format!("({count}) "),
    }
}

/// The way to the next game, with how many wait besides these.
fn next(waits: &Waits, here: &[&GameId]) -> String {
    match waits.besides(here) {
        0 => "Nothing more waits".to_owned(),
        1 => "Next game: 1 waits".to_owned(),
        more => format!("Next game: {more} wait"),
    }
}

impl FromRequest for Shell {
    type Error = Error;
    type Future = std::future::Ready<Result<Shell, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Shell::of(request)))
    }
}

/// A page from its template.
pub fn html(page: impl Template) -> Result<HttpResponse, PageError> {
    html_as(StatusCode::OK, page)
}

/// The same with another status.
pub fn html_as(status: StatusCode, page: impl Template) -> Result<HttpResponse, PageError> {
    let body = page.render().map_err(PageError::broken)?;
    Ok(HttpResponse::build(status).content_type("text/html; charset=utf-8").body(body))
}

/// A redirect after a form, to an own path. `done` names what to say there.
pub fn redirect(path: &str, done: &str) -> HttpResponse {
    let mut path = paths::own(path);
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
}

/// Middleware: puts the error page round every bare error, whoever made it.
pub async fn error_pages(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = next.call(request).await?.map_into_boxed_body();
    let status = answer.status();
    if !(status.is_client_error() || status.is_server_error()) || has_page(&answer) {
        return Ok(answer);
    }
    let shell = Shell::of(answer.request()).titled(error::heading(status));
    let sentence = answer.response().error().and_then(Error::as_error::<PageError>);
    let sentence = sentence.map_or_else(|| in_general(status), PageError::sentence);
    let page = ErrorPage { shell, heading: error::heading(status), sentence };
    Ok(answer.map_body(|head, _| {
        let kind = header::HeaderValue::from_static("text/html; charset=utf-8");
        head.headers_mut().insert(header::CONTENT_TYPE, kind);
        BoxBody::new(page.render().unwrap_or_else(|_| heading_only(status)))
    }))
}

fn heading_only(status: StatusCode) -> String {
    error::heading(status).to_owned()
}

/// Pages that show a refusal, and what machines are told, are answers of their own.
fn has_page(answer: &ServiceResponse) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let own = |kind: &str| kind.starts_with("text/html") || kind == "application/json";
    answer.response().error().is_none() && kind.is_some_and(own)
}

fn in_general(status: StatusCode) -> String {
    let sentence = match status {
        StatusCode::NOT_FOUND => return PageError::NotFound("page").sentence(),
        StatusCode::PAYLOAD_TOO_LARGE => "What was sent is larger than anything we take.",
        status if status.is_server_error() => return PageError::broken(status).sentence(),
        _ => "What was sent could not be read. Go back and try once more.",
    };
    sentence.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_goes_before_the_fragment() {
        let answer = redirect("/games/a?at=3#orders", "ordered");
        let to = answer.headers().get(header::LOCATION).unwrap();
        assert_eq!(to, "/games/a?at=3&done=ordered#orders");
    }
}
