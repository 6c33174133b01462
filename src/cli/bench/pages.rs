//! Game pages over HTTP: warm, at a fixed beat, and cold.

use std::path::Path;
use std::time::{Duration, Instant};

use super::client::Client;
use super::load::{Load, closed, open};
use super::place::{Place, plain};
use super::table::{Measured, Row, Table, Wanted};
use crate::rules::Title;

/// Connections, and requests a second, as in the promise.
const CONNECTIONS: usize = 64;
const BEAT: u32 = 500;
/// Games whose pages are asked for in turn.
const GAMES: usize = 32;

pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    table: &mut Table,
) -> anyhow::Result<()> {
    let path = folder.join("pages.db");
    let place = Place::open(&path, 256).await?;
    let (least, most) = title.about().seats;
    let mut paths = Vec::new();
    for number in 0..GAMES {
        let seats = least + u8::try_from(number % usize::from(most - least + 1))?;
        paths.push(format!("/games/{}", place.played(title, seats).await?));
    }
    warm(&place, &paths, time, table).await?;
    place.close().await;
    // Room for one folded game, and two asked for in turn: each page begins with the rows.
    let place = Place::open(&path, 1).await?;
    cold(&place, &paths, time, table).await?;
    place.close().await;
    Ok(())
}

async fn warm(
    place: &Place,
    paths: &[String],
    time: Duration,
    table: &mut Table,
) -> anyhow::Result<()> {
    let (host, yardstick) = plain().await?;
    let page = closed(&host, &["/page".to_owned()], CONNECTIONS, time).await?;
    let hello = closed(&host, &["/hello".to_owned()], CONNECTIONS, time).await?;
    yardstick.abort();
    let pages = closed(&place.host, paths, CONNECTIONS, time).await?;
    let mut add = |what: &str, measured, yardstick, wanted| {
        table.rows.push(Row { bar: "P8", what: what.to_owned(), measured, yardstick, wanted });
    };
    let against = Some(("plain 20 KB pages", page.rate));
    add("game pages", Measured::Rate(pages.rate), against, Wanted::AtLeast(0.25));
    add("game pages, by number", Measured::Rate(pages.rate), None, Wanted::AtLeast(10_000.0));
    let against = Some(("greetings", hello.rate));
    add("game pages, to greetings", Measured::Rate(pages.rate), against, Wanted::AtLeast(0.1));
    let within = "... answered within (99 of 100)";
    add(within, Measured::Millis(pages.p99()), None, Wanted::AtMost(15.0));
    let beat = open(&place.host, paths, BEAT, time).await?;
    let within = format!("... at {BEAT} a second, within (99 of 100)");
    add(&within, Measured::Millis(beat.p99()), None, Wanted::AtMost(10.0));
    Ok(())
}

async fn cold(
    place: &Place,
    paths: &[String],
    time: Duration,
    table: &mut Table,
) -> anyhow::Result<()> {
    let mut client = Client::connect(&place.host).await?;
    let (mut times, mut events) = (Vec::new(), 0);
    let start = Instant::now();
    for path in paths.iter().cycle() {
        if start.elapsed() >= time {
            break;
        }
        let asked = Instant::now();
        let answer = client.get(path).await?;
        anyhow::ensure!(answer.status == 200, "{path}: status {}", answer.status);
        times.push(asked.elapsed());
        let game = path.rsplit('/').next().and_then(crate::store::GameId::parse);
        let game = game.expect("the path was made of an id");
        let head = crate::store::events::head(place.service.store().read(), &game).await?;
        events += head.seq;
    }
    let each = events as f64 / times.len().max(1) as f64;
    let load = Load::of(times, start.elapsed());
    let told = format!("measured {:.2} ms for {each:.0}", load.p99());
    table.rows.push(Row {
        bar: "P9",
        what: format!("a cold game's page (99 of 100), for 1,000 events; {told}"),
        measured: Measured::Millis(load.p99() * 1000.0 / each.max(1.0)),
        yardstick: None,
        wanted: Wanted::AtMost(10.0),
    });
    Ok(())
}
