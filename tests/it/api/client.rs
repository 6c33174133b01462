//! A program that uses the API. Every response that it gets must have the described form.

use chrono::Duration;
use ravenpost::service::people::tokens::change::NewToken;
use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::service::people::tokens::text;
use ravenpost::web::http::limits::Limits;
use ravenpost::web::shared::forms;
use ravenpost_log::GameId;
use ravenpost_store::people::tokens::{self, ApiToken};
use ravenpost_store::{PlayerId, token_hash, writes};
use serde_json::Value;

use crate::api::described;
use crate::api::tokens::{new_token, signed};
use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages, noon};

/// Creates a token of a player with these scopes, for all games or one.
pub async fn token_of(app: &App, name: &str, scopes: &[Scope], game: Option<&GameId>) -> String {
    let signed = signed(app, name).await;
    let label = format!("Token {}", forms::random());
    let new = NewToken { scopes: scopes.to_vec(), game: game.cloned(), ..new_token(&label) };
    app.service.tokens().create(noon(), &signed, &new).await.expect("a token")
}

/// Stores a token of a player. The service lets a player create only some a day.
pub async fn stored_token(app: &App, player: PlayerId, game: Option<&GameId>) -> String {
    let alphabet = |byte: u8| b"abcdefghijklmnopqrstuvwxyz234567"[usize::from(byte % 32)] as char;
    let random: String = (forms::random() + &forms::random()).bytes().map(alphabet).collect();
    let token = text::token(&random[..32]);
    let scopes: Vec<&str> = Scope::ALL.iter().copied().map(Scope::key).collect();
    let new = ApiToken {
        token_hash: token_hash(&token),
        player,
        name: format!("Token {}", &random[..8]),
        scopes: scopes.join(" "),
        program: false,
        game: game.cloned(),
        created_at: noon(),
        expires_at: noon() + Duration::days(30),
        last_used_day: None,
    };
    let job = app.service.store().write(writes!(|tx| tokens::add(tx, &new).await));
    job.await.expect("stored");
    token
}

/// Serves an app with limits that no test reaches.
pub fn unlimited(app: &App) -> Pages {
    Pages::with(app.service.clone(), |site| site.limits = Limits::new(10_000_000, 1_000_000))
}

#[derive(Clone)]
pub struct Client {
    browser: Browser,
}

impl Client {
    pub fn new(pages: &Pages, token: Option<&str>) -> Client {
        let mut browser = pages.browser();
        browser.headers.push(("content-type".to_owned(), "application/json".to_owned()));
        let client = Client { browser };
        match token {
            Some(token) => client.with("authorization", &format!("Bearer {token}")),
            None => client,
        }
    }

    /// Signs in a player of the app with every scope.
    pub async fn of(app: &App, pages: &Pages, name: &str) -> Client {
        Client::new(pages, Some(&token_of(app, name, Scope::ALL, None).await))
    }

    /// The same client with another header.
    pub fn with(&self, name: &str, value: &str) -> Client {
        let mut browser = self.browser.clone();
        browser.headers.retain(|(known, _)| known != name);
        browser.headers.push((name.to_owned(), value.to_owned()));
        Client { browser }
    }

    /// The same client with one more header, even if it sends one with that name.
    pub fn with_another(&self, name: &str, value: &str) -> Client {
        let mut browser = self.browser.clone();
        browser.headers.push((name.to_owned(), value.to_owned()));
        Client { browser }
    }

    pub fn with_cookie(&self, session: &str) -> Client {
        Client { browser: self.browser.clone().signed_in(session) }
    }

    /// Sends a request to a path below `/api/v1`.
    pub async fn send(&self, method: &str, path: &str, body: Option<&str>) -> Page {
        let page = self.browser.clone().once(method, &format!("/api/v1{path}"), body).await;
        described::check(method, &page);
        page
    }

    pub async fn get(&self, path: &str) -> Page {
        self.send("GET", path, None).await
    }

    /// Posts with a new key.
    pub async fn post(&self, path: &str, body: &Value) -> Page {
        self.post_as(&forms::random(), path, body).await
    }

    /// Posts with this key.
    pub async fn post_as(&self, key: &str, path: &str, body: &Value) -> Page {
        let client = self.with("idempotency-key", &format!("\"{key}\""));
        client.send("POST", path, Some(&body.to_string())).await
    }
}

/// Returns the JSON of a successful response.
#[track_caller]
pub fn read(page: &Page) -> Value {
    assert!((200..300).contains(&page.status), "{}: {} {}", page.path, page.status, page.body);
    serde_json::from_str(&page.body).expect("JSON")
}

/// Asserts that a response is a problem of this kind.
#[track_caller]
pub fn problem(page: &Page, status: u16, kind: &str) -> Value {
    assert_eq!(page.status, status, "{}: {}", page.path, page.body);
    assert_eq!(page.header("content-type"), Some("application/problem+json"), "{}", page.path);
    assert_eq!(page.header("access-control-allow-origin"), Some("*"));
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let body: Value = serde_json::from_str(&page.body).expect("JSON");
    assert_eq!(body["type"], format!("/api#problem-{kind}"), "{}", page.body);
    assert_eq!(body["status"], status);
    assert!(body["title"].is_string() && body["detail"].is_string());
    body
}
