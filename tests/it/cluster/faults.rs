//! Injects faults into nodes and their database: killed, suspended, disconnected, unavailable.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use chrono::Utc;
use ravenpost_rules::Dice;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor};
use tokio::sync::Mutex;
use tokio::time::interval;

use super::history::ClockError;
use super::nodes::Node;
use super::tcp_proxy::Gate;
use crate::harness::postgres::Server;
use crate::mail::incoming::dovecot::Dovecot;

/// How long a node is suspended, and how long the database is unavailable.
#[derive(Clone, Copy)]
pub struct Lengths {
    pub still: Duration,
    pub away: Duration,
    pub between: Duration,
}

/// Ends all connections of nodes.
pub const ALL: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
    WHERE application_name LIKE 'ravenpost %' AND pid <> pg_backend_pid()";
const SOME: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
    WHERE application_name LIKE 'ravenpost %' AND pid % 2 = 0";

async fn wait(span: Duration) {
    let begun = Instant::now();
    let mut tick = interval(Duration::from_millis(50));
    while begun.elapsed() < span {
        tick.tick().await;
    }
}

/// The faults that were injected.
#[derive(Default)]
pub struct Made {
    /// Number of faults by kind.
    pub counts: BTreeMap<&'static str, u32>,
    /// When clocks were wrong.
    pub wrong: Vec<ClockError>,
}

/// The targets of the faults.
pub struct FaultTargets<'a> {
    pub nodes: &'a mut [Node],
    pub gates: &'a [Gate],
    pub server: &'a Server,
    pub mailbox: &'a Mutex<Dovecot>,
}

/// Injects faults until the time is over.
pub async fn make(
    FaultTargets { nodes, gates, server, mailbox }: FaultTargets<'_>,
    seed: u64,
    span: Duration,
    lengths: Lengths,
) -> Made {
    let (begun, mut dice) = (Instant::now(), Dice::seeded(seed));
    let (mut made, mut round) = (Made::default(), 0);
    while begun.elapsed() < span {
        wait(lengths.between).await;
        let mut draw = dice.stream("trouble");
        let which = draw.below(nodes.len() as u32) as usize;
        // Cycle through all kinds, so that none is left out by chance.
        let what = match round % 8 {
            0 => {
                nodes[which].kill();
                wait(Duration::from_millis(200 + 100 * u64::from(draw.below(10)))).await;
                nodes[which].start();
                "a node killed"
            }
            1 => {
                nodes[which].signal("-STOP");
                wait(lengths.still).await;
                nodes[which].signal("-CONT");
                "a node stopped for a while"
            }
            2 => {
                cut(server, ALL).await;
                "all connections cut"
            }
            3 => {
                cut(server, SOME).await;
                "some connections cut"
            }
            4 => {
                let off = nodes[which].clock_file();
                let from = Utc::now();
                std::fs::write(&off, "").expect("a file");
                wait(lengths.still).await;
                std::fs::remove_file(&off).expect("a file");
                made.wrong.push(ClockError { from, to: Utc::now() });
                "a clock set wrong and right"
            }
            5 => {
                mailbox.lock().await.stop();
                wait(lengths.away).await;
                mailbox.lock().await.start().await;
                "the mailbox gone"
            }
            6 => {
                gates[which].shut();
                wait(lengths.away).await;
                gates[which].open();
                "a node cut off from the relay"
            }
            _ => {
                server.crash();
                wait(lengths.away).await;
                server.start();
                "the database gone"
            }
        };
        round += 1;
        *made.counts.entry(what).or_default() += 1;
    }
    made
}

/// Runs a statement that ends connections.
pub async fn cut(server: &Server, text: &'static str) {
    let options: PgConnectOptions = server.address().parse().expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    conn.execute(sqlx::raw_sql(text)).await.expect("cut");
}

/// Builds a library that is preloaded to shift a program's clock.
pub fn another_clock(folder: &Path) -> PathBuf {
    let (source, library) = (folder.join("clock.c"), folder.join("clock.so"));
    std::fs::write(&source, include_str!("clock.c")).expect("written");
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source);
    assert!(cc.status().expect("a C compiler").success());
    library
}

/// Returns the exit code and log output of a node whose clock is off by `off` seconds.
pub async fn with_another_clock(node: &Node, folder: &Path, off: i32) -> (Option<i32>, String) {
    let said = std::fs::read_to_string(node.log()).unwrap_or_default().len();
    let mut child = node
        .command()
        .env("LD_PRELOAD", another_clock(folder))
        .env("CLOCK_OFF", off.to_string())
        .spawn()
        .expect("it runs");
    let (begun, mut look) = (Instant::now(), interval(Duration::from_millis(50)));
    let code = loop {
        look.tick().await;
        if let Some(ended) = child.try_wait().expect("a process") {
            break ended.code();
        }
        if begun.elapsed() > Duration::from_secs(30) {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
    };
    let log = std::fs::read_to_string(node.log()).unwrap_or_default();
    (code, log[said..].to_owned())
}
