//! Game pages over HTTP: warm, at a fixed rate, and cold.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::tools::client::Client;
use crate::tools::load::{Load, TestClient, closed, open};
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::{TestServer, plain};
use ravenpost_log::GameId;
use ravenpost_rules::Title;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::log::events;

/// Connections and requests per second in the documented target.
const CONNECTIONS: usize = 64;
const RATE: u32 = 500;

pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    games: usize,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let path = folder.join("pages.db");
    let place = TestServer::open(&path).await?;
    let (least, most) = title.about().seats;
    let mut paths = Vec::new();
    for number in 0..games {
        let seats = least + u8::try_from(number % usize::from(most - least + 1))?;
        paths.push(format!("/games/{}", place.played(title, seats).await?));
    }
    let person = place.person().await?;
    let anybody = TestClient { host: place.host.clone(), cookie: String::new(), paths };
    let player = TestClient { cookie: place.cookie(&person), ..anybody.clone() };
    warm([&anybody, &player], time, table).await?;
    place.close().await;
    // The cache holds one folded game and the games alternate, so each page is built from the rows.
    let place = TestServer::open_cold(&path).await?;
    cold(&place, &TestClient { host: place.host.clone(), ..player }, time, table).await?;
    place.close().await;
    Ok(())
}

/// Measures pages of games in memory: for spectators, and for one player.
async fn warm(
    askers: [&TestClient; 2],
    time: Duration,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let (host, yardstick) = plain().await?;
    let ask = |path: &str| TestClient {
        host: host.clone(),
        cookie: String::new(),
        paths: vec![path.to_owned()],
    };
    let plain = closed(&ask("/page"), CONNECTIONS, time).await?;
    yardstick.abort();
    let names = [("game pages, looked at", 0.25), ("game pages, signed in", 0.1)];
    for (asker, (who, wanted)) in askers.into_iter().zip(names) {
        let pages = closed(asker, CONNECTIONS, time).await?;
        let answers = open(asker, RATE, time).await?;
        let mut add = |what: &str, measured, yardstick, wanted| {
            let what = format!("{who}{what}");
            table.rows.push(Measurement { bar: "P8", what, measured, yardstick, wanted });
        };
        let against = Some(("plain 20 KB pages", plain.rate));
        add("", Measured::Rate(pages.rate), against, Wanted::AtLeast(wanted));
        add(", by number", Measured::Rate(pages.rate), None, Wanted::AtLeast(10_000.0));
        add(" (99 of 100)", Measured::Millis(pages.p99()), None, Wanted::AtMost(15.0));
        let within = format!(" at {RATE} a second (99 of 100)");
        add(&within, Measured::Millis(answers.p99()), None, Wanted::AtMost(10.0));
    }
    Ok(())
}

/// Measures pages built from the rows. The time per event, from the difference between long and
/// short games, is extrapolated to a game of 1,000 events.
async fn cold(
    place: &TestServer,
    asker: &TestClient,
    time: Duration,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let mut client = Client::connect(&asker.host).await?;
    client.cookie.clone_from(&asker.cookie);
    let mut games = Vec::new();
    for path in &asker.paths {
        let game = path.rsplit('/').next().and_then(GameId::parse);
        let game = game.expect("the path was made of an id");
        games.push((events::head(place.service.store().read(), &game).await?.seq, path));
    }
    games.sort();
    let third = games.len() / 3;
    let (short, long) = (&games[..third], &games[games.len() - third..]);
    let (mut few, mut many) = (Vec::new(), Vec::new());
    let start = Instant::now();
    while start.elapsed() < time {
        for (pick, times) in [(short, &mut few), (long, &mut many)] {
            for (_, path) in pick {
                let asked = Instant::now();
                let answer = client.get(path).await?;
                anyhow::ensure!(answer.status == 200, "{path}: status {}", answer.status);
                times.push(asked.elapsed());
            }
        }
    }
    let mean = |games: &[(Seq, &String)]| {
        games.iter().map(|(events, _)| events.0 as f64).sum::<f64>() / games.len().max(1) as f64
    };
    let (few, many) = (Load::of(few, time), Load::of(many, time));
    let each = (many.median() - few.median()) / (mean(long) - mean(short)).max(1.0);
    let measured = format!("{:.2} ms for {:.0}", many.p99(), mean(long));
    table.rows.push(Measurement {
        bar: "P9",
        what: format!("a cold game's page (99 of 100), carried on to 1,000 events from {measured}"),
        measured: Measured::Millis(many.p99() + each.max(0.0) * (1000.0 - mean(long))),
        yardstick: None,
        wanted: Wanted::AtMost(10.0),
    });
    Ok(())
}
