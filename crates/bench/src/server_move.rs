//! Moving a server: exports all games as files and imports them into another server.

use std::path::Path;
use std::time::Instant;

use chrono::Utc;

use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::TestServer;
use ravenpost::service::archive::moving::KnownPeople;
use ravenpost::service::archive::moving::folder::check;
use ravenpost_rules::Title;

pub async fn measure(
    folder: &Path,
    titles: &[&'static dyn Title],
    games: usize,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let (old, new) = (folder.join("old"), folder.join("new"));
    let place = TestServer::open(&old.join("ravenpost.db")).await?;
    for title in titles.iter().cycle().take(games) {
        place.played(*title, title.about().seats.0).await?;
    }
    let dir = folder.join("moving");
    let start = Instant::now();
    let packed = place.service.archive().export_all(Utc::now(), &dir, false).await?;
    let written = start.elapsed().as_secs_f64();
    place.close().await;
    let start = Instant::now();
    let held = check(&dir).is_ok();
    let checked = start.elapsed().as_secs_f64();
    anyhow::ensure!(held, "what was written does not hold");
    let place = TestServer::open(&new.join("ravenpost.db")).await?;
    let start = Instant::now();
    let done =
        place.service.archive().import_all(Utc::now(), &dir, "a bench", KnownPeople::Ask).await?;
    let taken = start.elapsed().as_secs_f64();
    place.close().await;
    anyhow::ensure!(done.taken == packed.games, "not every game was taken in");
    let events = packed.events as f64;
    let mut add = |what: &str, seconds: f64, least: f64| {
        let what = format!("{what}: {} games, {events} events, {seconds:.2} s", packed.games);
        let measured = Measured::Rate(events / seconds);
        let (yardstick, wanted) = (None, Wanted::AtLeast(least));
        table.rows.push(Measurement { bar: "P12", what, measured, yardstick, wanted });
    };
    add("a server written out as files, each on the disk", written, 5_000.0);
    add("these checked", checked, 20_000.0);
    add("these checked and taken in by another", taken, 20_000.0);
    Ok(())
}
