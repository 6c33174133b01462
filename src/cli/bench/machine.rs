//! A small machine: memory, start and size on disk, with many games of all titles stored, a few of
//! them very long.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::Context;
use indicatif::ProgressBar;

use super::client::Client;
use super::long::Game;
use super::place::Place;
use super::table::{Measured, Row, Table, Wanted};
use crate::rules::Title;
use crate::store::log::events as log;

/// Game pages asked for before memory is read.
const PAGES: usize = 1000;

/// Games that are very long: asked for twice, as one that is being played.
const LONG: usize = 8;

pub async fn measure(
    folder: &Path,
    titles: &[&'static dyn Title],
    (games, events): (usize, u64),
    table: &mut Table,
) -> anyhow::Result<()> {
    let data = folder.join("machine");
    let path = data.join("ravenpost.db");
    let place = Place::open(&path).await?;
    let bar = ProgressBar::new(games as u64);
    let mut ids = Vec::new();
    for (number, title) in titles.iter().cycle().enumerate().take(games) {
        let (least, most) = title.about().seats;
        let seats = least + u8::try_from(number / titles.len() % usize::from(most - least + 1))?;
        ids.push(place.played(*title, seats).await?);
        bar.inc(1);
    }
    let mut long = Vec::new();
    for _ in 0..LONG.min(games) {
        long.push(Game::of(&place, titles[0], events).await?.id);
    }
    bar.finish_and_clear();
    let count = log::last_position(place.service.store().read()).await?;
    place.close().await;
    let size = std::fs::metadata(&path)?.len();

    let start = Instant::now();
    let (server, host) = Server::start(&data)?;
    let mut client = Client::connect(&host).await?;
    let first = client.get("/").await?;
    let seconds = start.elapsed();
    anyhow::ensure!(first.status == 200, "the front page has status {}", first.status);
    for id in long.iter().chain(&long) {
        client.get(&format!("/games/{id}")).await?;
    }
    for id in ids.iter().step_by((games / PAGES).max(1)) {
        client.get(&format!("/games/{id}")).await?;
    }
    let memory = server.resident()?;
    drop(server);

    let mut add = |what: String, measured, wanted| {
        table.rows.push(Row { bar: "P11", what, measured, yardstick: None, wanted });
    };
    let held = format!("with {games} games, {} long ones and {count} events", long.len());
    let memory = Measured::Megabytes(memory as f64 / 1e6);
    add(format!("memory, {held}"), memory, Wanted::AtMost(100.0));
    let millis = Measured::Millis(seconds.as_secs_f64() * 1000.0);
    add(format!("start to first page, {held}"), millis, Wanted::AtMost(1000.0));
    let bytes = Measured::Bytes(size as f64 / count.max(1) as f64);
    add(format!("database an event, {held}"), bytes, Wanted::AtMost(600.0));
    Ok(())
}

/// The program itself, on a free port; killed when dropped.
struct Server(Child);

impl Server {
    fn start(data: &Path) -> anyhow::Result<(Server, String)> {
        let child = Command::new(std::env::current_exe()?)
            .args(["serve", "--bind", "127.0.0.1:0", "--data"])
            .arg(data)
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

    /// Memory in use, in bytes.
    fn resident(&self) -> anyhow::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        let kilobytes: u64 = line.split_whitespace().nth(1).context("no number")?.parse()?;
        Ok(kilobytes * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
