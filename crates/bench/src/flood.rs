//! Effect of one abusive client on others, with the default limits. The abusive client has its own
//! address, as do the others, and requests past steps, which are the most expensive of the usual
//! pages.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::future::{join_all, try_join_all};
use tokio::task::JoinHandle;

use crate::tools::client::Client;
use crate::tools::load::Load;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::TestServer;
use ravenpost::web::shared::forms;
use ravenpost_rules::Title;

/// Requests per second of the abusive client, as in the documented target, and its connections.
const RATE: u32 = 2000;
const CONNECTIONS: u32 = 50;
/// Pipelined requests per connection.
const PILE: usize = 40;

/// Number of other clients, and the pause of each between two pages.
const OTHERS: u8 = 20;
const EVERY: Duration = Duration::from_millis(100);

/// How the abusive client sends requests.
#[derive(Clone, Copy)]
struct Flood {
    name: &'static str,
    pile: usize,
    /// Whether each request carries a new, unknown session cookie.
    cookie: bool,
}

const FLOODS: [Flood; 4] = [
    Flood { name: "nobody asks for more", pile: 0, cookie: false },
    Flood { name: "one asks 2,000 times a second", pile: 1, cookie: false },
    Flood { name: "one piles up requests", pile: PILE, cookie: false },
    Flood { name: "one piles up requests with cookies", pile: PILE, cookie: true },
];

pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    games: usize,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let place = TestServer::open_limited(&folder.join("flood.db")).await?;
    let mut paths = Vec::new();
    for _ in 0..games {
        paths.push(format!("/games/{}", place.played(title, title.about().seats.0).await?));
    }
    for flood in FLOODS {
        let flooding = begin(&place, &paths[0], flood);
        let waits = (0..OTHERS).map(|number| ask(&place.host, number, &paths, time));
        let times = try_join_all(waits).await?.concat();
        flooding.iter().for_each(JoinHandle::abort);
        join_all(flooding).await;
        table.rows.push(Measurement {
            bar: "S10",
            what: format!("pages of {OTHERS} others while {} (99 of 100)", flood.name),
            measured: Measured::Millis(Load::of(times, time).p99()),
            yardstick: None,
            wanted: Wanted::AtMost(50.0),
        });
    }
    place.close().await;
    Ok(())
}

/// Starts the connections of the abusive client.
fn begin(place: &TestServer, path: &str, flood: Flood) -> Vec<JoinHandle<anyhow::Result<()>>> {
    let connections = if flood.pile == 0 { 0 } else { CONNECTIONS };
    let one = |number| {
        let (host, path) = (place.host.clone(), path.to_owned());
        tokio::spawn(pour(host, path, place.session(), number, flood))
    };
    (0..connections).map(one).collect()
}

/// Sends requests indefinitely, regardless of the responses.
async fn pour(
    host: String,
    path: String,
    session: &'static str,
    number: u32,
    flood: Flood,
) -> anyhow::Result<()> {
    let mut client = Client::connect_from(&host, address(1)).await?;
    let every = Duration::from_secs(1) / (RATE / CONNECTIONS);
    let mut ticks = tokio::time::interval(every);
    tokio::time::sleep(every * number / CONNECTIONS).await;
    for step in (5..25).cycle().skip(number as usize) {
        if flood.pile == 1 {
            ticks.tick().await;
        }
        // Request a different past step each time, so that it is not cached.
        let path = format!("{path}?at={step}");
        if flood.cookie {
            client.cookie = format!("{session}={}", forms::random());
        }
        if client.pile(&path, flood.pile).await.is_err() {
            // Reconnect after being disconnected.
            client = Client::connect_from(&host, address(1)).await?;
        }
    }
    Ok(())
}

/// One of the well-behaved clients, which requests a page from time to time.
async fn ask(
    host: &str,
    number: u8,
    paths: &[String],
    time: Duration,
) -> anyhow::Result<Vec<Duration>> {
    let mut client = Client::connect_from(host, address(number + 10)).await?;
    let (start, mut times) = (Instant::now(), Vec::new());
    for (turn, path) in (0..).zip(paths.iter().cycle().skip(number.into())) {
        let due = start + EVERY * turn + EVERY * u32::from(number) / u32::from(OTHERS);
        if due - start >= time {
            break;
        }
        tokio::time::sleep_until(due.into()).await;
        let page = client.get(path).await?;
        anyhow::ensure!(page.status == 200, "{path}: status {}", page.status);
        times.push(due.elapsed());
    }
    Ok(times)
}

/// Returns a loopback address for a client.
fn address(number: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, number + 1).into()
}
