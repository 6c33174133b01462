//! The stream of events: it begins with everything pending, and tells its player what happens.

use std::net::SocketAddr;
use std::time::Duration;

use ravenpost::service::people::tokens::scope::Scope;
use ravenpost_rules::Seat;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::client::{Client, problem, read, token_of};
use crate::api::tokens::signed;
use crate::harness::app::App;
use crate::harness::browser::{Pages, noon};
use crate::pages::TITLE;

/// An open stream of lines of JSON.
pub(super) struct Stream(BufReader<TcpStream>);

impl Stream {
    pub async fn open(address: SocketAddr, token: &str, query: &str) -> Stream {
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        let text = format!(
            "GET /api/v1/me/events{query} HTTP/1.1\r\nhost: {address}\r\n\
             accept: application/x-ndjson\r\nauthorization: Bearer {token}\r\n\r\n"
        );
        stream.write_all(text.as_bytes()).await.expect("a request can be sent");
        Stream(BufReader::new(stream))
    }

    /// Returns the next event; `None` if the stream ends.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            let wait = Duration::from_secs(20);
            let read = tokio::time::timeout(wait, self.0.read_line(&mut line)).await;
            if read.expect("something is sent in time").unwrap_or(0) == 0 {
                return None;
            }
            if line.starts_with('{') {
                return Some(serde_json::from_str(&line).expect("JSON"));
            }
            if line == "0\r\n" {
                return None;
            }
        }
    }

    pub async fn kind(&mut self) -> String {
        let event = self.next().await.expect("the stream goes on");
        event["kind"].as_str().expect("a kind").to_owned()
    }
}

/// Returns the seat that is awaited first.
async fn awaited(app: &App, game: &ravenpost_log::GameId) -> Seat {
    app.service.games().load(game).await.expect("a game").seats().awaited_seats()[0]
}

#[tokio::test]
async fn stream_begins_with_hello_and_then_sends_events() {
    let mut app = App::seeded(6).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let token = token_of(&app, "ann", &[Scope::Read], None).await;
    let mut stream = Stream::open(pages.address, &token, "").await;
    let hello = stream.next().await.expect("hello");
    assert_eq!(hello["kind"], "hello");
    assert_eq!(hello["games"][game.as_str()], app.step(&game).await.0);
    let mut seen = Vec::new();
    while !seen.contains(&"turn".to_owned()) {
        assert!(seen.len() < 100, "ann is never asked: {seen:?}");
        let seat = awaited(&app, &game).await;
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
        let last = app.step(&game).await.0;
        loop {
            let event = stream.next().await.expect("the stream goes on");
            seen.push(event["kind"].as_str().expect("a kind").to_owned());
            if event["kind"] == "step" && event["step"] == last {
                break;
            }
        }
    }
    let bob = Client::of(&app, &pages, "bob").await;
    read(&bob.post(&format!("/games/{game}/chat"), &json!({"text": "your turn"})).await);
    while stream.kind().await != "chat" {}
}

#[tokio::test]
async fn private_changes_of_others_cause_no_event() {
    let mut app = App::seeded(6).await;
    let (ann, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let token = token_of(&app, "bob", &[Scope::Read], None).await;
    let mut stream = Stream::open(pages.address, &token, "").await;
    assert_eq!(stream.kind().await, "hello");
    let key = crate::harness::app::fresh();
    app.service.chat().note(app.now, &game, ann, None, "secret", &key).await.expect("a note");
    let now = app.service.games().load(&game).await.expect("a game");
    let left = now.true_position().instructions(Seat(1)).into_iter();
    if let Some(offer) = left.flat_map(|group| group.offers).next() {
        app.order(&game, Seat(1), &offer.order).await.expect("an instruction");
    }
    let seat = awaited(&app, &game).await;
    let order = app.some_order(&game, seat).await;
    app.order(&game, seat, &order).await.expect("legal");
    let event = stream.next().await.expect("the stream goes on");
    assert_eq!((&event["kind"], &event["step"]), (&json!("step"), &json!(app.step(&game).await.0)));
}

#[tokio::test]
async fn a_name_in_use_is_replaced_and_names_are_limited() {
    let app = App::new().await;
    app.player("ann").await;
    let pages = Pages::of(app.service.clone());
    let token = token_of(&app, "ann", &[Scope::Read], None).await;
    let mut open = Vec::new();
    for name in ["one", "two", "three"] {
        let mut stream = Stream::open(pages.address, &token, &format!("?name={name}")).await;
        assert_eq!(stream.kind().await, "hello");
        open.push(stream);
    }
    let client = Client::new(&pages, Some(&token));
    let fourth = client.get("/me/events?name=four").await;
    problem(&fourth, 429, "too-many");
    assert!(fourth.header("retry-after").is_some());
    problem(&client.get(&format!("/me/events?name={}", "x".repeat(41))).await, 400, "unreadable");
    let mut again = Stream::open(pages.address, &token, "?name=one").await;
    assert_eq!(again.kind().await, "hello");
    assert_eq!(open[0].next().await, None, "the older stream has ended");
}

#[tokio::test]
async fn a_stream_ends_with_its_token_and_with_the_server() {
    let app = App::new().await;
    let ann = signed(&app, "ann").await;
    let mut streams = None;
    let pages = Pages::with(app.service.clone(), |site| streams = Some(site.streams.clone()));
    let token = token_of(&app, "ann", &[Scope::Read], None).await;
    let mut stream = Stream::open(pages.address, &token, "").await;
    assert_eq!(stream.kind().await, "hello");
    let hash = ravenpost_store::token_hash(&token);
    app.service.tokens().revoke(noon(), &ann, &hash).await.expect("revoked");
    assert_eq!(stream.next().await, None);
    let token = token_of(&app, "ann", &[Scope::Read], None).await;
    let mut stream = Stream::open(pages.address, &token, "").await;
    assert_eq!(stream.kind().await, "hello");
    streams.expect("the site's streams").close();
    assert_eq!(stream.next().await, None);
    let client = Client::new(&pages, Some(&token));
    problem(&client.get("/me/events").await, 503, "unavailable");
}
