//! Tables without programs: a token of a program can neither take a seat nor play one.

use ravenpost::service::game::clocks::contract::NO_PROGRAMS;
use ravenpost::service::people::tokens::change::NewToken;
use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::web::shared::forms;
use ravenpost_log::GameId;
use serde_json::{Value, json};

use super::client::{Client, problem, read, token_of};
use super::playing::some_order;
use crate::api::tokens::{new_token, signed};
use crate::harness::app::App;
use crate::harness::browser::{Page, Pages, noon};
use crate::pages::{TITLE, session};

/// A client of a program that plays for this player.
async fn program(app: &App, pages: &Pages, name: &str) -> Client {
    let signed = signed(app, name).await;
    let label = format!("Token {}", forms::random());
    let new = NewToken { scopes: Scope::ALL.to_vec(), program: true, ..new_token(&label) };
    let token = app.service.tokens().create(noon(), &signed, &new).await.expect("a token");
    Client::new(pages, Some(&token))
}

async fn person(app: &App, pages: &Pages, name: &str) -> Client {
    Client::new(pages, Some(&token_of(app, name, Scope::ALL, None).await))
}

/// The request that opens a game of two seats, with the caller on the first.
fn game(no_programs: bool) -> Value {
    json!({
        "title": TITLE, "name": "x", "seats": 2, "clock": "day", "own_seat": 1, "public": true,
        "no_programs": no_programs,
    })
}

#[track_caller]
fn opened(page: &Page) -> GameId {
    read(page)["id"].as_str().expect("an id").parse().expect("an id")
}

#[track_caller]
fn barred(page: &Page) {
    assert_eq!(problem(page, 422, "refused")["refusals"][0]["code"], "no_programs");
}

#[tokio::test]
async fn a_program_neither_joins_nor_plays_a_game_without_programs() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let ann = person(&app, &pages, "ann").await;
    let (bob, engine) = (person(&app, &pages, "bob").await, program(&app, &pages, "bob").await);
    barred(&engine.post("/games", &game(true)).await);
    let id = opened(&ann.post("/games", &game(true)).await);
    let at = |path: &str| format!("/games/{id}{path}");
    assert_eq!(read(&ann.get(&at("")).await)["no_programs"], true);
    let lobby = read(&ann.get("/games").await);
    assert_eq!(lobby["items"][0]["no_programs"], true);

    barred(&engine.post(&at("/join"), &json!({})).await);
    read(&bob.post(&at("/join"), &json!({})).await);
    barred(&engine.get(&at("/orders")).await);
    let before = app.version(&id).await;
    let order = json!({"order": "pass"});
    for path in ["/orders", "/preview"] {
        barred(&engine.post(&at(path), &order).await);
    }
    for path in ["/analyse", "/undo"] {
        barred(&engine.post(&at(path), &json!({})).await);
    }
    barred(&engine.post(&at("/rewind"), &json!({"to": 1, "reason": "x"})).await);
    barred(&engine.post(&at("/end"), &json!({"places": [1, 2], "reason": "x"})).await);
    barred(&engine.post(&at("/vote"), &json!({"step": 1, "agrees": true})).await);
    barred(&engine.post(&at("/withdraw"), &json!({"step": 1})).await);
    assert_eq!(app.version(&id).await, before);

    // Reading is not playing, and the player is not labelled.
    let seen = read(&engine.get(&at("")).await);
    assert_eq!(seen["seats"][1]["program"], false);
    let orders = read(&bob.get(&at("/orders")).await);
    if !orders["prompt"].is_null() {
        read(&bob.post(&at("/orders"), &json!({"order": some_order(&orders)})).await);
    }
    // Strangers learn nothing new.
    let carl = program(&app, &pages, "carl").await;
    problem(&carl.get(&at("/orders")).await, 403, "forbidden");
}

#[tokio::test]
async fn other_games_admit_programs_and_bots_play_everywhere() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let (ann, engine) = (person(&app, &pages, "ann").await, program(&app, &pages, "bob").await);
    let id = opened(&ann.post("/games", &game(false)).await);
    let at = |path: &str| format!("/games/{id}{path}");
    read(&engine.post(&at("/join"), &json!({})).await);
    let seen = read(&engine.get(&at("")).await);
    assert_eq!((&seen["no_programs"], &seen["seats"][1]["program"]), (&json!(false), &json!(true)));
    assert!(read(&engine.get(&at("/orders")).await)["groups"].is_array());

    let mut bots = game(true);
    bots["bots"] = json!({"2": "steady"});
    let id = opened(&ann.post("/games", &bots).await);
    assert_eq!(read(&ann.get(&format!("/games/{id}")).await)["status"], "running");
}

#[tokio::test]
async fn the_form_excludes_programs_and_the_table_says_so() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    for excluded in [false, true] {
        let form = ann.get(&format!("/open?title={TITLE}")).await;
        let mut fill = vec![("name", "x"), ("seats", "2"), ("seat-1", "me"), ("clock", "day")];
        fill.extend(excluded.then_some(("no-programs", "1")));
        let table = ann.send(form.ok(), "/open", &fill).await;
        assert_eq!(table.ok().body.contains(NO_PROGRAMS), excluded, "{}", table.path);
    }
}
