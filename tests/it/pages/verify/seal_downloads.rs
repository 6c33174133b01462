//! Downloads of a large seal text by twelve clients while orders are given. Each test prints the
//! slowest order and the memory of the process, which includes the clients.
//!
//! Twenty thousand games; `RAVENPOST_SEALED=300000` for a large server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ravenpost::service::archive::sealing::Sealing;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::{GameId, seal};
use ravenpost_store::{PlayerId, Store};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::interval;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::harness::engine;
use crate::harness::folder::folder;
use crate::harness::orders::PostedOrder;
use crate::pages::{TITLE, session};

const CLIENTS: usize = 12;
/// The number of downloads after which the clients stop.
const DOWNLOADS: usize = 3 * CLIENTS;
/// The interval between orders.
const EVERY: Duration = Duration::from_millis(50);
/// The memory in KB by which the process may grow, in addition to twice the text.
const SPARE: u64 = 32 << 10;

/// The columns of an event of a game that is never loaded.
const COLUMNS: &str =
    "INSERT INTO event (game, seq, at, kind, act, visibility, facts, draws, nonce, hash) ";

/// Returns the number of games in the seal.
fn many() -> u64 {
    let wanted = std::env::var("RAVENPOST_SEALED").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(20_000)
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_continue_during_downloads_on_sqlite() {
    let app = App::seeded(6).await;
    if !app.service.store().is_file() {
        return;
    }
    let options = SqliteConnectOptions::new().filename(app.service.store().path());
    let mut conn = options.connect().await.expect("the file is there");
    let fill = format!(
        "WITH RECURSIVE moved (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM moved WHERE n < {}) \
         {COLUMNS} SELECT printf('g%011d', n), 1, 0, 'opened', '{{}}', '*', '[]', '[]', \
         randomblob(16), randomblob(32) FROM moved",
        many()
    );
    sqlx::raw_sql(AssertSqlSafe(fill)).execute(&mut conn).await.expect("filled");
    play_during_downloads(&app, "SQLite").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_continue_during_downloads_on_postgresql() {
    let folder = folder();
    let path = folder.path().join("ravenpost.db");
    let Some(address) = engine::address(&path).await else { return };
    let app = App::on_node(Store::connect(&address, &path).await.expect("a node"), 6);
    let options: PgConnectOptions = address.parse().expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    let fill = format!(
        "{COLUMNS} SELECT 'g' || lpad(n::text, 11, '0'), 1, 0, 'opened', '{{}}', '*', '[]', '[]', \
         decode(md5(n::text), 'hex'), sha256(n::text::bytea) FROM generate_series(1, {}) AS n",
        many()
    );
    sqlx::raw_sql(AssertSqlSafe(fill)).execute(&mut conn).await.expect("filled");
    play_during_downloads(&app, "PostgreSQL").await;
}

/// Downloads a text again and again, and discards it.
async fn download(address: SocketAddr, path: String, length: usize, done: Arc<AtomicUsize>) {
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    let mut part = vec![0; 1 << 16];
    while done.load(Ordering::SeqCst) < DOWNLOADS {
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        stream.write_all(request.as_bytes()).await.expect("a request can be sent");
        let mut received = 0;
        loop {
            match stream.read(&mut part).await.expect("an answer can be read") {
                0 => break,
                more => received += more,
            }
        }
        assert!(received > length, "only {received} of {length} bytes");
        done.fetch_add(1, Ordering::SeqCst);
    }
}

/// Returns the memory of this process in KB; 0 on other systems than Linux.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number: Option<u64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

async fn join(app: &App, game: &GameId, player: PlayerId) {
    let joined = app.service.tables().join_table(app.now, game, player, Join::default());
    joined.await.expect("a free seat");
}

async fn play_during_downloads(app: &App, engine: &str) {
    let (ann, bob, mut game) = app.pair(TITLE).await;
    let sessions = [session(app, "ann").await, session(app, "bob").await];
    let Sealing::Made(made) = app.service.archive().seal(app.now).await.expect("sealed") else {
        panic!("it was sealed before");
    };
    assert_eq!(made.games, many() + 1);
    let (pages, path) = (Pages::of(app.service.clone()), format!("/seals/{}", made.day));
    let text = pages.browser().get(&path).await;
    assert_eq!((text.status, seal::of(&text.body)), (200, made.hash));
    let length = text.body.len();
    drop(text);

    let (before, done) = (resident(), Arc::new(AtomicUsize::new(0)));
    let client = |_| {
        let done = Arc::clone(&done);
        tokio::spawn(download(pages.address, path.clone(), length, done))
    };
    let clients: Vec<JoinHandle<()>> = (0..CLIENTS).map(client).collect();
    let (mut orders, mut slowest, mut most) = (0, Duration::ZERO, before);
    let mut tick = interval(EVERY);
    while !clients.iter().all(JoinHandle::is_finished) {
        tick.tick().await;
        let Some(order) = PostedOrder::next(app, &game, &sessions).await else {
            game = app.open_table(TITLE, ann, 2).await;
            join(app, &game, bob).await;
            continue;
        };
        let begun = Instant::now();
        assert_eq!(order.post(pages.browser()).await, 303);
        slowest = slowest.max(begun.elapsed());
        most = most.max(resident());
        orders += 1;
    }
    for client in clients {
        client.await.expect("complete downloads");
    }
    println!(
        "{engine}: {CLIENTS} clients downloaded {length} bytes {} times; the slowest of {orders} \
         orders took {slowest:?}; memory grew from {before} to {most} KB",
        done.load(Ordering::SeqCst)
    );
    assert!(orders > 0, "no order was given meanwhile");
    let text = u64::try_from(length).expect("a length") >> 10;
    assert!(most - before < SPARE + 2 * text, "the texts are held in memory");
}
