//! `bench`: measures what the program promises, each against a yardstick of the same minute.
//!
//! Machines differ and are shared, so a number alone says little. What counts is the ratio to what
//! the same machine does at the same time: hashing, flushing to disk, an empty page. Nothing here
//! is ever asserted by a test.

mod backups;
mod client;
mod core;
mod cost;
mod letters;
mod load;
mod log;
mod long;
mod looks;
mod machine;
mod moving;
mod orders;
mod pages;
mod place;
mod replies;
mod scratch;
mod table;
mod yardstick;

use std::path::PathBuf;
use std::time::Duration;

use super::{Done, Out, block_on};
use crate::rules::Title;
use crate::titles;

use scratch::Scratch;
use table::Table;

/// Measure speed against yardsticks of the same minute
///
/// Everything happens in a folder of its own that is removed afterwards; the data folder is not
/// touched. Put --dir on the disk that will hold your data: flushing is what costs.
///
/// Examples:
///   ravenpost bench
///   ravenpost bench --only core --title gotlandia
///   ravenpost bench --markdown > BENCHMARKS.md
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Bench {
    /// Only one part
    #[arg(long, value_name = "PART")]
    only: Option<Part>,
    /// Only this title's rules
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Where to write: a folder of its own is made here and removed
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// How long each number is measured
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    seconds: u64,
    /// How many games are stored to measure memory
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    /// Print Markdown
    #[arg(long)]
    markdown: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// The rules in memory: folding, deciding, listing, showing
    Core,
    /// A turn letter's picture: its weight and what it costs to draw
    Letters,
    /// The log on disk: appending, checking the chain
    Log,
    /// Orders over HTTP, by one client and by many
    Orders,
    /// Orders at a fixed beat, without backups and while a hundred are made
    Backups,
    /// An order in a long game, against one in a short game
    Long,
    /// Game pages over HTTP: warm, at a fixed beat, cold, and just after an order
    Pages,
    /// Answers to letters: many, and one alone
    Replies,
    /// A whole server written out as files, and taken in by another
    Moving,
    /// Memory, start and size on disk with many games
    Machine,
}

impl Bench {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
        if cfg!(debug_assertions) {
            eprintln!("this is a debug build: its numbers mean nothing");
        }
        let mut table = Table::default();
        let wants = |part: Part| self.only.is_none_or(|only| only == part);
        let time = Duration::from_secs(self.seconds.max(1));
        let mut samples = Vec::new();
        for title in titles::all() {
            if self.asks(*title) {
                let games = core::samples(*title).map_err(anyhow::Error::msg)?;
                if wants(Part::Core) {
                    core::measure(&games, time, &mut table).map_err(anyhow::Error::msg)?;
                }
                if wants(Part::Letters) {
                    letters::measure(&games, &mut table);
                }
                samples.extend(games);
            }
        }
        let scratch = Scratch::new(&self.dir.clone().unwrap_or_else(std::env::temp_dir))?;
        if wants(Part::Log) {
            block_on(log::measure(scratch.path(), &samples, time, &mut table))?;
        }
        let asked: Vec<_> =
            titles::all().iter().copied().filter(|title| self.asks(*title)).collect();
        if let Some(&title) = asked.first() {
            let folder = scratch.path();
            if wants(Part::Orders) {
                block_on(orders::measure(folder, title, time, &mut table))?;
            }
            if wants(Part::Backups) {
                block_on(backups::measure(folder, title, time, &mut table))?;
            }
            if wants(Part::Long) {
                block_on(long::measure(folder, title, time, &mut table))?;
            }
            if wants(Part::Pages) {
                block_on(pages::measure(folder, title, time, &mut table))?;
                for title in &asked {
                    block_on(looks::measure(folder, *title, time, &mut table))?;
                }
            }
            if wants(Part::Replies) {
                block_on(replies::measure(folder, title, time, &mut table))?;
            }
            if wants(Part::Moving) {
                block_on(moving::measure(folder, &asked, self.games, &mut table))?;
            }
            if wants(Part::Machine) {
                block_on(machine::measure(folder, &asked, self.games, &mut table))?;
            }
        }
        out.line(if self.markdown { table.markdown() } else { table.text() })?;
        Ok(Done::Well)
    }

    fn asks(&self, title: &dyn Title) -> bool {
        self.title.as_ref().is_none_or(|key| *key == title.about().key)
    }
}
