//! A database that was lost in the middle, and one that was failed over and has lost events.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::Duration;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost_log::act::Via;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::settings;
use ravenpost_store::{Store, writes};
use sqlx::{ConnectOptions, Executor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::harness::app::{App, key_of};

/// Stands between a node and PostgreSQL, and cuts the line behind a decision's commit when it is
/// told to: the commit gets there, and no answer comes back.
struct Between {
    folder: tempfile::TempDir,
    cuts: Arc<AtomicBool>,
}

impl Between {
    fn the(server: PathBuf) -> Between {
        let folder = tempfile::tempdir().expect("a folder");
        let cuts = Arc::new(AtomicBool::new(false));
        let listener = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).expect("a socket");
        let told = Arc::clone(&cuts);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = UnixStream::connect(&server).await.expect("the server");
                tokio::spawn(carry(client, server, Arc::clone(&told)));
            }
        });
        Between { folder, cuts }
    }
}

async fn carry(mut client: UnixStream, mut server: UnixStream, cuts: Arc<AtomicBool>) {
    let (mut asked, mut said) = (vec![0; 65_536], vec![0; 65_536]);
    let mut decides = false;
    loop {
        tokio::select! {
            Ok(count) = client.read(&mut asked) => {
                let text = &asked[..count];
                if count == 0 || server.write_all(text).await.is_err() {
                    return;
                }
                let says = |words: &[u8]| text.windows(words.len()).any(|part| part == words);
                if says(b"BEGIN") {
                    decides = says(b"xact_lock_shared");
                }
                if decides && says(b"COMMIT\0") && cuts.swap(false, Ordering::SeqCst) {
                    // It is done once the server has said so, which nobody hears.
                    let _ = server.read(&mut said).await;
                    return;
                }
            }
            Ok(count) = server.read(&mut said) => {
                if count == 0 || client.write_all(&said[..count]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}

/// What the address of a database says of the folder of its socket.
fn folder_of(address: &str) -> &str {
    address.split("host=").nth(1).and_then(|rest| rest.split('&').next()).expect("a socket")
}

/// An order of which nobody knows whether it was stored is given again, and was: it is done once.
#[tokio::test]
async fn an_order_whose_commit_got_no_answer_is_done_once() {
    let Some([here, there]) = App::nodes().await else { return };
    let address = here.address.clone().expect("a shared database");
    let between = Between::the(Path::new(folder_of(&address)).join(".s.PGSQL.5432"));
    let own = between.folder.path().to_str().expect("a path");
    let through = address.replace(folder_of(&address), own);
    let store = Store::connect(&through, &between.folder.path().join("db")).await.expect("a node");
    let cut = App::on_node(store, 3);
    let (_, _, game) = here.pair("gotlandia").await;
    let (order, before) = (an_order(&cut, &game).await, there.version(&game).await);
    between.cuts.store(true, Ordering::SeqCst);
    let lost = cut.service.give_order(cut.now, &order).await;
    assert!(!between.cuts.load(Ordering::SeqCst), "no commit was cut");
    // Where the service has not tried again by itself, whoever gave it is asked to.
    if let Err(error) = lost {
        assert!(error.to_string().contains("database"), "{error}");
    }
    let stored = there.version(&game).await;
    assert!(stored > before, "the commit got there");
    let again = cut.service.give_order(cut.now, &order).await.expect("answered");
    assert_eq!(there.version(&game).await, stored, "it was done twice");
    let elsewhere = there.service.give_order(there.now, &order).await.expect("answered");
    assert_eq!(format!("{again:?}"), format!("{elsewhere:?}"));
}

async fn an_order(app: &App, game: &GameId) -> OrderLine {
    let seat = *app.service.live(game).await.unwrap().awaited_seats().first().unwrap();
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

/// How many epochs a game has begun.
async fn epochs(app: &App, game: &GameId) -> usize {
    let live = app.service.live(game).await.expect("a game");
    live.log.iter().filter(|entry| matches!(entry.act, Act::Epoch { .. })).count()
}

/// The database was last looked at in another history, and what was answered there was, or was not,
/// on a standby.
async fn failed_over(app: &App, synchronous: bool) {
    let said = format!(
        r#"{{"why":null,"after":0,"seen":[],"timeline":9999,"synchronous":{synchronous}}}"#
    );
    let job = app.service.store().write(writes!(|tx| settings::set(tx, "epochs", &said).await));
    job.await.expect("noted");
}

async fn some_order(app: &mut App, game: &GameId) {
    app.now += Duration::minutes(1);
    let seat = *app.service.live(game).await.unwrap().awaited_seats().first().unwrap();
    let order = app.some_order(game, seat).await;
    app.order(game, seat, &order).await.expect("taken");
}

#[tokio::test]
async fn after_a_failover_without_a_standby_every_game_gets_one_epoch_before_its_next_order() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (ann, bob, game) = here.pair("gotlandia").await;
    let other = here.open_table("gotlandia", ann, 2).await;
    let join = ravenpost::service::table::join_table::Join::default();
    here.service.join_table(here.now, &other, bob, join).await.expect("a free seat");
    some_order(&mut here, &game).await;
    failed_over(&here, false).await;
    // Their connections are new ones, to whichever server took over.
    here.begun_anew(5);
    there.begun_anew(6);
    some_order(&mut here, &game).await;
    let live = here.service.live(&game).await.unwrap();
    let kinds: Vec<&str> = live.log.iter().map(|entry| entry.act.kind()).collect();
    let [.., before, last] = kinds[..] else { panic!("{kinds:?}") };
    assert_eq!((before, last), ("epoch", "ordered"));
    there.now = here.now;
    some_order(&mut there, &game).await;
    assert_eq!(epochs(&there, &game).await, 1, "one is enough");
    assert_eq!(epochs(&there, &other).await, 0);
    let beats = tokio::join!(here.service.heartbeat(here.now), there.service.heartbeat(there.now));
    beats.0.expect("a beat");
    beats.1.expect("a beat");
    assert_eq!(epochs(&there, &other).await, 1, "it waits for no order");
    assert_eq!(epochs(&there, &game).await, 1);
}

#[tokio::test]
async fn after_a_failover_to_a_standby_that_has_it_all_games_go_on_as_they_were() {
    let Some([mut here, _]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    failed_over(&here, true).await;
    here.begun_anew(5);
    some_order(&mut here, &game).await;
    here.service.heartbeat(here.now).await.expect("a beat");
    assert_eq!(epochs(&here, &game).await, 0);
}

/// The end of a log is gone that a node has seen: it says so, and no dice come again.
#[tokio::test]
async fn a_node_that_has_seen_what_is_gone_notices_it() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    some_order(&mut here, &game).await;
    some_order(&mut here, &game).await;
    let (seen, step) = (here.version(&game).await, there.step(&game).await);
    let options: sqlx::postgres::PgConnectOptions =
        here.address.as_ref().expect("one").parse().expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    let lose = "ALTER TABLE event DISABLE TRIGGER ALL; \
        ALTER TABLE known_head DISABLE TRIGGER ALL; \
        DELETE FROM event WHERE seq = (SELECT max(seq) FROM event); \
        DELETE FROM known_head WHERE seq > (SELECT max(seq) FROM event); \
        DELETE FROM idempotency_key WHERE seq > (SELECT max(seq) FROM event); \
        DELETE FROM outbox WHERE seq > (SELECT max(seq) FROM event); \
        UPDATE game SET version = (SELECT max(seq) FROM event), \
            head = (SELECT hash FROM event ORDER BY seq DESC LIMIT 1)";
    conn.execute(sqlx::raw_sql(lose)).await.expect("lost");
    assert!(here.version(&game).await < seen, "it is shown as it stands");
    assert!(here.step(&game).await < step);
    some_order(&mut here, &game).await;
    assert_eq!(epochs(&here, &game).await, 1);
    there.now = here.now;
    some_order(&mut there, &game).await;
    assert_eq!(epochs(&there, &game).await, 1);
}
