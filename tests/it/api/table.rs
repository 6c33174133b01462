//! Programs at a table: votes, invitations, bots, stopped clocks, and waiting for steps.

use std::pin::pin;
use std::time::Duration;

use ravenpost::service::people::tokens::change::NewToken;
use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::service::table::join_table::Join;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use super::client::{Client, problem, read};
use crate::harness::app::App;
use crate::harness::browser::{Pages, noon};
use crate::pages::TITLE;

async fn two(app: &App, pages: &Pages) -> [Client; 2] {
    [Client::of(app, pages, "ann").await, Client::of(app, pages, "bob").await]
}

/// Lets whoever is asked give the default order, and returns the step afterwards.
async fn play(clients: &[Client; 2], game: &str) -> u64 {
    for client in clients {
        let path = format!("/games/{game}/orders");
        let orders = read(&client.get(&path).await);
        if !orders["prompt"].is_null() {
            let first = orders["groups"][0]["orders"][0]["order"].clone();
            let order = if first.is_null() { orders["default"].clone() } else { first };
            return read(&client.post(&path, &json!({"order": order})).await)["step"]
                .as_u64()
                .expect("a step");
        }
    }
    panic!("nobody is asked");
}

#[tokio::test]
async fn a_table_votes_through_programs() {
    let app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let clients = two(&app, &pages).await;
    let [ann, bob] = &clients;
    let at = |path: &str| format!("/games/{game}{path}");
    let mut last = 0;
    for _ in 0..4 {
        last = play(&clients, game.as_str()).await;
    }
    let asked = json!({"to": last - 1, "reason": "a misclick"});
    assert_eq!(read(&ann.post(&at("/rewind"), &asked).await)["done"], false);
    let vote = read(&bob.get(&at("")).await)["vote"].clone();
    assert_eq!((&vote["by"], &vote["reason"]), (&json!(1), &json!("a misclick")));
    assert_eq!(vote["motion"]["Rewind"]["to"], last - 1);
    assert_eq!(read(&bob.get(&at("/orders")).await)["blocked"], "vote_open");
    let step = vote["step"].clone();
    // Only the proposer withdraws, and only once.
    problem(&bob.post(&at("/withdraw"), &json!({"step": step})).await, 403, "forbidden");
    read(&ann.post(&at("/withdraw"), &json!({"step": step})).await);
    assert_eq!(read(&bob.get(&at("")).await)["vote"], Value::Null);
    assert_eq!(read(&bob.get(&at("/orders")).await)["blocked"], Value::Null);
    problem(&bob.post(&at("/vote"), &json!({"step": step, "agrees": true})).await, 422, "refused");

    let ended = json!({"places": [1, 2], "reason": "the lead is clear"});
    read(&bob.post(&at("/end"), &ended).await);
    let step = read(&ann.get(&at("")).await)["vote"]["step"].clone();
    let yes = json!({"step": step, "agrees": true});
    read(&ann.post_as("yes", &at("/vote"), &yes).await);
    read(&ann.post_as("yes", &at("/vote"), &yes).await);
    assert_eq!(read(&ann.get(&at("")).await)["status"], "over");
}

#[tokio::test]
async fn organiser_fills_and_pauses_games() {
    let app = App::new().await;
    app.player("ann").await;
    app.player("bob").await;
    let pages = Pages::of(app.service.clone());
    let [ann, bob] = two(&app, &pages).await;
    let new = json!({"title": TITLE, "name": "x", "seats": 3, "clock": "day", "own_seat": 1});
    let open = async || read(&ann.post("/games", &new).await)["id"].as_str().unwrap().to_owned();
    let game = open().await;
    let at = |path: &str| format!("/games/{game}{path}");
    problem(&bob.post(&at("/link"), &json!({})).await, 404, "not-found");
    let link = read(&ann.post(&at("/link"), &json!({})).await);
    let token = link["invitation"].clone();
    problem(&bob.post(&at("/join"), &json!({"seat": 2})).await, 404, "not-found");
    read(&bob.post(&at("/join"), &json!({"seat": 2, "invitation": token})).await);
    let before = app.invitations().await;
    let carl = json!({"address": "carl@example.org"});
    read(&ann.post_as("carl", &at("/invite"), &carl).await);
    read(&ann.post_as("carl", &at("/invite"), &carl).await);
    assert_eq!(app.invitations().await, before + 1);
    problem(&ann.post(&at("/bot"), &json!({"seat": 2, "bot": "steady"})).await, 422, "refused");
    read(&ann.post(&at("/bot"), &json!({"seat": 3, "bot": "steady"})).await);
    assert_eq!(read(&ann.get(&at("")).await)["status"], "running");
    let salts = read(&ann.get(&at("/fairness")).await)["salts"].clone();
    let salts = salts.as_array().expect("a list");
    assert!(salts.len() == 3 && salts.iter().all(|salt| salt != ""), "bots have one, too");
    problem(&ann.post(&at("/close"), &json!({})).await, 422, "refused");

    let stop = json!({"paused": true, "reason": "holidays"});
    problem(&bob.post(&at("/clock/pause"), &stop).await, 403, "forbidden");
    let paused = read(&ann.post_as("stop", &at("/clock/pause"), &stop).await);
    assert!(paused["paused_since"].is_string());
    assert_eq!(read(&ann.post_as("stop", &at("/clock/pause"), &stop).await), paused);
    let again = problem(&ann.post(&at("/clock/pause"), &stop).await, 422, "refused");
    assert_eq!(again["refusals"][0]["code"], "paused");
    assert_eq!(read(&ann.get(&at("/orders")).await)["blocked"], "paused");
    let go = json!({"paused": false});
    assert!(read(&ann.post(&at("/clock/pause"), &go).await)["paused_since"].is_null());
    let again = problem(&ann.post(&at("/clock/pause"), &go).await, 422, "refused");
    assert_eq!(again["refusals"][0]["code"], "already_done");
    // The answer to the first request, although the clocks run again.
    assert_eq!(read(&ann.post_as("stop", &at("/clock/pause"), &stop).await), paused);

    let other = open().await;
    read(&ann.post(&format!("/games/{other}/close"), &json!({})).await);
    assert_eq!(read(&ann.get(&format!("/games/{other}")).await)["status"], "cancelled");
}

#[tokio::test]
async fn a_program_waits_for_the_next_step() {
    let app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let clients = two(&app, &pages).await;
    let last = read(&clients[0].get(&format!("/games/{game}")).await)["last_step"].clone();
    let path = |wait: u32| format!("/games/{game}/events?after={last}&wait={wait}");
    let begun = Instant::now();
    assert_eq!(read(&clients[0].get(&path(1)).await)["items"], json!([]));
    assert!(begun.elapsed() >= Duration::from_secs(1));
    let address = path(30);
    let mut waiting = pin!(clients[0].get(&address));
    let early = timeout(Duration::from_millis(300), &mut waiting).await;
    assert!(early.is_err(), "nothing has happened yet");
    let step = play(&clients, game.as_str()).await;
    let items = read(&waiting.await)["items"].clone();
    assert_eq!(items[0]["step"].as_u64(), last.as_u64().map(|last| last + 1), "{step}: {items}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    for bad in ["x", "-1"] {
        let page = clients[0].get(&format!("/games/{game}/events?wait={bad}")).await;
        problem(&page, 400, "unreadable");
    }
}

#[tokio::test]
async fn a_seat_that_a_program_plays_is_labelled() {
    let app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let (ann_id, bob_id) = (app.player_of("ann").await, app.player_of("bob").await);
    let other = app.open_table(TITLE, ann_id, 2).await;
    let join = Join::default();
    app.service.tables().join_table(app.now, &other, bob_id, join).await.expect("a seat");
    let ann = Client::of(&app, &pages, "ann").await;
    let labels = async |game: &ravenpost_log::GameId| {
        let seats = read(&ann.get(&format!("/games/{game}")).await)["seats"].clone();
        [seats[0]["program"] == true, seats[1]["program"] == true]
    };
    assert_eq!(labels(&game).await, [false, false], "an app is no program");
    let signed = super::tokens::signed(&app, "bob").await;
    let new = NewToken {
        scopes: vec![Scope::Read, Scope::Play],
        game: Some(game.clone()),
        program: true,
        ..super::tokens::new_token("engine")
    };
    let tokens = app.service.tokens();
    let token = tokens.create(noon(), &signed, &new).await.expect("a token");
    assert_eq!(labels(&game).await, [false, true]);
    assert_eq!(labels(&other).await, [false, false], "the token is for the other game");
    let hash = ravenpost_store::token_hash(&token);
    tokens.revoke(noon(), &signed, &hash).await.expect("revoked");
    assert_eq!(labels(&game).await, [false, false]);
}
