//! Costs of an order, a page and an email on SQLite and PostgreSQL: processor time of the program
//! and of the database, transactions, bytes of log, lock waits. `docs/internals/costs.md` estimates
//! capacity from these rather than from throughput, which varies on a shared machine.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use ravenpost::config::{Config, Tls, Transport};
use ravenpost::mail::outgoing::setup::sender;
use ravenpost_rules::Title;
use ravenpost_store::{Store, random_game_id};

use crate::cost::processor_of;
use crate::orders::{Clients, give};
use crate::tools::load::{TestClient, closed};
use crate::tools::relay::Relay;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::TestServer;

/// Games that send emails; fewer for measurements under a second.
const TABLES: usize = 100;
/// Number of concurrent clients.
const CLIENTS: usize = 16;
/// Database statistics are up to a second late.
const LATE: Duration = Duration::from_millis(1500);
/// Interval between checks for lock waits.
const LOOK: Duration = Duration::from_millis(20);

/// Resource usage up to one point in time.
struct Spent {
    own: f64,
    server: f64,
    transactions: f64,
    log: f64,
}

impl Spent {
    async fn now(store: &Store) -> anyhow::Result<Spent> {
        let own = processor_of("self").unwrap_or_default();
        let Some(spent) = store.server_spent().await? else {
            let transactions = store.round_trips() as f64;
            return Ok(Spent { own, server: 0.0, transactions, log: 0.0 });
        };
        let each = spent.processes.iter();
        let server = each.filter_map(|process| processor_of(&process.to_string())).sum();
        let (transactions, log) = (spent.transactions as f64, spent.wal_bytes as f64);
        Ok(Spent { own, server, transactions, log })
    }
}

/// Measures both engines; PostgreSQL only if its address is given.
pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    database: Option<&str>,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let file = TestServer::open(&folder.join("cost.db")).await?;
    on(&file, "a file", title, time, table).await?;
    file.close().await;
    let Some(address) = database else { return Ok(()) };
    let path = folder.join(random_game_id().to_string());
    let server = TestServer::open_at(Store::connect(address, &path).await?).await?;
    on(&server, "PostgreSQL", title, time, table).await?;
    server.close().await;
    Ok(())
}

async fn on(
    place: &TestServer,
    engine: &str,
    title: &'static dyn Title,
    time: Duration,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let store = place.service.store();
    // Measure emails first: those triggered by the orders below would be included and take minutes
    // to send.
    emails(place, engine, title, time, table).await?;
    let waits = Waits::watch(store.clone());
    let before = Spent::now(store).await?;
    let load = Clients { clients: CLIENTS, rate: None };
    let (orders, _) = give(place, title, load, time).await?;
    let waited = waits.share().await;
    tokio::time::sleep(LATE).await;
    report(&before, &Spent::now(store).await?, orders.count(), "an order", engine, table);
    row(table, format!("... looks at which somebody waited for a lock, {engine}"), waited);

    let person = place.person().await?;
    let mut paths = Vec::new();
    for _ in 0..4 {
        let (least, _) = title.about().seats;
        paths.push(format!("/games/{}", place.played(title, least).await?));
    }
    let asker = TestClient { host: place.host.clone(), cookie: place.cookie(&person), paths };
    tokio::time::sleep(LATE).await;
    let before = Spent::now(store).await?;
    let pages = closed(&asker, CLIENTS, time).await?;
    tokio::time::sleep(LATE).await;
    report(&before, &Spent::now(store).await?, pages.count(), "a page", engine, table);
    Ok(())
}

/// Measures emails about started games, with pictures: rendered, stored, delivered, recorded.
async fn emails(
    place: &TestServer,
    engine: &str,
    title: &'static dyn Title,
    time: Duration,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let tables = TABLES.min((TABLES as f64 * time.as_secs_f64()).ceil() as usize);
    let (store, relay) = (place.service.store(), Relay::open().await?);
    let mut config = Config::default();
    (config.mail.smtp_host, config.mail.smtp_port) = ("127.0.0.1".to_owned(), relay.port);
    (config.mail.transport, config.mail.smtp_tls) = (Transport::Smtp, Tls::None);
    // Turn emails are delayed, and all of them must be due.
    let later = Arc::new(|| Utc::now() + TimeDelta::hours(1));
    let sender = sender(&config, place.service.clone(), later)?;
    for _ in 0..tables {
        place.begun(title, &place.people(title).await?).await?;
    }
    tokio::time::sleep(LATE).await;
    let before = Spent::now(store).await?;
    let waits = Waits::watch(store.clone());
    sender.pass().await?;
    let waited = waits.share().await;
    tokio::time::sleep(LATE).await;
    let count = relay.taken();
    anyhow::ensure!(count >= tables, "{count} letters left, of {tables} tables");
    report(&before, &Spent::now(store).await?, count, "a letter", engine, table);
    row(table, format!("... looks at which somebody waited for a lock, letters, {engine}"), waited);
    Ok(())
}

fn report(
    before: &Spent,
    after: &Spent,
    count: usize,
    what: &str,
    engine: &str,
    table: &mut Measurements,
) {
    let each = |spent: fn(&Spent) -> f64| (spent(after) - spent(before)) / count.max(1) as f64;
    let mut add = |name: &str, measured| {
        let what = format!("{what} on {engine}: {name}");
        let wanted = Wanted::AtMost(f64::INFINITY);
        table.rows.push(Measurement { bar: "P7", what, measured, yardstick: None, wanted });
    };
    add("processor of the program, including clients", Measured::Millis(each(|spent| spent.own)));
    add("processor of the database", Measured::Millis(each(|spent| spent.server)));
    add("transactions, or trips of the writer", Measured::Number(each(|one| one.transactions)));
    add("write-ahead log of the database", Measured::Bytes(each(|spent| spent.log)));
}

fn row(table: &mut Measurements, what: String, share: f64) {
    let (measured, wanted) = (Measured::Number(share), Wanted::AtMost(f64::INFINITY));
    table.rows.push(Measurement { bar: "P7", what, measured, yardstick: None, wanted });
}

/// Polls whether any database session waits for a lock.
struct Waits {
    stops: Arc<AtomicBool>,
    task: tokio::task::JoinHandle<f64>,
}

impl Waits {
    fn watch(store: Store) -> Waits {
        let stops = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stops);
        let task = tokio::spawn(async move {
            let (mut looks, mut waited) = (0.0, 0.0);
            while !stopped.load(Ordering::SeqCst) {
                tokio::time::sleep(LOOK).await;
                let Ok(Some(spent)) = store.server_spent().await else { continue };
                looks += 1.0;
                waited += f64::from(u8::from(spent.waiting > 0));
            }
            if looks > 0.0 { waited / looks } else { 0.0 }
        });
        Waits { stops, task }
    }

    /// Returns the share of polls with a lock wait.
    async fn share(self) -> f64 {
        self.stops.store(true, Ordering::SeqCst);
        self.task.await.unwrap_or_default()
    }
}
