//! Refusals in problems: each has a stable code.

use std::collections::BTreeSet;

use ravenpost_rules::RefusalCode;
use serde_json::{Value, json};

use super::client::{Client, problem, read, unlimited};
use super::playing::some_order;
use crate::harness::app::App;
use crate::harness::browser::{Page, Pages};
use crate::pages::TITLE;

/// Returns the code of the first refusal of a problem.
#[track_caller]
fn code(page: &Page) -> String {
    let body = problem(page, 422, "refused");
    body["refusals"][0]["code"].as_str().expect("a code").to_owned()
}

#[test]
fn codes_are_unique_words() {
    let keys: BTreeSet<&str> = RefusalCode::ALL.iter().map(|code| code.key()).collect();
    assert_eq!(keys.len(), RefusalCode::ALL.len());
    let plain = |key: &&str| key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    assert!(keys.iter().all(plain), "{keys:?}");
}

/// Facts store codes too.
#[test]
fn codes_are_stored_as_their_keys() {
    for code in RefusalCode::ALL {
        let stored = serde_json::to_value(code).expect("plain data");
        assert_eq!(stored, code.key());
        assert_eq!(serde_json::from_value::<RefusalCode>(stored).expect("a code"), *code);
    }
}

#[tokio::test]
async fn the_page_describes_every_code() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get("/api").await;
    for code in RefusalCode::ALL {
        assert!(page.ok().body.contains(&format!("id=\"code-{}\"", code.key())), "{code:?}");
    }
}

#[tokio::test]
async fn orders_that_cannot_be_read_have_codes_in_every_title() {
    for title in ravenpost::service::titles::all() {
        let key = title.about().key;
        let app = App::seeded(2).await;
        let (_, _, game) = app.pair(key).await;
        let pages = Pages::of(app.service.clone());
        let ann = Client::of(&app, &pages, "ann").await;
        for path in ["orders", "preview"] {
            let path = format!("/games/{game}/{path}");
            let unknown = ann.post(&path, &json!({"order": "fly moon"})).await;
            assert_eq!(code(&unknown), "unknown_order", "{key}");
            let empty = ann.post(&path, &json!({"order": " "})).await;
            assert_eq!(code(&empty), "empty", "{key}");
            let long = ann.post(&path, &json!({"order": "x ".repeat(20_000)})).await;
            assert_eq!(code(&long), "too_long", "{key}");
        }
        let line = json!({"line": [{"seat": 1, "order": "fly moon"}]});
        let tried = read(&ann.post(&format!("/games/{game}/analyse"), &line).await);
        assert_eq!(tried["refusals"][0]["code"], "unknown_order", "{key}");
    }
}

/// Suggestions for incomplete orders, such as the uses of a card, can be played as they are.
#[tokio::test]
async fn what_a_refusal_lists_instead_is_legal() {
    let mut offered = 0;
    for title in ravenpost::service::titles::all() {
        let key = title.about().key;
        let app = App::seeded(2).await;
        let (_, _, game) = app.pair(key).await;
        let pages = Pages::of(app.service.clone());
        let clients =
            [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
        let (orders, preview) = (format!("/games/{game}/orders"), format!("/games/{game}/preview"));
        for turn in 0..4 {
            let client = &clients[turn % 2];
            let asked = read(&client.get(&orders).await);
            if asked["prompt"].is_null() {
                continue;
            }
            let order = some_order(&asked);
            for (at, _) in order.match_indices(' ') {
                let cut = client.post(&preview, &json!({"order": &order[..at]})).await;
                if cut.status == 200 {
                    continue;
                }
                let refusals = problem(&cut, 422, "refused")["refusals"].clone();
                let refusals = refusals.as_array().cloned().unwrap_or_default();
                let instead = refusals.iter().filter_map(|one| one["instead"].as_array());
                for order in instead.flatten().take(3) {
                    read(&client.post(&preview, &json!({"order": order})).await);
                    offered += 1;
                }
            }
            read(&client.post(&orders, &json!({"order": order})).await);
        }
    }
    assert!(offered > 0, "nothing was offered");
}

#[tokio::test]
async fn codes_say_who_is_awaited_and_whether_the_game_runs() {
    let app = App::seeded(2).await;
    let (ann_id, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let clients = [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
    let path = format!("/games/{game}/orders");
    let mut checked = false;
    for _ in 0..60 {
        let mut awaited: Vec<Value> = Vec::new();
        for client in &clients {
            awaited.push(read(&client.get(&path).await));
        }
        let asked: Vec<usize> = (0..2).filter(|at| !awaited[*at]["prompt"].is_null()).collect();
        if let [only] = asked[..] {
            let sink = json!({"order": "sink w"});
            let other = clients[1 - only].post(&path, &sink).await;
            assert_eq!(code(&other), "not_your_turn");
            let own = clients[only].post(&path, &sink).await;
            assert_eq!(code(&own), "other_prompt");
            checked = true;
            break;
        }
        let order = json!({"order": some_order(&awaited[asked[0]])});
        read(&clients[asked[0]].post(&path, &order).await);
    }
    assert!(checked, "one seat alone was never asked");
    let open = app.open_table(TITLE, ann_id, 2).await;
    let early = clients[0].post(&format!("/games/{open}/orders"), &json!({"order": "pass"})).await;
    assert_eq!(code(&early), "not_started");
    let again = clients[0].post(&format!("/games/{open}/join"), &json!({})).await;
    assert_eq!(code(&again), "already_joined");
    let taken = clients[1].post(&format!("/games/{open}/join"), &json!({"seat": 1})).await;
    assert_eq!(code(&taken), "seat_taken");
}

#[tokio::test]
async fn comments_are_ignored_in_every_title() {
    for title in ravenpost::service::titles::all() {
        let app = App::seeded(4).await;
        let (_, _, game) = app.pair(title.about().key).await;
        let pages = unlimited(&app);
        let at = |path: &str| format!("/games/{game}/{path}");
        for name in ["ann", "bob"] {
            let client = Client::of(&app, &pages, name).await;
            let asked = read(&client.get(&at("orders")).await);
            if asked["prompt"].is_null() {
                continue;
            }
            let order = some_order(&asked);
            let plain = read(&client.post(&at("preview"), &json!({"order": order})).await);
            let line = json!({"order": format!("{order} # as planned; sink w")});
            assert_eq!(read(&client.post(&at("preview"), &line).await), plain);
            let nothing = json!({"order": "# nothing"});
            assert_eq!(code(&client.post(&at("preview"), &nothing).await), "empty");
        }
    }
}
