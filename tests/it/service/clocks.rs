//! Clocks: reminders once, deadlines once, and what happens after an outage.

use chrono::Duration;
use ravenpost::rules::{Act, Seat};
use ravenpost::service::Idempotency;
use ravenpost::store::GameId;

use super::TITLE;
use crate::harness::app::App;

const RED: Seat = Seat(1);

async fn waiting_for_ann() -> (App, GameId) {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    (app, game)
}

async fn kinds(app: &App, game: &GameId) -> Vec<String> {
    let live = app.service.live(game).await.unwrap();
    let kinds = live.log.iter().map(|entry| entry.act.kind().to_owned());
    kinds.filter(|kind| kind == "reminded" || kind == "lapsed").collect()
}

#[tokio::test]
async fn reminders_come_at_half_a_fifth_and_last_call_once_each() {
    let (mut app, game) = waiting_for_ann().await;
    app.passes(Duration::hours(35)).await;
    assert!(kinds(&app, &game).await.is_empty());
    app.passes(Duration::hours(1)).await;
    app.passes(Duration::minutes(1)).await;
    assert_eq!(kinds(&app, &game).await, ["reminded"]);
    app.passes(Duration::hours(22)).await;
    app.passes(Duration::hours(11)).await;
    assert_eq!(kinds(&app, &game).await, ["reminded"; 3]);
    let letters = app.letters_owed("ann").await;
    for kind in ["half_left", "fifth_left", "last_call"] {
        assert_eq!(letters.iter().filter(|owed| *owed == kind).count(), 1, "{letters:?}");
    }
}

#[tokio::test]
async fn at_the_deadline_the_fallback_is_played_and_said_so() {
    let (mut app, game) = waiting_for_ann().await;
    let fallback = app.service.live(&game).await.unwrap().position.fallback(RED);
    app.passes(Duration::days(3)).await;
    let live = app.service.live(&game).await.unwrap();
    let lapsed = live.log.iter().find_map(|entry| match &entry.act {
        Act::Lapsed { seat: RED, order, .. } => Some(order.clone()),
        _ => None,
    });
    assert_eq!(lapsed, Some(fallback));
    let letters = app.letters_owed("ann").await;
    assert_eq!(letters.iter().filter(|kind| *kind == "deadline_passed").count(), 1);
    let once = kinds(&app, &game).await;
    app.passes(Duration::zero()).await;
    assert_eq!(kinds(&app, &game).await, once, "a deadline passes once");
    let wait = live.wait(RED).expect("the game goes on");
    assert_eq!(wait.due, Some(app.now + Duration::days(3)), "with a clock of its own");
}

#[tokio::test]
async fn after_an_outage_only_the_last_reminder_is_sent() {
    let (mut app, game) = waiting_for_ann().await;
    app.passes(Duration::hours(70)).await;
    assert_eq!(kinds(&app, &game).await, ["reminded"]);
    assert!(app.letters_owed("ann").await.contains(&"last_call".to_owned()));
}

#[tokio::test]
async fn silence_to_the_end_ends_the_game() {
    let (mut app, game) = waiting_for_ann().await;
    for _ in 0..400 {
        if app.status(&game).await == ravenpost::service::course::Status::Over {
            return;
        }
        app.passes(Duration::days(3)).await;
    }
    panic!("the game never ended");
}

#[tokio::test]
async fn who_has_left_is_played_by_the_fallback_without_waiting() {
    let (app, game) = waiting_for_ann().await;
    let live = app.service.live(&game).await.unwrap();
    let (_, ann) = live.people.iter().find(|(seat, _)| *seat == RED).expect("a person");
    let key = Idempotency("leave".into());
    app.service.leave_seat(app.now, &game, *ann, &key).await.expect("may leave");
    for _ in 0..20 {
        app.service.tick(app.now).await.expect("a tick");
    }
    assert_eq!(app.status(&game).await, ravenpost::service::course::Status::Over);
}
