//! Malformed and hostile requests: each gets a problem, and nothing happens.

use serde_json::json;

use super::client::{Client, problem, read};
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
