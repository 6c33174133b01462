//! Pages of chat and notes: no entry is missed or repeated while others are added, hidden or
//! deleted, and cursors work only for the list and the caller they were made for.

use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::note::NoteChange;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use serde_json::{Value, json};

use crate::api::client::{Client, problem, read, unlimited};
use crate::harness::app::App;
use crate::pages::TITLE;

/// A table with Ann, Bob and Cleo on its seats.
async fn table() -> (App, GameId, [Client; 3]) {
    let app = App::seeded(5).await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    for name in ["bob", "cleo"] {
        let player = app.player(name).await;
        let join = app.service.tables().join_table(app.now, &game, player, Join::default());
        join.await.expect("a free seat");
    }
    let pages = unlimited(&app);
    let clients = [
        Client::of(&app, &pages, "ann").await,
        Client::of(&app, &pages, "bob").await,
        Client::of(&app, &pages, "cleo").await,
    ];
    (app, game, clients)
}

fn texts(page: &Value) -> Vec<String> {
    let items = page["items"].as_array().expect("a list").iter();
    items.map(|one| one["text"].as_str().expect("a text").to_owned()).collect()
}

fn id(one: &Value) -> String {
    one["id"].as_str().expect("a cursor").to_owned()
}

#[tokio::test]
async fn chat_pages_neither_skip_nor_repeat_a_message() {
    let (app, game, [ann, bob, cleo]) = table().await;
    let chat = format!("/games/{game}/chat");
    for (who, text) in [(&ann, "a1"), (&ann, "a2"), (&bob, "b1"), (&ann, "a3"), (&bob, "b2")] {
        read(&who.post(&chat, &json!({"text": text})).await);
    }
    let page = read(&cleo.get(&format!("{chat}?limit=2")).await);
    assert_eq!(texts(&page), ["a3", "b2"]);
    let (known, mut before) = (id(&page["items"][1]), page["before"].clone());
    // New, private and hidden messages change nothing about older ones.
    read(&ann.post(&chat, &json!({"text": "a4"})).await);
    read(&ann.post(&chat, &json!({"text": "a secret", "to": [2]})).await);
    read(&bob.post(&chat, &json!({"text": "b3"})).await);
    let player = app.player_of("cleo").await;
    app.service.chat().mute(app.now, &game, player, Seat(2), true).await.expect("muted");
    let mut older = Vec::new();
    while let Some(cursor) = before.as_str() {
        let page = read(&cleo.get(&format!("{chat}?limit=1&before={cursor}")).await);
        older.extend(texts(&page));
        before = page["before"].clone();
    }
    assert_eq!(older, ["a2", "a1"]);
    // The message that Cleo knows is hidden now, and is still a place in the list.
    let after = read(&cleo.get(&format!("{chat}?after={known}")).await);
    assert_eq!((texts(&after), &after["before"]), (vec!["a4".to_owned()], &Value::Null));
    app.service.chat().mute(app.now, &game, player, Seat(2), false).await.expect("heard");
    let all = read(&cleo.get(&chat).await);
    assert_eq!(texts(&all), ["a1", "a2", "b1", "a3", "b2", "a4", "b3"]);
    assert_eq!(id(&all["items"][4]), known, "ids never change");
}

#[tokio::test]
async fn note_pages_neither_skip_nor_repeat_a_note() {
    let (app, game, [ann, ..]) = table().await;
    let notes = format!("/games/{game}/notes");
    for text in ["n1", "n2", "n3", "n4", "n5"] {
        read(&ann.post(&notes, &json!({"text": text})).await);
    }
    let mut page = ann.get(&format!("{notes}?limit=2")).await;
    let mut seen = texts(&read(&page));
    read(&ann.post(&notes, &json!({"text": "n6"})).await);
    // The last note of the page is deleted, and its cursor still works.
    let (player, chat) = (app.player_of("ann").await, app.service.chat());
    let stored = chat.notes_for(&game, player).await.expect("notes");
    let gone = stored.iter().find(|noted| noted.note.text == "n4").expect("a note").note.id;
    chat.change_note(app.now, &game, player, gone, NoteChange::Drop).await.expect("deleted");
    while let Some(next) = read(&page)["next"].as_str() {
        let link = page.header("link").expect("a link");
        assert!(link.contains(&format!("after={next}&limit=2")), "{link}");
        page = ann.get(&format!("{notes}?limit=2&after={next}")).await;
        seen.extend(texts(&read(&page)));
    }
    assert_eq!(seen, ["n5", "n4", "n3", "n2", "n1"]);
    assert_eq!(page.header("link"), None);
}

#[tokio::test]
async fn cursor_is_refused_in_another_list() {
    let (_app, game, [ann, bob, _]) = table().await;
    let (chat, notes) = (format!("/games/{game}/chat"), format!("/games/{game}/notes"));
    read(&ann.post(&chat, &json!({"text": "hello"})).await);
    read(&ann.post(&notes, &json!({"text": "hello"})).await);
    let said = id(&read(&ann.get(&chat).await)["items"][0]);
    let noted = id(&read(&ann.get(&notes).await)["items"][0]);
    assert_ne!(id(&read(&bob.get(&chat).await)["items"][0]), said, "readers cannot compare ids");
    for (client, path, cursor) in [
        (&bob, &chat, said.as_str()),
        (&ann, &chat, noted.as_str()),
        (&ann, &notes, said.as_str()),
        (&ann, &notes, "1"),
        (&ann, &chat, "1"),
    ] {
        let page = client.get(&format!("{path}?after={cursor}")).await;
        problem(&page, 400, "unreadable");
    }
    problem(&ann.get(&format!("{chat}?before=1")).await, 400, "unreadable");
}

#[tokio::test]
async fn messages_are_pending_until_they_are_marked_as_read() {
    let (_app, game, [ann, bob, _]) = table().await;
    let (chat, mark) = (format!("/games/{game}/chat"), format!("/games/{game}/chat/read"));
    let first = read(&ann.post(&chat, &json!({"text": "a1"})).await);
    read(&ann.post(&chat, &json!({"text": "a2"})).await);
    let listed = read(&ann.get(&chat).await);
    assert_eq!(first["id"], listed["items"][0]["id"]);
    let unread = async || {
        let page = read(&bob.get("/me/pending").await);
        let items = page["items"].as_array().expect("a list").clone();
        let chat = items.into_iter().find(|one| one["kind"] == "chat");
        chat.map_or(0, |one| one["count"].as_u64().expect("a number"))
    };
    let messages = read(&bob.get(&chat).await)["items"].clone();
    assert_eq!(unread().await, 2, "reading alone marks nothing");
    for (message, left) in [(0_usize, 1), (0, 1), (1, 0), (0, 0)] {
        read(&bob.post(&mark, &json!({"upto": messages[message]["id"]})).await);
        assert_eq!(unread().await, left);
    }
    // The ids that others see are unknown here.
    for unknown in [first["id"].clone(), json!("x")] {
        problem(&bob.post(&mark, &json!({"upto": unknown})).await, 422, "refused");
    }
}

/// What is stored is about the step of the request, or nothing is stored.
#[tokio::test]
async fn steps_that_changed_nothing_are_refused() {
    let (_app, game, [ann, ..]) = table().await;
    let last = read(&ann.get(&format!("/games/{game}")).await)["last_step"].clone();
    for (list, field) in [("chat", "about"), ("notes", "step")] {
        let path = format!("/games/{game}/{list}");
        let (mut accepted, mut refused) = (0, 0);
        for step in 0..=last.as_u64().expect("a step") + 1 {
            let page = ann.post(&path, &json!({"text": "hello", "step": step})).await;
            if page.status != 200 {
                problem(&page, 422, "refused");
                refused += 1;
                continue;
            }
            let (stored, listed) = (read(&page), read(&ann.get(&path).await));
            let items = listed["items"].as_array().expect("a list");
            let own = items.iter().find(|one| one["id"] == stored["id"]).expect("it is listed");
            assert_eq!(own[field], step);
            accepted += 1;
        }
        assert!(accepted > 0 && refused > 2, "{list}: {accepted} and {refused}");
    }
}
