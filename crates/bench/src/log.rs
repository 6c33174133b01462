//! The log on disk: durable appends, verification of the chain, bytes per event.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use chrono::{DateTime, Utc};

use crate::core::Sample;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::yardstick::flushes;
use ravenpost_log::act::{Opening, Pace};
use ravenpost_log::chain::{self, Chain};
use ravenpost_log::table::status::CONDUCT;
use ravenpost_log::table::status::Status;
use ravenpost_log::{GameId, Head, NewEvent, StoredEvent};
use ravenpost_rules::dice::{DrawInputs, Epoch};
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{self, Seat};
use ravenpost_store::lists::games::GameRow;
use ravenpost_store::log::{audit, events, secrets};
use ravenpost_store::{Change, Commit, Store, StoreError, writes};

/// Number of concurrent writers in the documented target.
const WRITERS: usize = 64;

/// The secret of every game here.
const SECRET: [u8; 32] = [7; 32];

/// Measures the store in a separate folder.
pub async fn measure(
    folder: &Path,
    samples: &[Sample],
    time: Duration,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let path = folder.join("log.db");
    let store = Store::open(&path).await?;
    let rows = rows(samples);
    anyhow::ensure!(!rows.is_empty(), "there is no title whose games could be stored");

    let flush = flushes(folder, time)?;
    let alone = appended(&store, &rows, 1, time).await?;
    table.rows.push(Measurement {
        bar: "P6",
        what: "store: events appended one at a time, each on the disk".to_owned(),
        measured: Measured::Rate(alone),
        yardstick: Some(("flushes", flush)),
        wanted: Wanted::AtLeast(0.7),
    });
    let flush = flushes(folder, time)?;
    let crowd = appended(&store, &rows, WRITERS, time).await?;
    table.rows.push(Measurement {
        bar: "P7",
        what: format!("store: events appended by {WRITERS} at a time, each on the disk"),
        measured: Measured::Rate(crowd),
        yardstick: None,
        wanted: Wanted::AtLeast(if flush < 400.0 { flush * 10.0 } else { 4000.0 }),
    });
    let count = events::last_position(store.read()).await?;
    store.close().await;
    let size = std::fs::metadata(&path).context("the database's size")?.len();
    table.rows.push(Measurement {
        bar: "P11",
        what: format!("store: bytes an event, with {count} of them"),
        measured: Measured::Bytes(size as f64 / count.max(1) as f64),
        yardstick: None,
        wanted: Wanted::AtMost(600.0),
    });
    let path = folder.join("log-1.db");
    let store = Store::open(&path).await?;
    appended(&store, &rows, WRITERS, time).await?;
    table.rows.push(checked(&store, time).await?);
    store.close().await;
    Ok(())
}

/// Returns the first event of a game.
fn opened() -> NewEvent {
    let opening = Opening {
        title: "bench".to_owned(),
        name: String::new(),
        table: ravenpost_rules::Table::of(4),
        pace: Pace::of(None),
        public: false,
        consent: ravenpost_log::act::Consent::All,
        commitment: DrawInputs::commitment(&SECRET),
        chain: chain::NEWEST,
        fork: None,
        rules: 1,
        conduct: CONDUCT,
        organiser: None,
        epoch: Epoch([7; 32]),
    };
    NewEvent {
        at: DateTime::<Utc>::UNIX_EPOCH,
        kind: "opened".to_owned(),
        seat: None,
        act: serde_json::json!({ "Opened": opening }).to_string(),
        known: "*".to_owned(),
        facts: "[]".to_owned(),
        draws: "[]".to_owned(),
        nonce: [7; 16],
    }
}

/// Converts real orders to rows.
fn rows(samples: &[Sample]) -> Vec<NewEvent> {
    let at = DateTime::<Utc>::UNIX_EPOCH;
    let event = |(seat, order): &(Seat, String), facts: &String| NewEvent {
        at,
        kind: "ordered".to_owned(),
        seat: Some(*seat),
        act: serde_json::json!({"Ordered": {"seat": seat, "order": order, "via": "Page"}})
            .to_string(),
        // The first fact belongs to a seat and the others to none yet, so each needs a lookup.
        known: "*1".to_owned(),
        facts: facts.clone(),
        draws: "[]".to_owned(),
        nonce: [7; 16],
    };
    let of = |game: &Sample| -> Vec<NewEvent> {
        game.orders.iter().zip(&game.facts[1..]).map(|(order, facts)| event(order, facts)).collect()
    };
    samples.iter().flat_map(of).collect()
}

/// Returns events appended per second by concurrent writers with one game each.
async fn appended(
    store: &Store,
    rows: &[NewEvent],
    writers: usize,
    time: Duration,
) -> anyhow::Result<f64> {
    let done = Arc::new(AtomicU64::new(0));
    let rows = rows.to_vec();
    let start = Instant::now();
    let mut tasks = Vec::new();
    for _ in 0..writers {
        let (store, rows, done) = (store.clone(), rows.clone(), done.clone());
        tasks.push(tokio::spawn(async move {
            let game = ravenpost_store::random_game_id();
            let first = opened();
            let chain = Chain::of(&game, first.act.as_bytes(), Some(SECRET))
                .map_err(|what| StoreError::Corrupt(what.to_owned()))?;
            let id = game.clone();
            store.write(writes!(|tx| secrets::put(tx, &id, &SECRET).await)).await?;
            let mut tip = chain.genesis();
            for event in [first].iter().chain(rows.iter().cycle()) {
                if start.elapsed() >= time {
                    break;
                }
                let event = Arc::new(event.clone().linked(&chain, &tip));
                let (after, next) = (tip.head.seq, tip.past(&event));
                store.commit(decision(&game, after, next.head, event)).await?;
                tip = next;
                done.fetch_add(1, Ordering::Relaxed);
            }
            Ok::<(), StoreError>(())
        }));
    }
    for task in tasks {
        task.await??;
    }
    Ok(done.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64())
}

/// Builds a commit of one event and its game row.
fn decision(game: &GameId, after: Seq, head: Head, event: Arc<StoredEvent>) -> Commit {
    let row = GameRow {
        id: game.clone(),
        title: "bench".to_owned(),
        name: String::new(),
        status: Status::Running,
        seats: 2,
        opened_at: event.at,
        changed_at: event.at,
        version: head.seq,
        head: head.hash,
        public: false,
    };
    let (events, waiting, emails) = (&[event], &[], &[]);
    Commit::of(&Change { row: &row, after, events, waiting, answered: None, emails })
}

/// Verifies the whole chain from the rows repeatedly.
async fn checked(store: &Store, time: Duration) -> anyhow::Result<Measurement> {
    let (start, mut events) = (Instant::now(), 0);
    while events == 0 || start.elapsed() < time {
        let report = audit::whole(store.read(), |_| {}).await?;
        // Without a list of games there are no heads to compare, so none are missing.
        anyhow::ensure!(report.broken.is_empty(), "the chain is broken: {:?}", report.broken);
        events += report.events;
    }
    Ok(Measurement {
        bar: "P5",
        what: "store: events read and their chain checked".to_owned(),
        measured: Measured::Rate(events as f64 / start.elapsed().as_secs_f64()),
        yardstick: None,
        wanted: Wanted::AtLeast(1_000_000.0),
    })
}
