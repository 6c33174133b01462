//! Letters of real games by way of the real service: who gets which, and what stands on them.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use ravenpost::letters::Kind;
use ravenpost::mail::outgoing::{Failure, Memory, Sender, Transport};
use ravenpost::rules::Seat;
use ravenpost::service::Service;
use ravenpost::service::join_table::Join;
use ravenpost::store::outbox::{self, Schedule, State};
use ravenpost::titles;

use super::lint::{fields, only};
use super::writer;
use crate::harness::app::App;

fn sender(app: &App) -> (Memory, Sender<Service>) {
    let memory = Memory::default();
    let now: DateTime<Utc> = app.now;
    let desk = (app.service.clone(), app.service.store().clone());
    let way = (writer(), Transport::Memory(memory.clone()));
    (memory, Sender::new(desk, way, Schedule::default(), Arc::new(move || now)))
}

/// Sends what is due: recipient and message of each letter.
pub async fn sent(app: &App) -> Vec<(String, String)> {
    let (memory, sender) = sender(app);
    sender.pass().await.expect("the outbox can be read");
    let text = |(to, bytes): (String, Vec<u8>)| (to, String::from_utf8(bytes).expect("ASCII"));
    memory.taken().into_iter().map(text).collect()
}

fn title() -> &'static str {
    titles::all()[0].about().key
}

/// From the table's opening to its end: every letter has its fields, and each seat one thread.
#[tokio::test]
async fn a_game_in_letters() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let bo = app.player("bo").await;
    let game = app.open_table(title(), ann, 2).await;
    app.service.join_table(app.now, &game, bo, Join::default()).await.expect("a free seat");
    let mut all = sent(&app).await;
    for _ in 0..6 {
        app.passes(Duration::hours(40)).await;
        all.extend(sent(&app).await);
    }
    let subjects: Vec<&str> = all
        .iter()
        .map(|(_, message)| message.split("Subject: ").nth(1).expect("a subject"))
        .map(|rest| rest.split(':').next().expect("a line"))
        .collect();
    for kind in ["Your turn", "The game begins", "Your time ran out"] {
        assert!(subjects.contains(&kind), "{kind} is not among {subjects:?}");
    }
    let mut ids = Vec::new();
    for (to, message) in &all {
        let fields = fields(message);
        assert_eq!(only(&fields, "To"), to);
        assert_eq!(only(&fields, "Auto-Submitted"), "auto-generated");
        assert!(only(&fields, "List-Unsubscribe").starts_with("<http"));
        assert!(only(&fields, "List-Id").contains(&format!("<{game}.")));
        let seat = if to.starts_with("ann") { 1 } else { 2 };
        assert_eq!(only(&fields, "In-Reply-To"), format!("<thread.{seat}.{game}@localhost>"));
        ids.push(only(&fields, "Message-ID").to_owned());
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "every letter has a Message-ID of its own");
}

#[tokio::test]
async fn a_turn_given_meanwhile_is_not_asked_for() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(title(), ann, &["random"]).await;
    let owed = app.owed(Kind::YourTurn).await;
    // The relay is away while she plays on the page.
    let (memory, first) = sender(&app);
    memory.refuse("", Failure::passing("not now"));
    first.pass().await.expect("the outbox can be read");
    app.now += Duration::minutes(5);
    let order = app.some_order(&game, Seat(1)).await;
    app.order(&game, Seat(1), &order).await.expect("taken");
    let ids: Vec<String> = sent(&app)
        .await
        .iter()
        .map(|(_, message)| only(&fields(message), "Message-ID").to_owned())
        .collect();
    assert!(!ids.contains(&format!("<{}>", owed.message_id)), "{ids:?}");
}

#[tokio::test]
async fn an_organiser_hears_of_letters_that_do_not_arrive() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let bo = app.player("bo").await;
    let game = app.open_table(title(), ann, 2).await;
    app.service.join_table(app.now, &game, bo, Join::default()).await.expect("a free seat");
    let (memory, sender) = sender(&app);
    memory.refuse("bo@example.org", Failure::lasting("550 5.1.1 <bo@example.org> unknown"));
    sender.pass().await.expect("the outbox can be read");
    let dead = outbox::list(app.service.store().read(), State::Dead, 10).await.expect("readable");
    assert!(!dead.is_empty());
    let told: Vec<String> = memory
        .taken()
        .into_iter()
        .filter(|(to, _)| to == "ann@example.org")
        .map(|(_, bytes)| String::from_utf8(bytes).expect("ASCII"))
        .filter(|message| message.contains("Subject: Letters to "))
        .collect();
    assert_eq!(told.len(), 1, "once a day, not once a letter");
    assert!(told[0].contains("550 5.1.1 (address) unknown"));
    assert!(!told[0].contains("bo@example.org"), "his address stays his own");
}
