//! Taking seats: by invitation, in public, and what a full table does.

use ravenpost::rules::Seat;
use ravenpost::service::course::Status;
use ravenpost::service::join_table::Join;
use ravenpost::service::{Idempotency, ServiceError};

use super::TITLE;
use crate::harness::app::App;

fn key(word: &str) -> Idempotency {
    Idempotency(word.to_owned())
}

#[tokio::test]
async fn the_last_seat_taken_starts_the_game_and_everybody_is_told() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    assert_eq!(app.status(&game).await, Status::Open);
    let seat = app.service.join_table(app.now, &game, bob, Join::default()).await.expect("free");
    assert_eq!(seat, Seat(2));
    assert_eq!(app.status(&game).await, Status::Running);
    for name in ["ann", "bob"] {
        let letters = app.letters_owed(name).await;
        assert!(letters.contains(&"started".to_owned()), "{name}: {letters:?}");
        assert!(letters.contains(&"your_turn".to_owned()), "{name}: {letters:?}");
    }
    assert!(app.letters_owed("ann").await.contains(&"joined".to_owned()));
}

#[tokio::test]
async fn a_private_table_needs_an_invitation() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.private_table(TITLE, ann, 2).await;
    let refused = app.service.join_table(app.now, &game, bob, Join::default()).await;
    assert!(matches!(refused, Err(ServiceError::Denied(_))));
    let link =
        app.service.invite_by_link(app.now, &game, ann, &key("one")).await.expect("the opener may");
    let token = link.rsplit('/').next().expect("a token");
    let found = app.service.read_invitation(app.now, token).await.expect("readable");
    assert_eq!(found, Some(game.clone()));
    let late = app.now + chrono::Duration::days(31);
    assert_eq!(app.service.read_invitation(late, token).await.expect("readable"), None);
    let stranger = app.service.invite_by_link(app.now, &game, bob, &key("two")).await;
    assert!(matches!(stranger, Err(ServiceError::Denied(_))));
    let join = Join { invited: true, ..Join::default() };
    app.service.join_table(app.now, &game, bob, join).await.expect("invited");
}

#[tokio::test]
async fn a_seat_is_taken_once_and_a_player_sits_once() {
    let app = App::new().await;
    let (ann, bob, cat) =
        (app.player("ann").await, app.player("bob").await, app.player("cat").await);
    let game = app.open_table(TITLE, ann, 3).await;
    let ask = Join { seat: Some(Seat(2)), salt: "my own salt".into(), invited: false, key: None };
    app.service.join_table(app.now, &game, bob, ask.clone()).await.expect("free");
    let taken = app.service.join_table(app.now, &game, cat, ask).await;
    assert!(matches!(taken, Err(ServiceError::Refused(_))));
    let twice = app.service.join_table(app.now, &game, ann, Join::default()).await;
    assert!(matches!(twice, Err(ServiceError::Refused(_))));
    let live = app.service.live(&game).await.unwrap();
    assert_eq!(live.course.chairs[1].salt, "my own salt");
}

#[tokio::test]
async fn the_organiser_fills_free_seats_with_bots() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    let denied = app.service.seat_bot(app.now, &game, bob, (Seat(2), "steady"), &key("one")).await;
    assert!(matches!(denied, Err(ServiceError::Denied(_))));
    let unknown =
        app.service.seat_bot(app.now, &game, ann, (Seat(2), "deep thought"), &key("two")).await;
    assert!(matches!(unknown, Err(ServiceError::Refused(_))));
    app.service
        .seat_bot(app.now, &game, ann, (Seat(2), "steady"), &key("three"))
        .await
        .expect("free");
    assert_eq!(app.status(&game).await, Status::Running);
}

#[tokio::test]
async fn lists_put_the_game_with_the_least_time_left_on_top() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let older = app.table(TITLE, ann, &["random"]).await;
    app.now += chrono::Duration::hours(5);
    let newer = app.table(TITLE, ann, &["random"]).await;
    let mine = app.service.my_games(ann).await.expect("a list");
    let ids: Vec<_> = mine.iter().map(|game| game.row.id.clone()).collect();
    assert_eq!(ids, [older.clone(), newer]);
    assert_eq!(app.service.next_game(ann).await.expect("a game"), Some(older));
    let lobby = app.service.lobby().await.expect("a lobby");
    assert_eq!((lobby.open.len(), lobby.running.len()), (0, 2));
}
