//! A database connection lost at the wrong moment, and a failover that loses events.

use std::sync::atomic::Ordering;

use chrono::Duration;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost_log::act::Via;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::Seq;
use ravenpost_store::lists::settings;
use ravenpost_store::writes;
use sqlx::{ConnectOptions, Executor};

use super::socket_proxy::Between;
use crate::harness::app::{App, key_of};

/// An order with an unknown outcome was in fact stored. When it is given again, it is done once.
#[tokio::test]
async fn order_with_an_unanswered_commit_is_done_once() {
    let Some([here, there]) = App::nodes().await else { return };
    let between = Between::the(&here);
    let cut = between.node(3).await;
    let (_, _, game) = here.pair("gotlandia").await;
    let (order, before) = (an_order(&cut, &game).await, there.version(&game).await);
    let mut commits = cut.service.store().commits();
    commits.mark_unchanged();
    between.cuts.store(true, Ordering::SeqCst);
    let lost = cut.service.play().give_order(cut.now, &order).await;
    assert!(!between.cuts.load(Ordering::SeqCst), "no commit was cut");
    // If the service has not retried by itself, the player is asked to.
    if let Err(error) = lost {
        assert!(error.to_string().contains("database"), "{error}");
    }
    assert!(commits.has_changed().expect("open"), "whoever waits for something new is not woken");
    let stored = there.version(&game).await;
    assert!(stored > before, "the commit got there");
    assert_eq!(cut.version(&game).await, stored, "it is shown as it was before");
    let again = cut.service.play().give_order(cut.now, &order).await.expect("answered");
    assert_eq!(there.version(&game).await, stored, "it was done twice");
    let elsewhere = there.service.play().give_order(there.now, &order).await.expect("answered");
    assert_eq!(format!("{again:?}"), format!("{elsewhere:?}"));
}

async fn an_order(app: &App, game: &GameId) -> OrderLine {
    let seat =
        *app.service.games().load(game).await.unwrap().seats().awaited_seats().first().unwrap();
    OrderLine {
        game: game.clone(),
        seat,
        giver: None,
        line: app.some_order(game, seat).await,
        seen: app.step(game).await,
        key: key_of("the cut one"),
        via: Via::Page,
    }
}

/// The number of epochs in a game.
async fn epochs(app: &App, game_id: &GameId) -> usize {
    let game = app.service.games().load(game_id).await.expect("a game");
    game.log.iter().filter(|entry| matches!(entry.act, Act::EpochStarted { .. })).count()
}

/// Records that the database was last seen on another timeline, with or without a synchronous
/// standby.
async fn failed_over(app: &App, synchronous: bool) {
    let said = format!(
        r#"{{"cause":null,"after_position":0,"known_marks":[],"timeline":9999,
            "synchronous":{synchronous},"lost_timeline":null}}"#
    );
    let job = app.service.store().write(writes!(|tx| settings::set(
        tx,
        settings::Key::PendingEpochs,
        &said
    )
    .await));
    job.await.expect("noted");
}

async fn some_order(app: &mut App, game: &GameId) {
    app.now += Duration::minutes(1);
    let seat =
        *app.service.games().load(game).await.unwrap().seats().awaited_seats().first().unwrap();
    let order = app.some_order(game, seat).await;
    app.order(game, seat, &order).await.expect("taken");
}

#[tokio::test]
async fn failover_without_standby_gives_every_game_one_epoch() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (ann, bob, game_id) = here.pair("gotlandia").await;
    let other = here.open_table("gotlandia", ann, 2).await;
    let join = ravenpost::service::table::join_table::Join::default();
    here.service.tables().join_table(here.now, &other, bob, join).await.expect("a free seat");
    some_order(&mut here, &game_id).await;
    failed_over(&here, false).await;
    // Restart the nodes, because connections after a failover are new.
    here.restart_with_seed(5);
    there.restart_with_seed(6);
    some_order(&mut here, &game_id).await;
    let game = here.service.games().load(&game_id).await.unwrap();
    let kinds: Vec<&str> = game.log.iter().map(|entry| entry.act.kind().word()).collect();
    let [.., before, last] = kinds[..] else { panic!("{kinds:?}") };
    assert_eq!((before, last), ("epoch-started", "ordered"));
    there.now = here.now;
    some_order(&mut there, &game_id).await;
    assert_eq!(epochs(&there, &game_id).await, 1, "one is enough");
    assert_eq!(epochs(&there, &other).await, 0);
    let heartbeats = tokio::join!(
        here.service.clocks().heartbeat(here.now),
        there.service.clocks().heartbeat(there.now)
    );
    heartbeats.0.expect("a beat");
    heartbeats.1.expect("a beat");
    assert_eq!(epochs(&there, &other).await, 1, "it waits for no order");
    assert_eq!(epochs(&there, &game_id).await, 1);
}

/// The record of a synchronous standby may come from a restored backup, so a node that has just
/// started does not trust it. Only nodes that stayed up can tell that a failover lost nothing.
#[tokio::test]
async fn node_started_in_another_history_trusts_no_standby() {
    let Some([mut here, _]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    failed_over(&here, true).await;
    here.restart_with_seed(5);
    some_order(&mut here, &game).await;
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    assert_eq!(epochs(&here, &game).await, 1);
}

/// Deletes the last event of the only game and everything derived from it.
const LOSE: &str = "ALTER TABLE event DISABLE TRIGGER ALL; \
    ALTER TABLE known_head DISABLE TRIGGER ALL; \
    DELETE FROM event WHERE seq = (SELECT max(seq) FROM event); \
    DELETE FROM known_head WHERE seq > (SELECT max(seq) FROM event); \
    DELETE FROM idempotency_key WHERE seq > (SELECT max(seq) FROM event); \
    DELETE FROM outbox WHERE seq > (SELECT max(seq) FROM event); \
    UPDATE game SET last_seq = (SELECT max(seq) FROM event), \
        head = (SELECT hash FROM event ORDER BY seq DESC LIMIT 1)";

/// The end of a log that a node has seen is gone: the node reports it, and no draws are repeated.
#[tokio::test]
async fn node_notices_missing_events_of_a_game() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    some_order(&mut here, &game).await;
    some_order(&mut here, &game).await;
    let (seen, step) = (here.version(&game).await, there.step(&game).await);
    let options: sqlx::postgres::PgConnectOptions =
        here.address.as_ref().expect("one").parse().expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    conn.execute(sqlx::raw_sql(LOSE)).await.expect("lost");
    assert!(here.version(&game).await < seen, "it is shown as it stands");
    assert!(here.step(&game).await < step);
    some_order(&mut here, &game).await;
    assert_eq!(epochs(&here, &game).await, 1);
    there.now = here.now;
    some_order(&mut there, &game).await;
    assert_eq!(epochs(&there, &game).await, 1);
}

/// A copy replaces the database, without a new timeline. No game is in memory.
#[tokio::test]
async fn node_notices_a_missing_end_of_the_log() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    some_order(&mut here, &game).await;
    there.restart_with_seed(7);
    there.service.cluster().end_of_log().await.expect("asked");
    let options: sqlx::postgres::PgConnectOptions =
        here.address.as_ref().expect("one").parse().expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    conn.execute(sqlx::raw_sql(LOSE)).await.expect("lost");
    there.service.cluster().end_of_log().await.expect("asked");
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    assert_eq!(epochs(&there, &game).await, 1);
    there.service.cluster().end_of_log().await.expect("asked");
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    assert_eq!(epochs(&there, &game).await, 1, "once");
}

/// After the loss, another node played on differently: the number is the same, but not the event.
#[tokio::test]
async fn node_notices_a_different_event_with_the_same_number() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    some_order(&mut here, &game).await;
    let was = here.service.games().load(&game).await.expect("a game").tip.head;
    let options: sqlx::postgres::PgConnectOptions =
        here.address.as_ref().expect("one").parse().expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    // Delete all events of an order.
    while there.version(&game).await > Seq(was.seq.0 - 1) {
        conn.execute(sqlx::raw_sql(LOSE)).await.expect("lost");
        there.restart_with_seed(7);
    }
    there.now = here.now;
    some_order(&mut there, &game).await;
    let is = there.service.games().load(&game).await.expect("a game").tip.head;
    assert_eq!(is.seq, was.seq, "as many events as before");
    assert_ne!(is.hash, was.hash);
    let shown = here.service.games().load(&game).await.expect("a game").tip.head;
    assert_eq!(shown, is, "what is lost is shown");
    some_order(&mut here, &game).await;
    assert_eq!(epochs(&here, &game).await, 1, "it was not noticed");
    let sound = ravenpost_store::log::audit::whole(here.service.store().read(), |_| ()).await;
    assert_eq!(sound.expect("readable").broken, []);
}
