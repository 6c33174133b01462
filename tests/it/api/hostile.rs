//! Malformed and hostile requests: each gets a problem, and nothing happens.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use ravenpost::service::people::tokens::scope::Scope;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::client::{Client, problem, read, token_of};
use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::TITLE;

#[tokio::test]
async fn every_error_is_a_problem() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let client = Client::new(&pages, None);
    for path in ["/nothing", "/games/x/y/z", "/me/", "/games.", "/../v1/nothing"] {
        problem(&client.get(path).await, 404, "not-found");
    }
    let wrong = client.send("DELETE", "/me", None).await;
    problem(&wrong, 405, "method");
    assert_eq!(wrong.header("allow"), Some("GET, HEAD"));
    let both = client.send("PUT", "/games", Some("{}")).await;
    problem(&both, 405, "method");
    assert_eq!(both.header("allow"), Some("GET, HEAD, POST"));
    problem(&client.send("POST", "/me", Some("{}")).await, 405, "method");
}

#[tokio::test]
async fn unreadable_bodies_change_nothing() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await.with("idempotency-key", "one");
    let path = format!("/games/{game}/orders");
    let before = app.version(&game).await;
    let deep = format!("{{\"order\":{}1{}}}", "[".repeat(20_000), "]".repeat(20_000));
    for body in [
        "",
        "{",
        "[]",
        "[\"pass\"]",
        "null",
        "1",
        "{\"order\":1}",
        "{\"order\":null}",
        "{}",
        "\u{0}",
        &deep,
        r#"{"order":"pass","extra":1}"#,
        r#"{"order":"pass","order":"pass"}"#,
        r#"{"order":"\ud800"}"#,
    ] {
        problem(&ann.send("POST", &path, Some(body)).await, 400, "unreadable");
    }
    let huge = format!("{{\"order\":\"{}\"}}", "x".repeat(70_000));
    problem(&ann.send("POST", &path, Some(&huge)).await, 413, "too-large");
    let long = format!("{{\"order\":\"{}\"}}", "x".repeat(60_000));
    problem(&ann.send("POST", &path, Some(&long)).await, 422, "refused");
    let form = ann.with("content-type", "application/x-www-form-urlencoded");
    problem(&form.send("POST", &path, Some("order=pass")).await, 415, "media-type");
    assert_eq!(app.version(&game).await, before);
}

#[tokio::test]
async fn a_changing_request_needs_a_key() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    for (part, body) in [
        ("orders", r#"{"order":"pass"}"#),
        ("undo", "{}"),
        ("chat", r#"{"text":"hello"}"#),
        ("notes", r#"{"text":"hello"}"#),
        ("join", "{}"),
        ("leave", "{}"),
        ("clock/extend", "{}"),
    ] {
        let path = format!("/games/{game}/{part}");
        problem(&ann.send("POST", &path, Some(body)).await, 400, "key-missing");
        for key in ["\"\"", "a b", &"x".repeat(201)] {
            let client = ann.with("idempotency-key", key);
            problem(&client.send("POST", &path, Some(body)).await, 400, "key-missing");
        }
    }
    let open = r#"{"title":"gotlandia","name":"x","seats":2,"clock":"day"}"#;
    problem(&ann.send("POST", "/games", Some(open)).await, 400, "key-missing");
}

#[tokio::test]
async fn a_key_with_other_content_is_refused() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let chat = format!("/games/{game}/chat");
    read(&ann.post_as("one", &chat, &json!({"text": "hello"})).await);
    read(&ann.post_as("one", &chat, &json!({"text": "hello"})).await);
    problem(&ann.post_as("one", &chat, &json!({"text": "bye"})).await, 422, "key-reused");
    let all = read(&ann.get(&chat).await);
    assert_eq!(all["items"].as_array().map(Vec::len), Some(1));
    let notes = format!("/games/{game}/notes");
    for _ in 0..2 {
        read(&ann.post_as("two", &notes, &json!({"text": "attack"})).await);
    }
    problem(&ann.post_as("two", &notes, &json!({"text": "retreat"})).await, 422, "key-reused");
    let all = read(&ann.get(&notes).await);
    assert_eq!(all["items"].as_array().map(Vec::len), Some(1));
    // Keys belong to a player: another one may use the same.
    let bob = Client::of(&app, &pages, "bob").await;
    read(&bob.post_as("one", &chat, &json!({"text": "bye"})).await);
}

#[tokio::test]
async fn only_json_is_read() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let chat = format!("/games/{game}/chat");
    let body = json!({"text": "hello"});
    for kind in ["", "json", "text/plain", "text/json", "application/jsonp", "multipart/form-data"]
    {
        let page = ann.with("content-type", kind).post(&chat, &body).await;
        problem(&page, 415, "media-type");
    }
    for kind in ["application/json; charset=utf-8", "Application/JSON"] {
        read(&ann.with("content-type", kind).post(&chat, &body).await);
    }
    let all = read(&ann.get(&chat).await);
    assert_eq!(all["items"].as_array().map(Vec::len), Some(2));
}

/// Sends a message as these bytes, and returns the status of the response.
async fn status_of(pages: &Pages, token: &str, path: &str, headers: &str, body: &[u8]) -> u16 {
    let (address, length) = (pages.address, body.len());
    let head = format!(
        "POST /api/v1{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         authorization: Bearer {token}\r\nidempotency-key: one\r\n\
         content-type: application/json\r\n{headers}content-length: {length}\r\n\r\n"
    );
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    stream.write_all(&[head.as_bytes(), body].concat()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    let answer = String::from_utf8_lossy(&answer);
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
}

/// A small compressed body can be large in memory, so none is read.
#[tokio::test]
async fn compressed_bodies_and_other_bytes_than_text_are_refused() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let token = token_of(&app, "ann", Scope::ALL, None).await;
    let chat = format!("/games/{game}/chat");
    let packed = |body: &[u8]| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(body).expect("packed");
        packed.finish().expect("packed")
    };
    let bomb = packed(format!("{{\"text\":\"{}\"}}", "x".repeat(1_000_000)).as_bytes());
    let gzip = "content-encoding: gzip\r\n";
    for body in [bomb, packed(b"{\"text\":\"hello\"}"), b"no gzip".to_vec()] {
        assert_eq!(status_of(&pages, &token, &chat, gzip, &body).await, 415);
    }
    let invalid = b"{\"text\":\"\xff\xfe\"}";
    assert_eq!(status_of(&pages, &token, &chat, "", invalid).await, 400);
    let client = Client::new(&pages, Some(&token));
    assert_eq!(read(&client.get(&chat).await)["items"], json!([]));
    let plain = "content-encoding: identity\r\n";
    assert_eq!(status_of(&pages, &token, &chat, plain, b"{\"text\":\"hello\"}").await, 200);
}

/// Only one of several values could count, so none does.
#[tokio::test]
async fn repeated_keys_and_headers_are_refused() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let keyed = ann.with("idempotency-key", "one");
    for more in [
        r#""clock":"hour""#,
        r#""options":{"map":"a","map":"a"}"#,
        r#""bots":{"2":"steady","2":"random"}"#,
    ] {
        let body = format!(
            "{{\"title\":\"{TITLE}\",\"name\":\"x\",\"seats\":2,\"clock\":\"day\",{more}}}"
        );
        problem(&keyed.send("POST", "/games", Some(&body)).await, 400, "unreadable");
    }
    let chat = format!("/games/{game}/chat");
    let twice = keyed.with_another("idempotency-key", "two");
    let page = twice.send("POST", &chat, Some(r#"{"text":"hello"}"#)).await;
    problem(&page, 400, "key-missing");
    let other = ann.with_another("authorization", "Bearer x");
    problem(&other.get("/me").await, 401, "token-invalid");
    assert_eq!(read(&ann.get(&chat).await)["items"], json!([]));
}

#[tokio::test]
async fn seats_and_steps_that_do_not_exist_are_refused() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let before = app.version(&game).await;
    let at = |path: &str| format!("/games/{game}/{path}");
    let new = json!({"title": TITLE, "name": "x", "seats": 2, "clock": "day"});
    for seat in [0_u8, 3, u8::MAX] {
        let (mut own, mut bots) = (new.clone(), new.clone());
        own["own_seat"] = json!(seat);
        bots["bots"] = json!({seat.to_string(): "random"});
        for (path, body) in [
            (at("chat"), json!({"text": "hello", "to": [seat]})),
            (at("clock/extend"), json!({"seat": seat})),
            ("/games".to_owned(), own),
            ("/games".to_owned(), bots),
        ] {
            problem(&ann.post(&path, &body).await, 422, "refused");
        }
        let line = json!({"line": [{"seat": seat, "order": "pass"}], "bot": "random"});
        let tried = read(&ann.post(&at("analyse"), &line).await);
        assert!(tried["refusals"][0]["code"].is_string(), "{tried}");
    }
    for step in [1_000_000, u64::MAX] {
        for (path, body) in [
            (at("chat"), json!({"text": "hello", "step": step})),
            (at("notes"), json!({"text": "hello", "step": step})),
            (at("rewind"), json!({"to": step, "reason": "x"})),
            (at("vote"), json!({"step": step, "agrees": true})),
            (at("withdraw"), json!({"step": step})),
        ] {
            problem(&ann.post(&path, &body).await, 422, "refused");
        }
    }
    assert_eq!(app.version(&game).await, before);
}
