//! Constant load for a long time: whether memory, response times or the write-ahead log grow.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::ProgressBar;

use crate::cost::resident;
use crate::orders::{Clients, give};
use crate::tools::load::{TestClient, open};
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::TestServer;
use ravenpost_rules::Title;

/// The load of the documented target: orders per second, number of players, and pages per second.
const ORDERS: Clients = Clients { clients: 16, rate: Some(200) };
const PAGES: u32 = 500;

/// Number of intervals; the first and the last are compared.
const PARTS: u32 = 12;

/// One interval: the 99th percentiles of orders and pages in milliseconds, and the size of the
/// process at the end. Nothing else is stored, since it would count as memory.
struct Interval {
    orders: f64,
    pages: f64,
    memory: f64,
}

pub async fn measure(
    folder: &Path,
    titles: &[&'static dyn Title],
    time: Duration,
    games: usize,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let path = folder.join("steady.db");
    let place = TestServer::open(&path).await?;
    let mut paths = Vec::new();
    for title in titles.iter().cycle().take(games) {
        paths.push(format!("/games/{}", place.played(*title, title.about().seats.0).await?));
    }
    let asker = TestClient { host: place.host.clone(), cookie: String::new(), paths };
    let most = Arc::new(AtomicU64::new(0));
    let watching = tokio::spawn(watch(path.with_extension("db-wal"), Arc::clone(&most)));
    let bar = ProgressBar::new(PARTS.into());
    let mut parts = Vec::new();
    for title in titles.iter().cycle().take(PARTS as usize) {
        let (orders, pages) = tokio::try_join!(
            give(&place, *title, ORDERS, time / PARTS),
            open(&asker, PAGES, time / PARTS)
        )?;
        let (orders, pages) = (orders.0.p99(), pages.p99());
        let memory = resident("self")? as f64 / 1e6;
        parts.push(Interval { orders, pages, memory });
        bar.inc(1);
    }
    bar.finish_and_clear();
    watching.abort();
    if let [first, .., last] = parts.as_slice() {
        tell(first, last, most.load(Ordering::Relaxed), time, table);
    }
    place.close().await;
    Ok(())
}

fn tell(first: &Interval, last: &Interval, log: u64, time: Duration, table: &mut Measurements) {
    let minutes = time.as_secs_f64() / 60.0;
    let mut add = |what: String, measured, wanted| {
        table.rows.push(Measurement { bar: "P12", what, measured, yardstick: None, wanted });
    };
    let memory = format!(
        "memory after {minutes:.0} minutes at 200 orders and {PAGES} pages a second, from {:.0} MB \
         after a twelfth of it",
        first.memory
    );
    add(memory, Measured::Megabytes(last.memory), Wanted::AtMost(first.memory * 1.05));
    for (what, first, last) in
        [("orders", first.orders, last.orders), ("pages", first.pages, last.pages)]
    {
        let what =
            format!("... {what} in the last twelfth (99 of 100), from {first:.2} ms in the first");
        add(what, Measured::Millis(last), Wanted::AtMost(first * 1.2));
    }
    let log = Measured::Megabytes(log as f64 / 1e6);
    add("... the write-ahead log at its longest".to_owned(), log, Wanted::AtMost(64.0));
}

/// Tracks the maximum size of a file.
async fn watch(file: PathBuf, most: Arc<AtomicU64>) {
    loop {
        let long = std::fs::metadata(&file).map_or(0, |file| file.len());
        most.fetch_max(long, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}
