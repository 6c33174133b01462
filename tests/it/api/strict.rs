//! Requests that are nearly right: they are refused with a reason, never half understood.

use serde_json::{Value, json};

use super::client::{Client, problem, read, unlimited};
use super::playing::some_order;
use crate::harness::app::App;
use crate::harness::browser::Page;
use crate::pages::TITLE;

/// Returns the first refusal of a problem.
#[track_caller]
fn refusal(page: &Page) -> Value {
    problem(page, 422, "refused")["refusals"][0].clone()
}

#[tokio::test]
async fn unknown_parameters_and_wrong_values_are_refused() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let client = Client::of(&app, &pages, "ann").await;
    for query in [
        "free=maybe",
        "title=chess",
        "since=3",
        "limit=0",
        "limit=501",
        "limit=1&limit=2",
        "limit=",
        "limit",
        "limit=%2B5",
        "limit=5.0",
        "after=",
        "after=9007199254740992",
        "title=",
        "free=",
        "free=1&Free=1",
    ] {
        problem(&client.get(&format!("/games?{query}")).await, 400, "unreadable");
    }
    for path in ["/me?step=3", "/me/games?state=Open", "/titles?title=gotlandia"] {
        problem(&client.get(path).await, 400, "unreadable");
    }
    for query in ["at=3", "step=-1", "step=3&after=2"] {
        problem(&client.get(&format!("/games/{game}?{query}")).await, 400, "unreadable");
    }
    problem(&client.get(&format!("/games/{game}/events?wait=31")).await, 400, "unreadable");
    let undo = format!("/games/{game}/undo?force=1");
    problem(&client.post(&undo, &json!({})).await, 400, "unreadable");
    read(&client.get(&format!("/games?title={TITLE}&free=0&limit=500&after=0")).await);
}

#[tokio::test]
async fn array_is_refused_as_a_body() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let client = Client::of(&app, &pages, "ann").await;
    let before = app.version(&game).await;
    for (path, body) in [
        ("orders", json!(["pass"])),
        ("preview", json!(["pass"])),
        ("rewind", json!([1, ""])),
        ("chat", json!(["hello"])),
    ] {
        let page = client.post(&format!("/games/{game}/{path}"), &body).await;
        problem(&page, 400, "unreadable");
    }
    assert_eq!(app.version(&game).await, before);
}

/// For JSON Schema, 2.0 is an integer.
#[tokio::test]
async fn integral_floats_are_integers_and_others_are_refused() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let client = Client::of(&app, &pages, "ann").await;
    let chat = format!("/games/{game}/chat");
    for to in ["2", "2.0", "2e0"] {
        let body = format!("{{\"text\": \"a draw, 1.0\", \"to\": [{to}]}}");
        let client = client.with("idempotency-key", to);
        assert_eq!(read(&client.send("POST", &chat, Some(&body)).await)["to"], json!([2]));
    }
    for to in [json!(2.5), json!(-2.0), json!(300.0), json!("2")] {
        let page = client.post(&chat, &json!({"text": "hello", "to": [to]})).await;
        problem(&page, 400, "unreadable");
    }
    let said = read(&client.get(&chat).await)["items"].clone();
    assert!(
        said.as_array().is_some_and(|said| said.iter().all(|one| one["text"] == "a draw, 1.0"))
    );
}

#[tokio::test]
async fn messages_notes_clocks_and_votes_are_refused_with_codes() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let client = Client::of(&app, &pages, "ann").await;
    for path in ["chat", "notes"] {
        let path = format!("/games/{game}/{path}");
        let empty = client.post(&path, &json!({"text": " "})).await;
        assert_eq!(refusal(&empty)["code"], "empty");
        let long = client.post(&path, &json!({"text": "x".repeat(2000)})).await;
        assert_eq!(refusal(&long)["code"], "too_long");
    }
    let new = json!({"title": TITLE, "name": "x", "seats": 2, "clock": "fortnight"});
    let clock = refusal(&client.post("/games", &new).await);
    assert_eq!((&clock["code"], &clock["word"]), (&json!("unknown_value"), &json!("fortnight")));
    assert!(clock["instead"].as_array().is_some_and(|known| known.contains(&json!("day"))));
    let vote = json!({"step": 1, "agrees": true});
    refusal(&client.post(&format!("/games/{game}/vote"), &vote).await);
}

/// A preview ends where something is revealed, but says even of later parts that they begin no
/// order.
#[tokio::test]
async fn preview_names_the_part_that_is_no_order() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let clients = [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
    let at = |path: &str| format!("/games/{game}/{path}");
    let mut cut = 0;
    for turn in 0..40 {
        let client = &clients[turn % 2];
        let asked = read(&client.get(&at("orders")).await);
        if asked["prompt"].is_null() {
            continue;
        }
        let order = some_order(&asked);
        let foretold = read(&client.post(&at("preview"), &json!({"order": order})).await);
        assert_eq!(foretold["previewed"], 1);
        let line = json!({"order": format!("{order}; fly moon")});
        let refused = refusal(&client.post(&at("preview"), &line).await);
        assert_eq!((&refused["part"], &refused["code"]), (&json!(2), &json!("unknown_order")));
        if foretold["reveals"] == true {
            // Whether the same order is legal again is not said.
            let line = json!({"order": format!("{order}; {order}")});
            let foretold = read(&client.post(&at("preview"), &line).await);
            assert_eq!(foretold["previewed"], 1);
            assert_eq!(foretold["orders"].as_array().map(Vec::len), Some(2));
            cut += 1;
        }
        read(&client.post(&at("orders"), &json!({"order": order})).await);
    }
    assert!(cut > 0, "no order revealed anything");
}

#[tokio::test]
async fn an_undone_step_names_the_step_that_superseded_it() {
    let app = App::seeded(2).await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let pages = unlimited(&app);
    let client = Client::of(&app, &pages, "ann").await;
    let at = |path: &str| format!("/games/{game}/{path}");
    for _ in 0..40 {
        let order = some_order(&read(&client.get(&at("orders")).await));
        let given = read(&client.post(&at("orders"), &json!({"order": order})).await);
        if read(&client.get(&at("orders")).await)["undo"] != true {
            continue;
        }
        read(&client.post(&at("undo"), &json!({})).await);
        let page = read(&client.get(&at("events?limit=500")).await);
        let events = page["items"].as_array().expect("a list");
        let superseded = |one: &&Value| one["superseded_by"].is_u64();
        let undone: Vec<&Value> = events.iter().filter(superseded).collect();
        assert!(!undone.is_empty(), "{given}");
        let later = |one: &&Value| one["superseded_by"].as_u64() > given["step"].as_u64();
        assert!(undone.iter().all(later), "{undone:?}");
        return;
    }
    panic!("no order could be undone");
}
