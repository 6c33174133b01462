//! Repeated requests: concurrently, later, and with another content under the same key.

use futures_util::future::join_all;
use ravenpost::service::Idempotency;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost::service::table::invite::ShareLink;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Via;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Seat, Table};
use ravenpost_store::log::events;
use ravenpost_store::people::invitations;

use crate::harness::app::{App, PACE, key_of};
use crate::service::TITLE;

const RED: Seat = Seat(1);
const CLICKS: usize = 15;

fn key(word: &str) -> Idempotency {
    key_of(word.to_owned())
}

async fn against_a_bot() -> (App, GameId) {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    (app, game)
}

async fn order(app: &App, game: &GameId, under: &str) -> OrderLine {
    let (line, seen) = (app.some_order(game, RED).await, app.step(game).await);
    OrderLine {
        game: game.clone(),
        seat: RED,
        giver: None,
        line,
        seen,
        key: key(under),
        via: Via::Page,
    }
}

async fn own_orders(app: &App, game_id: &GameId) -> usize {
    let game = app.service.games().load(game_id).await.expect("a game");
    let own = |act: &Act| matches!(act, Act::Ordered { seat: RED, .. });
    game.log.iter().filter(|entry| own(entry.act)).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_requests_with_one_key_are_one_order() {
    let (app, game) = against_a_bot().await;
    for round in 0..15 {
        let order = order(&app, &game, &format!("round {round}")).await;
        let clicks = (0..CLICKS).map(|_| {
            let (service, order, now) = (app.service.clone(), order.clone(), app.now);
            tokio::spawn(async move { service.play().give_order(now, &order).await })
        });
        let answers: Vec<_> = join_all(clicks).await.into_iter().map(Result::unwrap).collect();
        let first = answers[0].as_ref().expect("taken");
        for answer in &answers {
            let answer = answer.as_ref().expect("everybody hears that it was taken");
            assert_eq!((answer.step, &answer.orders), (first.step, &first.orders));
            assert_eq!(answer.narration, first.narration);
        }
        assert_eq!(own_orders(&app, &game).await, round + 1);
    }
}

#[tokio::test]
async fn key_reused_for_another_order_is_refused() {
    let (app, game) = against_a_bot().await;
    let first = order(&app, &game, "one key").await;
    app.service.play().give_order(app.now, &first).await.expect("taken");
    let (step, version) = (app.step(&game).await, app.version(&game).await);
    let second = order(&app, &game, "one key").await;
    for other in [
        OrderLine { line: format!("{} ", first.line), ..first.clone() },
        OrderLine { seat: Seat(2), ..first.clone() },
        OrderLine { line: "pass".to_owned(), ..second },
    ] {
        match app.service.play().give_order(app.now, &other).await {
            Err(error) if error.is_reused() => {}
            other => panic!("{:?}", other.map(|taken| taken.orders)),
        }
    }
    assert_eq!(app.version(&game).await, version);
    let again = app.service.play().give_order(app.now, &first).await.expect("answered as before");
    assert_eq!(again.step, step);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_key_for_two_games_is_an_order_in_one_of_them() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    for round in 0..15 {
        let word = format!("round {round}");
        let mut lines = Vec::new();
        for _ in 0..2 {
            let game = app.table(TITLE, ann, &["random"]).await;
            lines.push(order(&app, &game, &word).await);
        }
        let clicks = lines.iter().map(|line| {
            let (service, line, now) = (app.service.clone(), line.clone(), app.now);
            tokio::spawn(async move { service.play().give_order(now, &line).await.is_ok() })
        });
        let taken: Vec<bool> = join_all(clicks).await.into_iter().map(Result::unwrap).collect();
        let mut given = Vec::new();
        for line in &lines {
            given.push(own_orders(&app, &line.game).await == 1);
        }
        assert_eq!(given, taken, "an order stands where it was said to");
        assert_eq!(taken.iter().filter(|taken| **taken).count(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_key_opens_one_table_and_seats_one_player() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable {
        title: TITLE.to_owned(),
        name: "Twice".to_owned(),
        table: Table::of(3),
        pace: PACE,
        public: true,
        consent: ravenpost_log::act::Consent::All,
        own_seat: Some(RED),
        salt: String::new(),
        bots: Vec::new(),
    };
    let (service, now) = (&app.service, app.now);
    let open = key("open");
    let opened = (0..CLICKS).map(|_| service.tables().open_table_once(now, ann, &new, &open));
    let games: Vec<GameId> = join_all(opened).await.into_iter().map(Result::unwrap).collect();
    assert!(games.iter().all(|game_id| *game_id == games[0]));
    assert_eq!(events::games(service.store().read(), None, 9).await.unwrap().len(), 1);
    let game_id = &games[0];

    let join = Join { key: Some(key("join")), ..Join::default() };
    let joined = (0..CLICKS).map(|_| service.tables().join_table(now, game_id, bob, join.clone()));
    for seat in join_all(joined).await {
        assert_eq!(seat.expect("seated"), Seat(2));
    }
    let link = key("link");
    let links = (0..CLICKS).map(|_| service.tables().invite_by_link(now, game_id, ann, &link));
    let links: Vec<ShareLink> = join_all(links).await.into_iter().map(Result::unwrap).collect();
    assert!(links.iter().all(|link| *link == links[0]));
    assert_eq!(invitations::of_game(service.store().read(), game_id).await.unwrap().len(), 1);
    let token = &links[0].token;
    assert_eq!(service.tables().read_invitation(now, token).await.unwrap().as_ref(), Some(game_id));
    let other = service.tables().invite_by_link(now, game_id, ann, &key("another")).await.unwrap();
    assert_ne!(other, links[0]);

    let leave = key("leave");
    let left = (0..CLICKS).map(|_| service.tables().leave_seat(now, game_id, bob, &leave));
    assert!(join_all(left).await.iter().all(Result::is_ok));
    let close = key("close");
    let closed = (0..CLICKS).map(|_| service.tables().close_table(now, game_id, ann, &close));
    assert!(join_all(closed).await.iter().all(Result::is_ok));
    let game = service.games().load(game_id).await.unwrap();
    assert_eq!(game.status.state, Status::Cancelled);
    let kinds: Vec<&str> = game.log.iter().map(|entry| entry.act.kind().word()).collect();
    assert_eq!(kinds, ["opened", "joined", "joined", "left", "cancelled"]);
}
