//! Measures the server's documented targets, each relative to a yardstick measured at the same
//! time.
//!
//! Machines differ and are shared, so absolute numbers say little. What counts is the ratio to what
//! the same machine does at the same time: hashing, flushing to disk, serving an empty page. Tests
//! do not assert any number here, only that each row completes.
#![allow(clippy::disallowed_methods, reason = "it reads the clock, and its bots see everything")]

mod backups;
mod core;
mod cost;
mod emails;
mod engines;
mod first_views;
mod flood;
mod log;
mod long_game;
mod machine;
mod orders;
mod pages;
mod replies;
mod server_move;
mod soak;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use ravenpost::titles;
use ravenpost_rules::Title;

use core::Sample;
use tools::scratch::Scratch;
use tools::table::Measurements;

/// The same allocator as in the released server.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Measure speed against yardsticks of the same minute
///
/// Everything happens in a folder of its own that is removed afterwards; the data folder is not
/// touched. Put --dir on the disk that will hold your data: flushing is what costs.
///
/// Examples:
///   ravenpost-bench
///   ravenpost-bench --only core --title gotlandia
///   ravenpost-bench --markdown > BENCHMARKS.md
#[derive(Parser)]
#[command(name = "ravenpost-bench", version, verbatim_doc_comment)]
struct Bench {
    /// Run this part of the benchmarks alone
    #[arg(long, value_name = "PART")]
    only: Option<Section>,
    /// An empty database on PostgreSQL, for what is measured on both engines
    #[arg(long, value_name = "ADDRESS", env = "RAVENPOST_TEST_DATABASE")]
    database: Option<String>,
    /// Only this title's rules
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Where to write: a folder of its own is made here and removed
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// How long each number is measured
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    seconds: f64,
    /// How many games are stored to measure memory
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    /// How many events a long game has
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    events: u64,
    /// How long the server is under the same load
    #[arg(long, value_name = "MINUTES", default_value_t = 1.0)]
    minutes: f64,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
    /// Run every row at minimal size, to check only that each completes
    #[arg(long, hide = true)]
    short: bool,
}

/// The amount of work to measure.
#[derive(Clone, Copy)]
struct Extent {
    time: Duration,
    steady: Duration,
    games: usize,
    /// Number of events in a long game.
    events: u64,
    backups: usize,
    /// Games played in memory per title, and orders examined in each.
    samples: (u64, usize),
    /// Number of positions per title that are drawn.
    moments: usize,
    /// Number of games whose pages are requested in turn.
    paged: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Section {
    /// The rules in memory: folding, deciding, listing, showing
    Core,
    /// The picture in a turn email: its size and the cost of drawing it
    Emails,
    /// The log on disk: appending, checking the chain
    Log,
    /// Orders over HTTP, by one client and by many
    Orders,
    /// The cost of an order, a page and an email, on a file and with --database on PostgreSQL
    Cost,
    /// Orders at a fixed rate, without backups and while a hundred are made
    Backups,
    /// An order in a long game, against one in a short game
    Long,
    /// Game pages over HTTP: warm, at a fixed rate, cold, and just after an order
    Pages,
    /// Pages for other visitors while one client sends far too many requests
    Flood,
    /// Replies to emails: many, and a single one
    Replies,
    /// Orders and pages at a fixed rate, for minutes or hours
    Steady,
    /// Exporting a whole server to files, and importing it into another
    Moving,
    /// Memory, start and size on disk with many games
    Machine,
}

fn main() -> ExitCode {
    // A server measured from outside is another process of this program.
    if std::env::args_os().nth(1).is_some_and(|word| word == "serve") {
        return ravenpost::cli::main();
    }
    let bench = Bench::parse();
    match bench.run() {
        Ok(table) => {
            print!("{}", if bench.markdown { table.markdown() } else { table.text() });
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("ravenpost-bench: {why:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a future to completion on a new multi-threaded runtime.
fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}

impl Bench {
    fn run(&self) -> anyhow::Result<Measurements> {
        if cfg!(debug_assertions) {
            eprintln!("this is a debug build: its numbers mean nothing");
        }
        let mut table = Measurements::default();
        let extent = self.extent()?;
        let samples = self.rules(extent, &mut table)?;
        let scratch = Scratch::new(&self.dir.clone().unwrap_or_else(std::env::temp_dir))?;
        if self.wants(Section::Log) {
            block_on(log::measure(scratch.path(), &samples, extent.time, &mut table))?;
        }
        self.server(scratch.path(), extent, &mut table)?;
        Ok(table)
    }

    fn extent(&self) -> anyhow::Result<Extent> {
        let time = Duration::try_from_secs_f64(self.seconds).context("--seconds")?;
        let steady = Duration::try_from_secs_f64(self.minutes * 60.0).context("--minutes")?;
        let whole = Extent {
            time,
            steady,
            games: self.games,
            events: self.events,
            backups: 100,
            samples: (8, usize::MAX),
            moments: 40,
            paged: 32,
        };
        let (samples, moments, paged) = ((1, 20), 2, 3);
        let steady = time * 24;
        let short =
            Extent { steady, games: 4, events: 300, backups: 2, samples, moments, paged, ..whole };
        Ok(if self.short { short } else { whole })
    }

    /// Measures the rules in memory and returns the games played for it.
    fn rules(&self, extent: Extent, table: &mut Measurements) -> anyhow::Result<Vec<Sample>> {
        let mut samples = Vec::new();
        for title in self.titles() {
            let (count, orders) = extent.samples;
            let games = core::samples(title, count, orders).map_err(anyhow::Error::msg)?;
            if self.wants(Section::Core) {
                core::measure(&games, extent.time, table).map_err(anyhow::Error::msg)?;
            }
            if self.wants(Section::Emails) {
                emails::measure(&games, extent.moments, table);
            }
            samples.extend(games);
        }
        Ok(samples)
    }

    /// Measures everything that needs a server.
    fn server(
        &self,
        folder: &Path,
        Extent { time, steady, games, events, backups, paged, .. }: Extent,
        table: &mut Measurements,
    ) -> anyhow::Result<()> {
        let titles: Vec<_> = self.titles().collect();
        let Some(&title) = titles.first() else { return Ok(()) };
        if self.wants(Section::Orders) {
            block_on(orders::measure(folder, title, time, table))?;
        }
        if self.wants(Section::Cost) {
            let database = self.database.as_deref();
            block_on(engines::measure(folder, title, time, database, table))?;
        }
        if self.wants(Section::Backups) {
            block_on(backups::measure(folder, title, time, backups, table))?;
        }
        if self.wants(Section::Long) {
            block_on(long_game::measure(folder, title, time, events, table))?;
        }
        if self.wants(Section::Pages) {
            block_on(pages::measure(folder, title, time, paged, table))?;
            for title in &titles {
                block_on(first_views::measure(folder, *title, time, table))?;
            }
        }
        if self.wants(Section::Flood) {
            block_on(flood::measure(folder, title, time, paged, table))?;
        }
        if self.wants(Section::Replies) {
            block_on(replies::measure(folder, title, time, table))?;
        }
        if self.wants(Section::Steady) {
            block_on(soak::measure(folder, &titles, steady, paged, table))?;
        }
        if self.wants(Section::Moving) {
            block_on(server_move::measure(folder, &titles, games, table))?;
        }
        if self.wants(Section::Machine) {
            block_on(machine::measure(folder, &titles, games, events, table))?;
        }
        Ok(())
    }

    fn wants(&self, part: Section) -> bool {
        self.only.is_none_or(|only| only == part)
    }

    fn titles(&self) -> impl Iterator<Item = &'static dyn Title> {
        let asked =
            |title: &&dyn Title| self.title.as_ref().is_none_or(|key| *key == title.about().key);
        titles::all().iter().copied().filter(asked)
    }
}
