//! Taking seats: by invitation, in public, and at a full table.

use ravenpost::service::table::join_table::Join;
use ravenpost::service::{Idempotency, ServiceError};
use ravenpost::titles;
use ravenpost_log::Act;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh, key_of};
use crate::service::TITLE;

fn key(word: &str) -> Idempotency {
    key_of(word.to_owned())
}

#[tokio::test]
async fn last_seat_starts_the_game_and_notifies_everyone() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    assert_eq!(app.status(&game).await, Status::Open);
    let seat =
        app.service.tables().join_table(app.now, &game, bob, Join::default()).await.expect("free");
    assert_eq!(seat, Seat(2));
    assert_eq!(app.status(&game).await, Status::Running);
    for name in ["ann", "bob"] {
        assert_eq!(
            app.emails_queued(name).await,
            ["game_started"],
            "one email to {name} says it all"
        );
    }
}

#[tokio::test]
async fn private_table_requires_an_invitation() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.private_table(TITLE, ann, 2).await;
    let refused = app.service.tables().join_table(app.now, &game, bob, Join::default()).await;
    assert!(matches!(refused, Err(ServiceError::Denied(_))));
    let link = app
        .service
        .tables()
        .invite_by_link(app.now, &game, ann, &key("one"))
        .await
        .expect("the opener may");
    let token = &link.token;
    let found = app.service.tables().read_invitation(app.now, token).await.expect("readable");
    assert_eq!(found, Some(game.clone()));
    let late = app.now + chrono::Duration::days(31);
    assert_eq!(app.service.tables().read_invitation(late, token).await.expect("readable"), None);
    let stranger = app.service.tables().invite_by_link(app.now, &game, bob, &key("two")).await;
    assert!(matches!(stranger, Err(ServiceError::Denied(_))));
    let join = Join { invited: true, ..Join::default() };
    app.service.tables().join_table(app.now, &game, bob, join).await.expect("invited");
}

#[tokio::test]
async fn seat_is_taken_once_and_a_player_has_one_seat() {
    let app = App::new().await;
    let (ann, bob, cat) =
        (app.player("ann").await, app.player("bob").await, app.player("cat").await);
    let game_id = app.open_table(TITLE, ann, 3).await;
    let ask = Join { seat: Some(Seat(2)), salt: "my own salt".into(), ..Join::default() };
    app.service.tables().join_table(app.now, &game_id, bob, ask.clone()).await.expect("free");
    let taken = app.service.tables().join_table(app.now, &game_id, cat, ask).await;
    assert!(matches!(taken, Err(ServiceError::Refused(_))));
    let twice = app.service.tables().join_table(app.now, &game_id, ann, Join::default()).await;
    assert!(matches!(twice, Err(ServiceError::Refused(_))));
    let game = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(game.status.seats.slots[1].salt, "my own salt");
}

#[tokio::test]
async fn organiser_fills_free_seats_with_bots() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    let denied =
        app.service.tables().seat_bot(app.now, &game, bob, Seat(2), "steady", &key("one")).await;
    assert!(matches!(denied, Err(ServiceError::Denied(_))));
    let unknown = app
        .service
        .tables()
        .seat_bot(app.now, &game, ann, Seat(2), "deep thought", &key("two"))
        .await;
    assert!(matches!(unknown, Err(ServiceError::Refused(_))));
    app.service
        .tables()
        .seat_bot(app.now, &game, ann, Seat(2), "steady", &key("three"))
        .await
        .expect("free");
    assert_eq!(app.status(&game).await, Status::Running);
}

#[tokio::test]
async fn lists_show_the_most_urgent_game_first() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let older = app.table(TITLE, ann, &["random"]).await;
    app.now += chrono::Duration::hours(5);
    let newer = app.table(TITLE, ann, &["random"]).await;
    let mine = app.service.play().games_of(app.now, ann).await.expect("a list");
    let ids: Vec<_> = mine.iter().map(|game| game.row.id.clone()).collect();
    assert_eq!(ids, [older.clone(), newer]);
    let next = app.service.play().next_game(app.now, ann, None).await.expect("a game");
    assert_eq!(next.and_then(|next| next.game), Some(older));
    let lobby = app.service.play().lobby().await.expect("a lobby");
    assert_eq!((lobby.open.len(), lobby.running.len()), (0, 2));
}

#[tokio::test]
async fn concurrent_joins_of_one_player_take_one_seat() {
    for round in 0..30 {
        let app = App::new().await;
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        let game_id = app.open_table(TITLE, ann, 4).await;
        let joins: Vec<_> = (0..6u8)
            .map(|at| {
                let (service, game_id, now) = (app.service.clone(), game_id.clone(), app.now);
                let seat = (at < 3).then_some(Seat(at + 2));
                let join = Join { seat, ..Join::default() };
                tokio::spawn(async move {
                    service.tables().join_table(now, &game_id, bob, join).await.is_ok()
                })
            })
            .collect();
        let mut seated = 0;
        for join in joins {
            seated += u32::from(join.await.unwrap());
        }
        assert_eq!(seated, 1, "round {round}");
        let game = app.service.games().load(&game_id).await.unwrap();
        assert_eq!(game.people.iter().filter(|(_, who)| *who == bob).count(), 1);
    }
}

#[tokio::test]
async fn table_enforces_one_seat_per_player() {
    use ravenpost_store::StoreError;
    use ravenpost_store::people::seat_holders::{self, SeatHolder};
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    let (since, id) = (app.now, game.clone());
    let second = app.service.store().write(move |conn| {
        Box::pin(async move {
            let seat = Seat(2);
            let holder =
                SeatHolder { game: id, seat, player: Some(ann), bot: None, since, salt: None };
            seat_holders::set(conn, &holder).await
        })
    });
    assert!(matches!(second.await, Err(StoreError::Conflict)));
}

#[tokio::test]
async fn repeated_leave_removes_no_other_player() {
    for _ in 0..20 {
        let app = App::new().await;
        let people = [app.player("ann").await, app.player("bob").await, app.player("cat").await];
        let [ann, bob, cat] = people;
        let game = app.open_table(TITLE, ann, 3).await;
        let join = || Join { seat: Some(Seat(2)), ..Join::default() };
        app.service.tables().join_table(app.now, &game, bob, join()).await.expect("free");
        let keys = [key_of("one".to_owned()), key_of("another".to_owned())];
        let leave = |at: usize| app.service.tables().leave_seat(app.now, &game, bob, &keys[at]);
        // Cat joins between Bob's two clicks, or after them.
        let (first, sat, second) = tokio::join!(
            leave(0),
            app.service.tables().join_table(app.now, &game, cat, join()),
            leave(1)
        );
        assert_eq!(u32::from(first.is_ok()) + u32::from(second.is_ok()), 1);
        let seat = app.service.tables().seat_of(&game, cat).await.unwrap();
        assert_eq!(seat.is_some(), sat.is_ok(), "who sat down stays");
        assert_eq!(app.service.tables().seat_of(&game, bob).await.unwrap(), None);
    }
}

#[tokio::test]
async fn order_counts_only_from_the_current_seat_holder() {
    use ravenpost::service::play::give_order::OrderLine;
    use ravenpost_log::act::Via;
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    app.service.tables().join_table(app.now, &game, bob, Join::default()).await.expect("free");
    let order = OrderLine {
        game: game.clone(),
        seat: Seat(2),
        giver: Some(ann),
        line: app.some_order(&game, Seat(2)).await,
        seen: app.step(&game).await,
        key: key_of("not hers".to_owned()),
        via: Via::Page,
    };
    let refused = app.service.play().give_order(app.now, &order).await;
    assert!(matches!(refused, Err(ServiceError::Denied(_))));
    let bobs = OrderLine { giver: Some(bob), ..order.clone() };
    let taken = app.service.play().give_order(app.now, &bobs).await.expect("his own seat");
    let key = key_of("nor that".to_owned());
    let last = taken.step.to_string();
    let back = app.service.play().take_back(app.now, &game, Seat(2), Some(ann), &last, &key);
    assert!(matches!(back.await, Err(ServiceError::Denied(_))));
}

#[tokio::test]
async fn number_of_open_tables_is_limited() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let new = || ravenpost::service::table::open_table::NewTable {
        title: TITLE.to_owned(),
        name: String::new(),
        table: ravenpost_rules::Table::of(2),
        pace: crate::harness::app::PACE,
        public: true,
        consent: ravenpost_log::act::Consent::All,
        own_seat: None,
        salt: String::new(),
        bots: Vec::new(),
    };
    let most = app.service.settings().tables_a_day;
    for _ in 0..most {
        app.service.tables().open_table(app.now, Some(ann), &new()).await.expect("a table");
    }
    let one_more = app.service.tables().open_table(app.now, Some(ann), &new()).await;
    assert!(matches!(one_more, Err(ServiceError::TooMany(_))));
    let bob = app.player("bob").await;
    app.service
        .tables()
        .open_table(app.now, Some(bob), &new())
        .await
        .expect("not the fault of others");
    app.now += chrono::Duration::days(1);
    app.service.tables().open_table(app.now, Some(ann), &new()).await.expect("the next day");
}

#[tokio::test]
async fn last_player_wins_where_the_rules_say_so() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game_id = app.table("thingvellir", ann, &["random"]).await;
    app.service
        .tables()
        .leave_seat(app.now, &game_id, ann, &key_of("leave".to_owned()))
        .await
        .expect("may leave");
    assert_eq!(app.status(&game_id).await, Status::Over);
    let game = app.service.games().load(&game_id).await.unwrap();
    let places = game.true_position().outcome().expect("it is over").places;
    let first = places.iter().find(|place| place.place == 1).expect("somebody has won");
    assert_eq!(first.seat, Seat(2));
    let audited = app.service.fairness().audit_game(&game_id).await.unwrap();
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn form_knows_its_players_seat_and_permissions() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    let at = app.service.games().at_table(&game, ann).await.expect("there is such a game");
    assert_eq!((at.seat, at.may_write()), (Some(Seat(1)), false), "it has not started");
    let watches = app.service.games().at_table(&game, bob).await.expect("anybody may look");
    assert!(matches!(watches.own_seat(), Err(ServiceError::Denied(_))));
    app.service.tables().join_table(app.now, &game, bob, Join::default()).await.expect("free");
    let at = app.service.games().at_table(&game, bob).await.expect("there is such a game");
    assert_eq!(at.own_seat().expect("it sits"), Seat(2));
    assert!(at.may_write());
    let nowhere = app.service.games().at_table(&"nowhere".parse().unwrap(), bob).await;
    assert!(matches!(nowhere, Err(ServiceError::NotFound(_))));
}

/// Leaving a seat before the start does not end the game: it starts as usual.
#[tokio::test]
async fn seat_given_up_before_the_start_ends_no_game() {
    for title in titles::all() {
        let key = title.about().key;
        let app = App::seeded(3).await;
        let ann = app.player("ann").await;
        let seats = title.about().seats.0.max(3);
        let game_id = app.open_table(key, ann, seats).await;
        for at in 1..seats {
            let player = app.player(&format!("player{at}")).await;
            let join = async || {
                let join = app
                    .service
                    .tables()
                    .join_table(app.now, &game_id, player, Join::default())
                    .await;
                join.expect("a free seat")
            };
            join().await;
            if at == 1 {
                app.service
                    .tables()
                    .leave_seat(app.now, &game_id, player, &fresh())
                    .await
                    .expect("left");
                join().await;
            }
        }
        let game = app.service.games().load(&game_id).await.expect("a game");
        assert_eq!(game.status.state, Status::Running, "{key}");
        assert!(game.outcome().is_none(), "{key}");
        let left = game.log.iter().find(|entry| matches!(entry.act, Act::Left { .. }));
        assert_eq!(left.expect("an event").event.facts, "[]", "{key}");
        let audited = app.service.fairness().audit_game(&game_id).await.expect("audited");
        assert!(audited.clean(), "{key}: {audited:?}");
    }
}
