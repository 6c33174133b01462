//! Leaving a game can be reversed for an hour, while no one else has the seat.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

async fn leaves(app: &App, game: &GameId, who: PlayerId) {
    app.service.tables().leave_seat(app.now, game, who, &fresh()).await.expect("left");
}

async fn returns(app: &App, game: &GameId, who: PlayerId) -> Result<Seat, ServiceError> {
    app.service.tables().return_to_seat(app.now, game, who, &fresh()).await
}

async fn seat_of(app: &App, game: &GameId, who: PlayerId) -> Option<Seat> {
    app.service.games().load(game).await.expect("a game").seat_of(who)
}

#[tokio::test]
async fn a_player_returns_within_the_hour() {
    let mut app = App::seeded(4).await;
    let (_, bob, game) = app.pair(TITLE).await;
    leaves(&app, &game, bob).await;
    let left = app.service.games().load(&game).await.expect("a game");
    assert!(!left.status.seats.held(Seat(2)));
    app.passes(Duration::minutes(59)).await;
    let back = app.service.tables().returnable(app.now, &game, bob).await.expect("readable");
    assert_eq!(back.map(|back| back.seat), Some(Seat(2)));
    assert_eq!(returns(&app, &game, bob).await.expect("back"), Seat(2));
    let loaded = app.service.games().load(&game).await.expect("a game");
    assert!(loaded.status.seats.attended(Seat(2)) && loaded.seat_of(bob) == Some(Seat(2)));
    let again = returns(&app, &game, bob).await;
    assert!(matches!(again, Err(ServiceError::Refused(_))), "{again:?}");
    // The game goes on with both of them.
    for _ in 0..6 {
        let seats = app.service.games().load(&game).await.expect("a game").seats().awaited_seats();
        let order = app.some_order(&game, seats[0]).await;
        app.order(&game, seats[0], &order).await.expect("legal");
    }
    let audit = app.service.fairness().audit_game(&game).await;
    assert!(audit.expect("audited").clean());
}

#[tokio::test]
async fn no_one_returns_after_the_hour() {
    for state in [Status::Open, Status::Running] {
        let mut app = App::new().await;
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        let game = app.open_table(TITLE, ann, if state == Status::Open { 3 } else { 2 }).await;
        let tables = app.service.tables();
        tables.join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
        assert_eq!(app.status(&game).await, state);
        leaves(&app, &game, bob).await;
        app.now += Duration::hours(1);
        let back = app.service.tables().returnable(app.now, &game, bob).await.expect("readable");
        assert_eq!(back, None);
        let late = returns(&app, &game, bob).await;
        assert!(matches!(late, Err(ServiceError::Refused(_))), "{late:?}");
    }
}

#[tokio::test]
async fn taken_seat_is_not_given_back() {
    let app = App::new().await;
    let [ann, bob, eve] =
        [app.player("ann").await, app.player("bob").await, app.player("eve").await];
    let game = app.open_table(TITLE, ann, 3).await;
    let tables = app.service.tables();
    tables.join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    leaves(&app, &game, bob).await;
    tables.join_table(app.now, &game, eve, Join::default()).await.expect("a seat");
    let refused = returns(&app, &game, bob).await;
    assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
    let stranger = app.player("mallory").await;
    assert!(matches!(returns(&app, &game, stranger).await, Err(ServiceError::Denied(_))));
    // Eve leaves as well: only she may return, although Bob had the seat before.
    leaves(&app, &game, eve).await;
    assert_eq!(returns(&app, &game, eve).await.expect("back"), Seat(2));
}

#[tokio::test]
async fn the_organiser_returns_as_organiser() {
    let app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    leaves(&app, &game, ann).await;
    let members = app.service.members();
    assert_eq!(members.organiser_of(&game).await.expect("readable"), Some(ann));
    assert_eq!(returns(&app, &game, ann).await.expect("back"), Seat(1));
    let loaded = app.service.games().load(&game).await.expect("a game");
    assert_eq!(loaded.status.seats.organiser, Some(Seat(1)));
}

#[tokio::test]
async fn a_private_table_needs_no_new_invitation_to_return() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.private_table(TITLE, ann, 3).await;
    let join = Join { invited: true, ..Join::default() };
    app.service.tables().join_table(app.now, &game, bob, join).await.expect("a seat");
    leaves(&app, &game, bob).await;
    assert!(app.service.members().may_see(&game, Some(bob)).await.expect("readable"));
    assert_eq!(returns(&app, &game, bob).await.expect("back"), Seat(2));
}

#[tokio::test]
async fn two_clicks_return_once() {
    let app = App::new().await;
    let (_, bob, game) = app.pair(TITLE).await;
    leaves(&app, &game, bob).await;
    let key = fresh();
    let tables = app.service.tables();
    let (one, other) = tokio::join!(
        tables.return_to_seat(app.now, &game, bob, &key),
        tables.return_to_seat(app.now, &game, bob, &key),
    );
    assert_eq!((one.expect("back"), other.expect("the same answer")), (Seat(2), Seat(2)));
    // Two browsers send different forms.
    leaves(&app, &game, bob).await;
    let (one, other) = tokio::join!(returns(&app, &game, bob), returns(&app, &game, bob));
    assert_eq!([one, other].iter().filter(|back| back.is_ok()).count(), 1);
    assert_eq!(seat_of(&app, &game, bob).await, Some(Seat(2)));
}

#[tokio::test]
async fn simultaneous_orders_are_not_given_twice() {
    let mut app = App::seeded(9).await;
    let (_, bob, game) = app.pair("scharz").await;
    leaves(&app, &game, bob).await;
    app.passes(Duration::minutes(5)).await;
    returns(&app, &game, bob).await.expect("back");
    for _ in 0..4 {
        let loaded = app.service.games().load(&game).await.expect("a game");
        let Some(seat) = loaded.seats().awaited_seats().first().copied() else { break };
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
    }
    assert_eq!(seat_of(&app, &game, bob).await, Some(Seat(2)));
}
