//! Load generators: many connections, either closed loop or at a fixed rate.

use std::time::{Duration, Instant};

use crate::tools::client::Client;

/// The result of a load test.
pub struct Load {
    pub rate: f64,
    /// Response times, sorted.
    times: Vec<Duration>,
}

impl Load {
    pub fn of(mut times: Vec<Duration>, whole: Duration) -> Load {
        times.sort_unstable();
        Load { rate: times.len() as f64 / whole.as_secs_f64(), times }
    }

    /// Returns the number of responses.
    pub fn count(&self) -> usize {
        self.times.len()
    }

    /// Returns the median response time in milliseconds.
    pub fn median(&self) -> f64 {
        self.within(50)
    }

    /// Returns the 99th percentile of response times in milliseconds.
    pub fn p99(&self) -> f64 {
        self.within(99)
    }

    fn within(&self, percent: usize) -> f64 {
        let at = self.times.len() * percent / 100;
        self.times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }
}

/// A client: server, session and pages.
#[derive(Clone)]
pub struct TestClient {
    pub host: String,
    /// The session cookie; empty for anonymous clients.
    pub cookie: String,
    /// The pages to request in turn.
    pub paths: Vec<String>,
}

impl TestClient {
    async fn client(&self) -> anyhow::Result<Client> {
        let mut client = Client::connect(&self.host).await?;
        client.cookie.clone_from(&self.cookie);
        Ok(client)
    }
}

/// Closed loop: each connection sends its next request when it has the response.
pub async fn closed(
    asker: &TestClient,
    connections: usize,
    time: Duration,
) -> anyhow::Result<Load> {
    let start = Instant::now();
    let mut tasks = Vec::new();
    for first in 0..connections {
        let asker = asker.clone();
        tasks.push(tokio::spawn(async move {
            let mut client = asker.client().await?;
            let paths = &asker.paths;
            let mut times = Vec::new();
            for path in paths.iter().cycle().skip(first % paths.len().max(1)) {
                let asked = Instant::now();
                if asked - start >= time {
                    break;
                }
                let answer = client.get(path).await?;
                anyhow::ensure!(answer.status == 200, "{path}: status {}", answer.status);
                times.push(asked.elapsed());
            }
            Ok::<_, anyhow::Error>(times)
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    Ok(Load::of(times, start.elapsed()))
}

/// Open loop: sends `rate` requests per second whether or not earlier ones were answered. Response
/// times count from when a request was due.
pub async fn open(asker: &TestClient, rate: u32, time: Duration) -> anyhow::Result<Load> {
    const CONNECTIONS: u32 = 32;
    let start = Instant::now();
    let mut tasks = Vec::new();
    for first in 0..CONNECTIONS {
        let asker = asker.clone();
        tasks.push(tokio::spawn(async move {
            let mut client = asker.client().await?;
            let paths = &asker.paths;
            let mut times = Vec::new();
            let mut number = first;
            loop {
                let due = start + Duration::from_secs(1) / rate * number;
                if due - start >= time {
                    return Ok::<_, anyhow::Error>(times);
                }
                tokio::time::sleep_until(due.into()).await;
                let path = &paths[number as usize % paths.len()];
                let answer = client.get(path).await?;
                anyhow::ensure!(answer.status == 200, "{path}: status {}", answer.status);
                times.push(due.elapsed());
                number += CONNECTIONS;
            }
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    Ok(Load::of(times, start.elapsed()))
}
