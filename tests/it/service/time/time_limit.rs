//! Time limits: a game with a limit is notified once when its time is up, and an audit reproduces
//! the same game.

use chrono::Duration;
use ravenpost_log::GameId;
use ravenpost_rules::{Seat, Table};

use crate::harness::app::App;

const ANN: Seat = Seat(1);

/// A game of one hour with Ann to play.
async fn an_hour() -> (App, GameId) {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let table = Table::of(2).with("length", "60");
    let game = app.table_of("bardagi", ann, &["random"], table).await;
    (app, game)
}

async fn time_up_events(app: &App, game_id: &GameId) -> usize {
    let game = app.service.games().load(game_id).await.unwrap();
    game.log.iter().filter(|entry| entry.act.kind().word() == "time-limit-reached").count()
}

#[tokio::test]
async fn game_is_notified_once_when_its_time_is_up() {
    let (mut app, game_id) = an_hour().await;
    app.passes(Duration::minutes(59)).await;
    assert_eq!(time_up_events(&app, &game_id).await, 0);
    app.passes(Duration::minutes(1)).await;
    assert_eq!(time_up_events(&app, &game_id).await, 1);
    app.passes(Duration::hours(1)).await;
    assert_eq!(time_up_events(&app, &game_id).await, 1, "and no more");
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(game.seats().wait(ANN).is_some(), "the round is played to its end");
}

#[tokio::test]
async fn time_limit_is_checked_in_time() {
    let (app, game) = an_hour().await;
    let time_limit = app.now + Duration::hours(1);
    let next = app.service.clocks().next_due().await.unwrap();
    assert_eq!(next, Some(time_limit), "before the first reminder");
    assert_eq!(
        app.service.games().load(&game).await.unwrap().status.clocks.time_limit,
        Some(time_limit)
    );
}

#[tokio::test]
async fn audit_reproduces_the_time_limit() {
    let (mut app, game) = an_hour().await;
    app.passes(Duration::hours(1)).await;
    let audited = app.service.fairness().audit_game(&game).await.unwrap();
    assert!(audited.changed.is_empty() && audited.books.is_none(), "{audited:?}");
}
