//! Blocking players through the API, with the same effect as on the page.

use ravenpost::service::people::tokens::scope::Scope;
use ravenpost_store::log::audit;
use serde_json::{Value, json};

use crate::api::client::{Client, problem, read, token_of, unlimited};
use crate::harness::app::App;
use crate::pages::TITLE;

const BLOCKS: &str = "/me/blocks";

async fn names(client: &Client) -> Vec<String> {
    let page = read(&client.get(BLOCKS).await);
    let items = page["items"].as_array().expect("a list").iter();
    items.map(|one| one["player"].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn program_blocks_and_unblocks_players() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    app.player("cleo").await;
    let pages = unlimited(&app);
    let [ann, bob] = [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
    let remove = format!("{BLOCKS}/remove");
    let chat = format!("/games/{game}/chat");
    read(&bob.post(&chat, &json!({"text": "hello"})).await);
    assert!(names(&ann).await.is_empty());
    for name in ["cleo", "bob", "BOB"] {
        read(&ann.post(BLOCKS, &json!({"player": name})).await);
    }
    assert_eq!(names(&ann).await, ["bob", "cleo"], "once each, by name");
    assert!(names(&bob).await.is_empty(), "blocks are private");
    let said = read(&ann.get(&chat).await)["items"][0].clone();
    assert_eq!((&said["blocked"], &said["text"]), (&json!(true), &json!("")));
    let page = read(&ann.get(&format!("{BLOCKS}?limit=1")).await);
    assert_eq!((&page["items"][0]["player"], &page["next"]), (&json!("bob"), &json!(1)));
    let page = read(&ann.get(&format!("{BLOCKS}?limit=1&after=1")).await);
    assert_eq!((&page["items"][0]["player"], &page["next"]), (&json!("cleo"), &Value::Null));
    for _ in 0..2 {
        read(&ann.post(&remove, &json!({"player": "bob"})).await);
    }
    assert_eq!(names(&ann).await, ["cleo"]);
    assert_eq!(read(&ann.get(&chat).await)["items"][0]["text"], "hello");
}

/// A repeated request has its first answer and no effect, whatever was done since.
#[tokio::test]
async fn a_repeated_block_does_not_undo_a_later_change() {
    let app = App::seeded(2).await;
    app.pair(TITLE).await;
    app.player("cleo").await;
    let pages = unlimited(&app);
    let [ann, bob] = [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
    let remove = format!("{BLOCKS}/remove");
    let player = |name: &str| json!({"player": name});
    read(&ann.post_as("one", BLOCKS, &player("bob")).await);
    read(&ann.post_as("two", &remove, &player("bob")).await);
    read(&ann.post_as("one", BLOCKS, &player("bob")).await);
    assert!(names(&ann).await.is_empty(), "bob was unblocked since");
    read(&ann.post(BLOCKS, &player("bob")).await);
    read(&ann.post_as("two", &remove, &player("bob")).await);
    assert_eq!(names(&ann).await, ["bob"], "bob was blocked again since");
    for (path, name) in [(BLOCKS, "cleo"), (remove.as_str(), "bob"), (BLOCKS, "nobody")] {
        problem(&ann.post_as("one", path, &player(name)).await, 422, "key-reused");
    }
    assert_eq!(names(&ann).await, ["bob"]);
    // A refused request does not use up its key, and keys of others are independent.
    problem(&bob.post_as("one", BLOCKS, &player("nobody")).await, 404, "not-found");
    read(&bob.post_as("one", BLOCKS, &player("cleo")).await);
    assert_eq!(names(&bob).await, ["cleo"]);
    // The stored keys belong to no game, which the audit does not miss.
    let report = audit::whole(app.service.store().read(), |_| ()).await.expect("readable");
    assert!(report.broken.is_empty(), "{:?}", report.broken);
}

#[tokio::test]
async fn unknown_players_and_oneself_cannot_be_blocked() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let ann = Client::of(&app, &pages, "ann").await;
    for path in [BLOCKS.to_owned(), format!("{BLOCKS}/remove")] {
        problem(&ann.post(&path, &json!({"player": "ann"})).await, 422, "refused");
        problem(&ann.post(&path, &json!({"player": "zoe"})).await, 404, "not-found");
        problem(&ann.post(&path, &json!({"player": ""})).await, 404, "not-found");
        problem(&ann.post(&path, &json!({})).await, 400, "unreadable");
        let body = json!({"player": "bob"}).to_string();
        problem(&ann.send("POST", &path, Some(&body)).await, 400, "key-missing");
    }
    assert!(names(&ann).await.is_empty());
    // Blocks concern all games.
    let token = token_of(&app, "ann", &[Scope::Chat], Some(&game)).await;
    let client = Client::new(&pages, Some(&token));
    problem(&client.get(BLOCKS).await, 403, "forbidden");
    problem(&client.post(BLOCKS, &json!({"player": "bob"})).await, 403, "forbidden");
}
