//! The stream of events: it begins with everything pending, and tells its player what happens. And
//! requests that wait for a step.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use ravenpost::service::people::tokens::scope::Scope;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::people::players;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::client::{Client, problem, read, token_of};
use crate::api::tokens::signed;
use crate::harness::app::App;
use crate::harness::browser::{Page, Pages, noon};
use crate::pages::TITLE;

/// An open stream of lines of JSON.
pub(super) struct Stream(BufReader<TcpStream>);

impl Stream {
    pub async fn open(address: SocketAddr, token: &str, query: &str) -> Stream {
        Stream::open_with(address, token, query, "").await
    }

    /// Opens a stream with these further headers.
    async fn open_with(address: SocketAddr, token: &str, query: &str, headers: &str) -> Stream {
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        let text = format!(
            "GET /api/v1/me/events{query} HTTP/1.1\r\nhost: {address}\r\n\
             accept: application/x-ndjson\r\nauthorization: Bearer {token}\r\n{headers}\r\n"
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
async fn awaited(app: &App, game: &GameId) -> Seat {
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

/// Events have no ids, so there is nothing to resume: every stream begins with `hello`.
#[tokio::test]
async fn last_event_id_has_no_effect() {
    let app = App::seeded(6).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let token = token_of(&app, "ann", &[Scope::Read], None).await;
    for id in ["1", "18446744073709551616", "-1", "hello; 7", "", &"9".repeat(2_000)] {
        let header = format!("last-event-id: {id}\r\n");
        let mut stream = Stream::open_with(pages.address, &token, "", &header).await;
        let hello = stream.next().await.expect("hello");
        assert_eq!(hello["kind"], "hello", "{id}");
        assert_eq!(hello["games"][game.as_str()], app.step(&game).await.0, "{id}");
    }
}

#[tokio::test]
async fn an_erased_player_has_no_stream_and_no_token() {
    let app = App::seeded(6).await;
    let (ann, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let token = token_of(&app, "ann", Scope::ALL, None).await;
    let mut stream = Stream::open(pages.address, &token, "").await;
    assert_eq!(stream.kind().await, "hello");
    let known = players::get(app.service.store().read(), ann).await.expect("a player");
    let data = app.service.data_of(&known.address).await.expect("a player");
    app.service.erase(app.now, &data).await.expect("erased");
    while stream.next().await.is_some() {}
    let client = Client::new(&pages, Some(&token));
    for path in ["/me", "/me/events", "/games", &format!("/games/{game}/events")] {
        problem(&client.get(path).await, 401, "token-invalid");
    }
    let order = json!({"order": "pass"});
    problem(&client.post(&format!("/games/{game}/orders"), &order).await, 401, "token-invalid");
}

/// How many days later it is for the server of the following test.
static DAYS: AtomicI64 = AtomicI64::new(0);

#[tokio::test]
async fn a_stream_ends_when_its_token_expires() {
    let app = App::new().await;
    app.player("ann").await;
    let pages = Pages::with(app.service.clone(), |site| {
        site.clock = || noon() + chrono::Duration::days(DAYS.load(Ordering::Relaxed));
    });
    let token = token_of(&app, "ann", &[Scope::Read], None).await;
    let mut stream = Stream::open(pages.address, &token, "").await;
    assert_eq!(stream.kind().await, "hello");
    DAYS.store(31, Ordering::Relaxed);
    // Anything that is written makes it look.
    app.player("bob").await;
    assert_eq!(stream.next().await, None);
}

/// Begins to wait for a step after the last one.
async fn waiting(app: &App, client: &Client, game: &GameId) -> tokio::task::JoinHandle<Page> {
    let (client, last) = (client.clone(), app.step(game).await);
    let path = format!("/games/{game}/events?after={last}&wait=30");
    tokio::spawn(async move { client.get(&path).await })
}

/// More requests wait than may be in progress from one address.
#[tokio::test]
async fn waiting_requests_hold_up_no_others() {
    let mut app = App::seeded(6).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let client = Client::of(&app, &pages, "ann").await;
    let (begun, mut all) = (Instant::now(), Vec::new());
    for _ in 0..12 {
        all.push(waiting(&app, &client, &game).await);
    }
    for _ in 0..20 {
        read(&client.get(&format!("/games/{game}/log")).await);
    }
    let step = app.step(&game).await.0 + 1;
    let seat = awaited(&app, &game).await;
    let order = app.some_order(&game, seat).await;
    app.order(&game, seat, &order).await.expect("legal");
    for one in all {
        let page = one.await.expect("an answer");
        assert_eq!(read(&page)["items"][0]["step"], step);
    }
    assert!(begun.elapsed() < Duration::from_secs(25), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_request_that_waits_ends_with_its_token() {
    let app = App::seeded(6).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let token = token_of(&app, "ann", &[Scope::Read], None).await;
    let page = waiting(&app, &Client::new(&pages, Some(&token)), &game).await;
    let ann = signed(&app, "ann").await;
    let hash = ravenpost_store::token_hash(&token);
    app.service.tokens().revoke(noon(), &ann, &hash).await.expect("revoked");
    problem(&page.await.expect("an answer"), 401, "token-invalid");
}

/// A step that does not exist yet is no error: a client may be ahead of a restored server.
#[tokio::test]
async fn events_after_a_future_step_are_empty() {
    let app = App::seeded(6).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let client = Client::of(&app, &pages, "ann").await;
    let next = app.step(&game).await.0 + 1;
    for after in [next, 1_000_000, (1 << 53) - 1] {
        for list in ["events", "log"] {
            let page = read(&client.get(&format!("/games/{game}/{list}?after={after}")).await);
            assert_eq!(page, json!({"items": [], "next": null}), "{list} after {after}");
        }
    }
}
