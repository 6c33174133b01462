//! Programs that play: legal orders, previews, orders, undo, and opening games.

use ravenpost_log::proof::note::Line;
use ravenpost_rules::Seat;
use serde_json::{Value, json};

use super::client::{Client, problem, read, unlimited};
use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::TITLE;

/// Returns the first listed order, or the default order.
pub fn some_order(orders: &Value) -> String {
    let listed = orders["groups"].as_array().into_iter().flatten();
    let mut listed = listed.flat_map(|group| group["orders"].as_array().into_iter().flatten());
    let first = listed.next().and_then(|one| one["order"].as_str());
    first.or(orders["default"].as_str()).expect("an order").to_owned()
}

#[tokio::test]
async fn two_programs_play_a_game_of_every_title() {
    for title in ravenpost::service::titles::all() {
        let key = title.about().key;
        let app = App::seeded(11).await;
        let (_, _, game) = app.pair(key).await;
        let pages = Pages::of(app.service.clone());
        let clients =
            [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
        let path = format!("/games/{game}/orders");
        let mut given = 0;
        for turn in 0..60 {
            let client = &clients[turn % 2];
            let page = client.get(&path).await;
            let orders = read(&page);
            if orders["status"] != "running" {
                break;
            }
            if orders["prompt"].is_null() {
                continue;
            }
            let tag = page.header("etag").expect("a prompt has a tag").to_owned();
            let body = json!({"order": some_order(&orders)});
            let foretold = client.post(&format!("/games/{game}/preview"), &body).await;
            assert!(read(&foretold)["orders"].is_array(), "{key}");
            let taken = client.with("if-match", &tag).post(&path, &body).await;
            let taken = read(&taken);
            assert!(!taken["orders"].as_array().expect("a list").is_empty(), "{key}: {taken}");
            given += 1;
        }
        assert!(given > 10, "{key}: only {given} orders");
        let log = app.service.games().load(&game).await.expect("a game");
        let api = |act: &ravenpost_log::Act| {
            let via = ravenpost_log::act::Via::Api;
            matches!(act, ravenpost_log::Act::Ordered { via: one, .. } if *one == via)
        };
        assert_eq!(log.log.iter().filter(|entry| api(entry.act)).count(), given, "{key}");
    }
}

#[tokio::test]
async fn an_order_is_played_once_and_only_for_its_prompt() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let names = ["ann", "bob"];
    let awaited = app.service.games().load(&game).await.expect("a game");
    let seat: Seat = awaited.seats().awaited_seats()[0];
    let client = Client::of(&app, &pages, names[usize::from(seat.0 - 1)]).await;
    let path = format!("/games/{game}/orders");
    let page = client.get(&path).await;
    let (tag, body) =
        (page.header("etag").expect("a tag"), json!({"order": some_order(&read(&page))}));
    let matching = client.with("if-match", tag);
    let first = matching.post_as("one", &path, &body).await;
    let version = app.version(&game).await;
    // The prompt is gone, but the repeated request gets its answer.
    let again = matching.post_as("one", &path, &body).await;
    assert_eq!(read(&first), read(&again));
    assert_eq!(app.version(&game).await, version);
    problem(&matching.post_as("two", &path, &body).await, 412, "prompt-gone");
    problem(&matching.post_as("one", &path, &json!({"order": "x"})).await, 422, "key-reused");
    for tag in ["\"other\"", "W/\"x\"", "\"seat-9-prompt-1\"", "junk"] {
        let client = client.with("if-match", tag);
        problem(&client.post(&path, &body).await, 412, "prompt-gone");
    }
    assert_eq!(app.version(&game).await, version);
}

/// Without a prompt, too, the response can change while its tag stays the same.
#[tokio::test]
async fn orders_are_sent_again_to_a_client_that_has_the_tag() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let clients = [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
    let path = format!("/games/{game}/orders");
    let mut unprompted = 0;
    for turn in 0..10 {
        let client = &clients[turn % 2];
        let page = client.get(&path).await;
        let (tag, orders) = (page.header("etag").expect("a tag").to_owned(), read(&page));
        assert_eq!(read(&client.with("if-none-match", &tag).get(&path).await), orders);
        if orders["prompt"].is_null() {
            assert_eq!(tag, "\"no-prompt\"");
            unprompted += 1;
        } else {
            read(&client.post(&path, &json!({"order": some_order(&orders)})).await);
        }
    }
    assert!(unprompted > 0, "both were always awaited");
}

#[tokio::test]
async fn a_refusal_names_the_word_and_what_is_possible_instead() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let before = app.version(&game).await;
    for path in ["orders", "preview"] {
        let page = ann.post(&format!("/games/{game}/{path}"), &json!({"order": "fly moon"})).await;
        let body = problem(&page, 422, "refused");
        let refusal = &body["refusals"][0];
        assert!(refusal["why"].is_string() && refusal["instead"].is_array(), "{body}");
        assert_eq!((&refusal["part"], &refusal["code"]), (&json!(1), &json!("unknown_order")));
    }
    assert_eq!(app.version(&game).await, before);
}

#[tokio::test]
async fn an_analysis_tries_orders_and_stores_nothing() {
    for title in ravenpost::service::titles::all() {
        let app = App::seeded(5).await;
        let (_, _, game) = app.pair(title.about().key).await;
        let pages = Pages::of(app.service.clone());
        let ann = Client::of(&app, &pages, "ann").await;
        let before = app.version(&game).await;
        let path = format!("/games/{game}/analyse");
        let start = read(&ann.post(&path, &json!({})).await);
        let seat = start["awaited"][0].clone();
        let line = json!([{"seat": seat, "order": some_order(&start)}]);
        let tried = read(&ann.post(&path, &json!({"line": line, "bot": "random"})).await);
        assert_eq!(tried["tried"][0]["seat"], seat, "{tried}");
        let bad = json!({"line": [{"seat": seat, "order": "fly moon"}]});
        assert!(read(&ann.post(&path, &bad).await)["refusals"][0]["why"].is_string());
        problem(&ann.post(&path, &json!({"bot": "genius"})).await, 422, "refused");
        let long = vec![json!({"seat": seat, "order": "pass"}); 25];
        problem(&ann.post(&path, &json!({"line": long})).await, 422, "refused");
        assert_eq!(app.version(&game).await, before);
    }
}

#[tokio::test]
async fn the_last_order_is_undone_once() {
    let app = App::seeded(2).await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let pages = Pages::of(app.service.clone());
    let client = Client::of(&app, &pages, "ann").await;
    let undo = format!("/games/{game}/undo");
    problem(&client.post(&undo, &json!({})).await, 422, "refused");
    for _ in 0..40 {
        let path = format!("/games/{game}/orders");
        let order = some_order(&read(&client.get(&path).await));
        let given = read(&client.post(&path, &json!({"order": order})).await);
        if read(&client.get(&path).await)["undo"] == true {
            let undone = read(&client.post_as("one", &undo, &json!({})).await);
            assert_eq!(read(&client.post_as("one", &undo, &json!({})).await), undone);
            let step = read(&client.get(&format!("/games/{game}")).await)["last_step"].clone();
            assert!(step.as_u64() > given["step"].as_u64(), "{undone}");
            return;
        }
    }
    panic!("no order could be undone");
}

#[tokio::test]
async fn programs_open_join_and_leave_games() {
    let app = App::new().await;
    app.player("ann").await;
    app.player("bob").await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let bob = Client::of(&app, &pages, "bob").await;
    let new = json!({
        "title": TITLE, "name": "Programs", "seats": 3, "clock": "day", "public": true,
        "own_seat": 1,
    });
    let opened = ann.post_as("one", "/games", &new).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    let id = read(&opened)["id"].as_str().expect("an id").to_owned();
    assert_eq!(opened.header("location"), Some(format!("/api/v1/games/{id}").as_str()));
    assert_eq!(read(&ann.post_as("one", "/games", &new).await)["id"], id.as_str());
    let joined = bob.post(&format!("/games/{id}/join"), &json!({"seat": 2})).await;
    assert_eq!(read(&joined)["seat"], 2);
    problem(&bob.post(&format!("/games/{id}/join"), &json!({})).await, 422, "refused");
    read(&bob.post(&format!("/games/{id}/leave"), &json!({})).await);
    let seats = read(&ann.get(&format!("/games/{id}")).await)["seats"].clone();
    assert_eq!(seats[1]["player"], Value::Null);
    let bad = json!({"title": TITLE, "name": "x", "seats": 2, "clock": "blitz"});
    problem(&ann.post("/games", &bad).await, 422, "refused");
    let bad = json!({"title": "chess", "name": "x", "seats": 2, "clock": "day"});
    problem(&ann.post("/games", &bad).await, 422, "refused");
}

#[tokio::test]
async fn chat_and_notes_reach_only_those_who_may_read_them() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    app.player("eve").await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let bob = Client::of(&app, &pages, "bob").await;
    let eve = Client::of(&app, &pages, "eve").await;
    let chat = format!("/games/{game}/chat");
    let said = ann.post(&chat, &json!({"text": "a truce?", "to": [2]})).await;
    assert_eq!(read(&said)["to"], json!([2]));
    let notes = format!("/games/{game}/notes");
    read(&ann.post(&notes, &json!({"text": "attack tomorrow"})).await);
    assert!(read(&bob.get(&chat).await)["items"][0]["text"] == "a truce?");
    assert!(read(&ann.get(&notes).await).to_string().contains("attack tomorrow"));
    assert!(!bob.get(&notes).await.body.contains("attack"));
    for path in [&chat, &notes] {
        problem(&eve.get(path).await, 403, "forbidden");
    }
}

#[tokio::test]
async fn chat_of_a_blocked_player_is_hidden_from_programs_too() {
    let app = App::new().await;
    let (_, bob, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let his = Client::of(&app, &pages, "bob").await;
    app.service.players().block(app.now, bob, "ann", true).await.expect("blocked");
    let chat = format!("/games/{game}/chat");
    problem(&ann.post(&chat, &json!({"text": "a truce?", "to": [2]})).await, 422, "refused");
    read(&ann.post(&chat, &json!({"text": "a truce?"})).await);
    let item = read(&his.get(&chat).await)["items"][0].clone();
    assert_eq!((&item["blocked"], &item["text"]), (&json!(true), &json!("")));
    assert_eq!(read(&ann.get(&chat).await)["items"][0]["text"], "a truce?");
}

/// A program can prove that the server accepted its secret order.
#[tokio::test]
async fn receipts_of_secret_orders_are_signed() {
    let mut receipts = 0;
    for title in ravenpost::service::titles::all() {
        let app = App::seeded(3).await;
        let (_, _, game) = app.pair(title.about().key).await;
        let pages = unlimited(&app);
        let clients =
            [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
        let path = format!("/games/{game}/orders");
        app.service.proof().first_key(app.now).await.expect("a key");
        let keys = app.service.proof().server_keys().await.expect("readable");
        for turn in 0..30 {
            let client = &clients[turn % 2];
            let asked = read(&client.get(&path).await);
            if asked["prompt"].is_null() {
                continue;
            }
            let given = read(&client.post(&path, &json!({"order": some_order(&asked)})).await);
            for one in given["receipts"].as_array().expect("a list") {
                let hash = one["hash"].as_str().expect("a hash");
                let line = one["signature"].as_str().and_then(Line::parse).expect("a signature");
                let text = format!("ravenpost receipt 1\n{game}\n{hash}\n");
                assert!(keys[0].key.signed(&text, &line), "{one}");
                receipts += 1;
            }
        }
    }
    assert!(receipts > 0, "no order was secret");
}

/// While nobody is awaited, programs learn when the secret orders are revealed.
#[tokio::test]
async fn the_reveal_of_secret_orders_is_announced() {
    let mut announced = 0;
    for title in ravenpost::service::titles::all() {
        let app = App::seeded(3).await;
        let pages = unlimited(&app);
        let clients =
            [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
        let new = json!({
            "title": title.about().key, "name": "x", "seats": 2, "clock": "day", "own_seat": 1,
            "public": true,
        });
        let opened = read(&clients[0].post("/games", &new).await);
        let game = format!("/games/{}", opened["id"].as_str().expect("an id"));
        read(&clients[1].post(&format!("{game}/join"), &json!({})).await);
        let path = format!("{game}/orders");
        for turn in 0..20 {
            let client = &clients[turn % 2];
            let asked = read(&client.get(&path).await);
            if asked["reveals_at"].is_string() {
                let seen = read(&client.get(&game).await);
                assert_eq!(seen["reveals_at"], asked["reveals_at"]);
                assert_eq!(seen["awaited"], json!([]));
                assert_eq!(asked["prompt"], Value::Null);
                announced += 1;
                break;
            }
            if !asked["prompt"].is_null() {
                read(&client.post(&path, &json!({"order": some_order(&asked)})).await);
            }
        }
    }
    assert!(announced > 0, "no secret orders were complete");
}
