//! `simulate`: plays complete games in memory and checks the rules' contract at every step.

mod cells;
mod play;
mod record;
mod report;
mod tables;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::out::Out;
use super::{Done, Misuse};
use ravenpost_rules::bots::{self, Bot};
use ravenpost_rules::contract::pairwise;
use ravenpost_rules::{Dice, OptionKind, Table, Title};
use ravenpost_service::titles;

use cells::Cell;
use play::{GameSpec, Played};
use report::SimulationReport;

/// The name for a seat without a player.
const NOBODY: &str = "nobody";

/// Play complete games in memory, bots against bots, and check every step
///
/// Checks the title's invariants after each order, that each game ends within the title's bound,
/// and that folding the stored facts again gives the same game. Failures are reported with their
/// seed: run with that --seed and --games 1 to reproduce one.
///
/// Examples:
///   ravenpost simulate --title gotlandia --seats 4 --games 100
///   ravenpost simulate --title gotlandia --seats 2 --bots steady,random --json
///   ravenpost simulate --title gotlandia --fallback-only --games 20 --seed 7
///   ravenpost simulate --title gotlandia --games 120 --pairwise --record games.jsonl.gz
///   ravenpost simulate --title scharz --each map --seats 2,3,5,7 --bots steady --by home
///   ravenpost simulate --title scharz --each map,mode --seats 3 --bots nobody,steady,steady
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Simulate {
    /// Title to play [default: all titles]
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Numbers of seats, used in turn [default: all that the title allows]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    seats: Vec<u8>,
    /// Play and count every combination of seats and values of these options separately
    #[arg(long, value_name = "OPTIONS", value_delimiter = ',')]
    each: Vec<String>,
    /// Also count wins by this key of the seats in the title's document, such as Scharz's "home"
    #[arg(long, value_name = "KEY")]
    by: Option<String>,
    /// Number of games per title, or per combination with --each
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// Seed of the first game; each further game adds one
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Option of the title; can be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Draw all other options at random for each game
    #[arg(long)]
    vary: bool,
    /// Cover all pairs of options and numbers of seats first, then draw options at random
    #[arg(long, conflicts_with_all = ["each", "vary", "options", "seats"])]
    pairwise: bool,
    /// Bots by name, assigned to the seats in turn and shifted by one seat each game; "nobody"
    /// misses every deadline
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,
    /// Play only default moves, as after missed deadlines
    #[arg(long)]
    fallback_only: bool,
    /// Number of games to play in parallel
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: u16,
    /// Write the games to this file, with orders, draws and facts, for replay by later builds
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Print the report as Markdown tables
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

impl Simulate {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
        let games = self.games()?;
        let bar = ProgressBar::new(games.len() as u64);
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
        bar.set_style(style.expect("the template is well formed"));
        let played = self.play_all(&games, &bar);
        bar.finish_and_clear();
        if let Some(path) = &self.record {
            record::write(path, &games, &played)?;
        }
        let report = SimulationReport::of(&games, &played);
        out.line(match (self.json, self.markdown) {
            (true, _) => report.json(),
            (_, true) => tables::markdown(&report),
            _ => report.text(),
        })?;
        Ok(Done::when(report.failed() == 0))
    }

    /// Returns the games to play, ordered by title, group and seed.
    fn games(&self) -> anyhow::Result<Vec<GameSpec>> {
        let titles = match &self.title {
            None => titles::all().to_vec(),
            Some(key) => vec![title(key)?],
        };
        let bots = self.bots.iter().map(|name| bot(name)).collect::<Result<Vec<_>, _>>()?;
        let bots = if self.fallback_only { vec![None] } else { bots };
        if self.record.is_some() && bots.iter().any(Option::is_none) {
            let why = "only orders are recorded: --record needs a bot for every seat";
            return Err(Misuse(why.to_owned()).into());
        }
        let mut games = Vec::new();
        for title in titles {
            let tables = if self.pairwise { pairwise::tables(title) } else { Vec::new() };
            let count = self.games.max(tables.len() as u64);
            for cell in cells::of(title, &self.each, &self.seats)? {
                for number in 0..count {
                    let table = usize::try_from(number).ok().and_then(|at| tables.get(at));
                    games.push(self.game(title, &cell, &bots, number, table)?);
                }
            }
        }
        Ok(games)
    }

    /// Returns one game of a group.
    fn game(
        &self,
        title: &'static dyn Title,
        cell: &Cell,
        bots: &[Option<&'static dyn Bot>],
        number: u64,
        table: Option<&Table>,
    ) -> anyhow::Result<GameSpec> {
        let at = usize::try_from(number).unwrap_or(0);
        let seed = self.seed + number;
        let plain = Table::of(cell.seats[at % cell.seats.len()]);
        let mut table = match table {
            Some(table) => table.clone(),
            None if self.vary || self.pairwise => varied(title, plain, seed),
            None => plain,
        };
        for option in &self.options {
            let Some((id, value)) = option.split_once('=') else {
                let why = format!("--option {option}: must be KEY=VALUE");
                return Err(Misuse(why).into());
            };
            table = table.with(id, value);
        }
        for (id, value) in &cell.options {
            table = table.with(id, value);
        }
        if let Err(wrong) = table.check(title.about()) {
            let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
            return Err(Misuse(wrong.join("\n")).into());
        }
        let seats = 0..usize::from(table.seats);
        let bots = seats.map(|seat| bots[(seat + at) % bots.len()]).collect();
        let (cell, by, keep) = (cell.name(), self.by.clone(), self.record.is_some());
        Ok(GameSpec { title, table, seed, bots, cell, by, keep })
    }

    fn play_all(&self, games: &[GameSpec], bar: &ProgressBar) -> Vec<Played> {
        let next = AtomicU64::new(0);
        let (done, results) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (next, done) = (&next, done.clone());
                scope.spawn(move || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(game) = usize::try_from(at).ok().and_then(|at| games.get(at))
                        else {
                            break;
                        };
                        let played = game.play();
                        bar.inc(1);
                        // The receiver lives until all games have been played.
                        let _ = done.send((at, played));
                    }
                });
            }
        });
        drop(done);
        let mut played: Vec<(u64, Played)> = results.into_iter().collect();
        played.sort_by_key(|(at, _)| *at);
        played.into_iter().map(|(_, played)| played).collect()
    }
}

/// Draws options from the seed; each keeps its default at least half of the time.
fn varied(title: &dyn Title, table: Table, seed: u64) -> Table {
    let mut dice = Dice::seeded(seed);
    let mut draws = dice.stream("options");
    let mut varied = table;
    for option in title.about().options {
        let OptionKind::OneOf(choices) = &option.kind else { continue };
        if draws.below(2) == 1
            && let Some(choice) = draws.pick(choices)
        {
            let with = varied.clone().with(option.id, choice.value);
            // Some values are only valid for some numbers of seats.
            if with.check(title.about()).is_ok() && title.open(&with, &mut Dice::seeded(0)).is_ok()
            {
                varied = with;
            }
        }
    }
    varied
}

fn title(key: &str) -> Result<&'static dyn Title, Misuse> {
    titles::find(key).ok_or_else(|| {
        let known: Vec<&str> = titles::all().iter().map(|title| title.about().key).collect();
        Misuse(format!("\"{key}\": unknown title; known titles: {}", known.join(", ")))
    })
}

/// Returns the bot with this name, or `None` for a seat without a player.
fn bot(name: &str) -> Result<Option<&'static dyn Bot>, Misuse> {
    if name == NOBODY {
        return Ok(None);
    }
    let found = bots::find(name).ok_or_else(|| {
        let known: Vec<&str> = bots::all().iter().map(|bot| bot.name()).collect();
        let known = known.join(", ");
        Misuse(format!("\"{name}\": unknown bot; known bots: {known}, {NOBODY}"))
    });
    found.map(Some)
}
