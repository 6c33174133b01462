//! Backups under load: each must be valid and an exact prefix of the log, and orders must hardly
//! slow down.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use chrono::Utc;

use crate::orders::{Clients, give};
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::TestServer;
use ravenpost_rules::Title;
use ravenpost_store::Store;
use ravenpost_store::log::audit;
use ravenpost_store::sqlite::copies::{self, Copies};

/// The load of the documented target, in orders per second.
const RATE: u32 = 500;
const CLIENTS: usize = 32;

pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    backups: usize,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let place = TestServer::open(&folder.join("backups.db")).await?;
    let load = Clients { clients: CLIENTS, rate: Some(RATE) };
    let (quiet, _) = give(&place, title, load, time).await?;
    let target = folder.join("backups");
    let store = place.service.store().clone();
    let making = tokio::spawn(make(store, target.clone(), backups));
    let mut meanwhile = Vec::new();
    while !making.is_finished() {
        let load = Clients { clients: CLIENTS, rate: Some(RATE) };
        meanwhile.push(give(&place, title, load, time).await?.0);
    }
    let made = making.await??;
    let sound = prefixes(place.service.store(), &made).await?;
    let slowest = meanwhile.iter().map(|load| load.p99()).fold(0.0, f64::max);
    let mut row = |what: String, measured: Measured, wanted: Wanted| {
        table.rows.push(Measurement { bar: "R9", what, measured, yardstick: None, wanted });
    };
    let given: usize = meanwhile.iter().map(|load| load.count()).sum();
    row(
        format!("{RATE} orders a second, answered within (99 of 100), without backups"),
        Measured::Millis(quiet.p99()),
        Wanted::AtMost(25.0),
    );
    row(
        format!("... while {backups} backups were made ({given} orders)"),
        Measured::Millis(slowest),
        Wanted::AtMost(2.0 * quiet.p99()),
    );
    row(
        "backups that are an exact part of the log".to_owned(),
        Measured::Number(sound as f64),
        Wanted::AtLeast(backups as f64),
    );
    place.close().await;
    Ok(())
}

/// Makes `count` backups as the server does, each verified, one immediately after the other.
async fn make(store: Store, folder: PathBuf, count: usize) -> anyhow::Result<Vec<PathBuf>> {
    let day = chrono::Duration::days(1);
    let copies = Copies { folder, every: day, keep: day };
    let (start, mut made) = (Utc::now(), Vec::new());
    for number in 0..count {
        let moment = start + chrono::Duration::seconds(i64::try_from(number)?);
        made.push(copies.make(&store, moment).await.context("a backup")?.file);
    }
    Ok(made)
}

/// Counts the backups that equal the log up to the same number of events.
async fn prefixes(store: &Store, made: &[PathBuf]) -> anyhow::Result<usize> {
    let mut sound = 0;
    for path in made {
        let contents = copies::check(path).await?;
        let then = audit::upto(store.read(), contents.events).await?;
        let root = then.root().map(|root| root.hex()).unwrap_or_default();
        sound += usize::from(root == contents.root && then.events == contents.events);
    }
    Ok(sound)
}
