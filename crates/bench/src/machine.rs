//! A small machine: memory, start-up time and size on disk, with many stored games of all titles, a
//! few of them very long. Each short game waits for a player with a running clock. The server is
//! started as on a restored copy (every game gets a new epoch, and a backup is made), then again,
//! and finally after an outage for which all clocks are extended.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use chrono::{TimeDelta, Utc};
use indicatif::ProgressBar;

use crate::cost::resident;
use crate::long_game::EndlessGame;
use crate::tools::client::Client;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::TestServer;
use ravenpost::service::{Service, Settings};
use ravenpost_log::GameId;
use ravenpost_rules::Title;
use ravenpost_store::Store;
use ravenpost_store::log::events as log;

/// Number of game pages requested before memory is measured.
const PAGES: usize = 1000;

/// Number of very long games, each requested twice as if it were being played.
const LONG: usize = 8;

/// Number of events in a short game.
const EVENTS: u64 = 45;

/// Length of the outage before the second start.
const AWAY: TimeDelta = TimeDelta::hours(1);

pub async fn measure(
    folder: &Path,
    titles: &[&'static dyn Title],
    games: usize,
    events: u64,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let data = folder.join("machine");
    let path = data.join("ravenpost.db");
    let place = TestServer::open_silent(&path).await?;
    let bar = ProgressBar::new(games as u64);
    let person = place.person().await?;
    let mut ids = Vec::new();
    for (number, title) in titles.iter().cycle().enumerate().take(games) {
        let (least, most) = title.about().seats;
        let seats = least + u8::try_from(number / titles.len() % usize::from(most - least + 1))?;
        ids.push(place.waits_for(*title, seats, &person, EVENTS).await?);
        bar.inc(1);
    }
    let mut long = Vec::new();
    for _ in 0..LONG.min(games) {
        long.push(EndlessGame::of(&place, titles[0], events).await?.id);
    }
    bar.finish_and_clear();
    let count = log::last_position(place.service.store().read()).await?;
    place.close().await;
    let size = std::fs::metadata(&path)?.len();

    let held = format!("with {games} games, {} long ones and {count} events", long.len());
    let mut add = |what: &str, measured, wanted| {
        let what = format!("{what}, {held}");
        table.rows.push(Measurement { bar: "P11", what, measured, yardstick: None, wanted });
    };
    let some = ids.iter().step_by((games / PAGES).max(1));
    let looked_at: Vec<&GameId> = long.iter().chain(&long).chain(some).collect();
    for after in [" of a restored copy", "", " after an outage"] {
        let Visit { start, first, looked } = Visit::to(&data, &looked_at).await?;
        let size = |bytes: u64| Measured::Megabytes(bytes as f64 / 1e6);
        add(&format!("memory{after}, at the first page"), size(first), Wanted::AtMost(100.0));
        add(&format!("memory{after}"), size(looked), Wanted::AtMost(100.0));
        let millis = Measured::Millis(start.as_secs_f64() * 1000.0);
        add(&format!("start to first page{after}"), millis, Wanted::AtMost(1000.0));
        // All clocks are extended by the time since this heartbeat.
        let store = Store::open(&path).await?;
        let service = Service::new(store, Settings::default());
        service.clocks().last_heartbeat(Utc::now() - AWAY).await?;
        service.store().close().await;
    }
    let bytes = Measured::Bytes(size as f64 / count.max(1) as f64);
    add("database an event", bytes, Wanted::AtMost(600.0));
    Ok(())
}

/// Measurements of a server process that is started, sent requests and killed.
struct Visit {
    /// Time until the first page was served.
    start: Duration,
    /// Memory at that time, and after all pages.
    first: u64,
    looked: u64,
}

impl Visit {
    async fn to(data: &Path, games: &[&GameId]) -> anyhow::Result<Visit> {
        let began = Instant::now();
        let (server, host) = Server::start(data)?;
        let mut client = Client::connect(&host).await?;
        let page = client.get("/").await?;
        let start = began.elapsed();
        anyhow::ensure!(page.status == 200, "the front page has status {}", page.status);
        let first = server.resident()?;
        for id in games {
            let page = client.get(&format!("/games/{id}")).await?;
            anyhow::ensure!(page.status == 200, "game {id} has status {}", page.status);
        }
        Ok(Visit { start, first, looked: server.resident()? })
    }
}

/// The server program on a free port; killed when dropped.
struct Server(Child);

impl Server {
    fn start(data: &Path) -> anyhow::Result<(Server, String)> {
        let child = Command::new(std::env::current_exe()?)
            .args(["serve", "--bind", "127.0.0.1:0", "--data"])
            .arg(data)
            // A single client requests all pages here.
            .env("RAVENPOST__LIMITS__REQUESTS_PER_SECOND", u32::MAX.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut server = Server(child);
        let out = server.0.stdout.take().context("the program's output")?;
        for line in BufReader::new(out).lines() {
            if let Some((_, host)) = line?.split_once("http://") {
                return Ok((server, host.trim().to_owned()));
            }
        }
        anyhow::bail!("the program ended before it listened")
    }

    /// Returns the memory in use, in bytes.
    fn resident(&self) -> anyhow::Result<u64> {
        resident(&self.0.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may already have exited.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
