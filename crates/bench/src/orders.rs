//! Orders over HTTP, each flushed to disk before the response: one client, and many.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::cost::Spent;
use crate::tools::load::Load;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::{BenchPlayer, TestServer};
use crate::tools::yardstick::flushes;
use ravenpost_rules::Title;
use ravenpost_rules::bots;

/// Number of concurrent clients in the documented target.
const CLIENTS: usize = 64;

pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let place = TestServer::open(&folder.join("orders.db")).await?;
    let flush = flushes(folder, time)?;
    let one = Clients { clients: 1, rate: None };
    let (alone, spent) = give(&place, title, one, time).await?;
    table.rows.push(Measurement {
        bar: "P6",
        what: "orders posted by one client, each on the disk".to_owned(),
        measured: Measured::Rate(alone.rate),
        yardstick: Some(("flushes", flush)),
        wanted: Wanted::AtLeast(0.35),
    });
    table.rows.push(Measurement {
        bar: "P6",
        what: "... answered within (99 of 100); wanted: 3 flushes and 1 ms".to_owned(),
        measured: Measured::Millis(alone.p99()),
        yardstick: None,
        wanted: Wanted::AtMost(3000.0 / flush + 1.0),
    });
    spent.report(&place, "one client", alone.count(), table);
    let flush = flushes(folder, time)?;
    let many = Clients { clients: CLIENTS, rate: None };
    let (crowd, spent) = give(&place, title, many, time).await?;
    table.rows.push(Measurement {
        bar: "P7",
        what: format!("orders posted by {CLIENTS} clients, each on the disk"),
        measured: Measured::Rate(crowd.rate),
        yardstick: None,
        wanted: Wanted::AtLeast(if flush < 400.0 { flush * 10.0 } else { 4000.0 }),
    });
    table.rows.push(Measurement {
        bar: "P7",
        what: "... answered within (99 of 100)".to_owned(),
        measured: Measured::Millis(crowd.p99()),
        yardstick: None,
        wanted: Wanted::AtMost(25.0),
    });
    spent.report(&place, &format!("{CLIENTS} clients"), crowd.count(), table);
    place.close().await;
    Ok(())
}

/// Number of concurrent clients and their combined orders per second; unlimited if `rate` is
/// `None`.
#[derive(Clone, Copy)]
pub struct Clients {
    pub clients: usize,
    pub rate: Option<u32>,
}

/// Runs clients that each play a game with all its seats. Only posting is timed. Also returns the
/// totals from before the first order.
pub async fn give(
    place: &TestServer,
    title: &'static dyn Title,
    Clients { clients, rate }: Clients,
    time: Duration,
) -> anyhow::Result<(Load, Spent)> {
    let mut tables = Vec::new();
    for _ in 0..clients {
        tables.push(place.people(title).await?);
    }
    let (start, spent) = (Instant::now(), Spent::now(place));
    // Stagger the clients, so that they do not send orders in lockstep.
    let every =
        rate.map(|rate| Duration::from_secs(1) * u32::try_from(clients).unwrap_or(1) / rate);
    let status = Schedule { start, time, every: every.unwrap_or_default() };
    let playing = tables.iter().enumerate().map(|(client, people)| {
        let after = status.every.mul_f64(client as f64 / clients as f64);
        play(place, title, people, Schedule { start: start + after, ..status })
    });
    let mut times = Vec::new();
    for done in futures_util::future::join_all(playing).await {
        times.extend(done?);
    }
    // A single client pauses between orders, so its rate counts response times only.
    let whole = if clients == 1 { times.iter().sum() } else { start.elapsed() };
    Ok((Load::of(times, whole), spent))
}

/// When a client starts, how long it plays, and the minimum interval between its orders.
#[derive(Clone, Copy)]
struct Schedule {
    start: Instant,
    time: Duration,
    every: Duration,
}

async fn play(
    place: &TestServer,
    title: &'static dyn Title,
    people: &[BenchPlayer],
    Schedule { start, time, every }: Schedule,
) -> anyhow::Result<Vec<Duration>> {
    let bot = bots::find("random").context("there is no random bot")?;
    let mut clients = Vec::new();
    for person in people {
        clients.push(place.client(person).await?);
    }
    let mut game_id = place.begun(title, people).await?;
    let mut times = Vec::new();
    while start.elapsed() < time {
        let game = place.service.games().load(&game_id).await?;
        let Some(one) = game.seats().awaited().into_iter().next() else {
            game_id = place.begun(title, people).await?;
            continue;
        };
        let order = bot.choose(game.true_position(), one.seat, times.len() as u64);
        let form = people[one.seat.index()].form(&order, game.step());
        let due = start + every * u32::try_from(times.len())?;
        tokio::time::sleep_until(due.into()).await;
        let asked = Instant::now();
        let answer =
            clients[one.seat.index()].post(&format!("/games/{game_id}/orders"), &form).await?;
        times.push(asked.elapsed());
        if answer.status != 303 {
            let body = String::from_utf8_lossy(&answer.body);
            anyhow::bail!("\"{order}\": status {}: {body}", answer.status);
        }
    }
    Ok(times)
}
