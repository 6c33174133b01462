//! Statistics of simulated games: lengths, wins by seat and by bot, scores and failures.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::play::{GameSpec, Played};
use ravenpost_rules::Place;
use ravenpost_rules::bots::Bot;

/// The statistics of all titles.
#[derive(Serialize)]
pub struct SimulationReport {
    passed: usize,
    failed: usize,
    pub titles: Vec<OfTitle>,
}

/// The statistics of one group of games of a title.
#[derive(Serialize, Default)]
pub struct OfTitle {
    pub title: String,
    /// The name of the group; empty if there is only one.
    pub cell: String,
    pub games: usize,
    pub orders: Spread,
    turns: Spread,
    pub waits: Spread,
    pub scores: Spread,
    seats: BTreeMap<u8, Record>,
    pub bots: BTreeMap<String, Record>,
    /// Wins by the requested key of the seats.
    pub by: BTreeMap<String, Record>,
    /// How often each way of deciding the game occurred.
    pub ways: BTreeMap<String, u32>,
    pub failures: Vec<Failure>,
}

/// Minimum, median and maximum.
#[derive(Serialize, Default)]
pub struct Spread {
    least: i64,
    median: i64,
    most: i64,
}

/// The results of a seat or a bot.
#[derive(Serialize, Default)]
pub struct Record {
    pub played: u64,
    /// First places, including shared ones.
    pub won: u64,
    total_score: i64,
}

#[derive(Serialize)]
pub struct Failure {
    pub seed: u64,
    seats: u8,
    pub why: String,
}

impl SimulationReport {
    pub fn of(games: &[GameSpec], played: &[Played]) -> SimulationReport {
        let mut titles: Vec<OfTitle> = Vec::new();
        let all: Vec<(&GameSpec, &Played)> = games.iter().zip(played).collect();
        let kind = |game: &GameSpec| (game.title.about().key, game.cell.clone());
        for group in all.chunk_by(|a, b| kind(a.0) == kind(b.0)) {
            titles.push(OfTitle::of(group));
        }
        let failed = titles.iter().map(|one| one.failures.len()).sum();
        SimulationReport { passed: games.len() - failed, failed, titles }
    }

    pub fn passed(&self) -> usize {
        self.passed
    }

    pub fn failed(&self) -> usize {
        self.failed
    }

    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain data")
    }

    pub fn text(&self) -> String {
        let mut out = String::new();
        for title in &self.titles {
            title.write(&mut out);
        }
        let _ = writeln!(out, "{} passed, {} failed", self.passed, self.failed);
        out
    }
}

impl OfTitle {
    fn of(group: &[(&GameSpec, &Played)]) -> OfTitle {
        let mut one = OfTitle { games: group.len(), ..OfTitle::default() };
        let mut scores = Vec::new();
        for (game, played) in group {
            one.title = game.title.about().key.to_owned();
            one.cell = game.cell.clone();
            let outcome = match &played.end {
                Ok(outcome) => outcome,
                Err(why) => {
                    let (seed, seats, why) = (game.seed, game.table.seats, why.clone());
                    one.failures.push(Failure { seed, seats, why });
                    continue;
                }
            };
            *one.ways.entry(played.way.clone()).or_default() += 1;
            for place in &outcome.places {
                one.count(game, played, place);
                scores.push(i64::from(place.score));
            }
        }
        one.orders = Spread::of(group.iter().map(|(_, played)| played.orders.into()).collect());
        one.turns = Spread::of(group.iter().map(|(_, played)| played.turns.into()).collect());
        one.waits = Spread::of(group.iter().map(|(_, played)| played.waits.into()).collect());
        one.scores = Spread::of(scores);
        one
    }

    /// Counts the result of a seat in all its statistics.
    fn count(&mut self, game: &GameSpec, played: &Played, place: &Place) {
        let bot = game.bots[place.seat.index()].map_or("fallback", |bot| bot.name());
        let mut records = vec![
            self.seats.entry(place.seat.0).or_default(),
            self.bots.entry(bot.to_owned()).or_default(),
        ];
        if let Some(by) = played.by.get(place.seat.index()) {
            // With several bots, count each combination of bot and value.
            let alone =
                game.bots.iter().all(|one| one.map(Bot::name) == game.bots[0].map(Bot::name));
            let by = if alone { by.clone() } else { format!("{bot} {by}") };
            records.push(self.by.entry(by).or_default());
        }
        for record in records {
            record.played += 1;
            record.won += u64::from(place.place == 1);
            record.total_score += i64::from(place.score);
        }
    }

    fn write(&self, out: &mut String) {
        let OfTitle { title, cell, games, orders, turns, waits, scores, .. } = self;
        let cell = if cell.is_empty() { String::new() } else { format!(", {cell}") };
        let _ = writeln!(out, "{title}{cell}: {games} games");
        let _ = writeln!(out, "  orders/game    {orders}");
        let _ = writeln!(out, "  turns/game     {turns}");
        let _ = writeln!(out, "  waits/game     {waits}");
        let _ = writeln!(out, "  scores         {scores}");
        for (seat, record) in &self.seats {
            let _ = writeln!(out, "  seat {seat:<10}{record}");
        }
        for (bot, record) in &self.bots {
            let _ = writeln!(out, "  {bot:<15}{record}");
        }
        for (by, record) in &self.by {
            let _ = writeln!(out, "  {by:<15}{record}");
        }
        for (way, games) in &self.ways {
            let _ = writeln!(out, "  {games:>4} {way}");
        }
        for Failure { seed, seats, why } in &self.failures {
            let _ = writeln!(out, "  FAIL seed {seed} ({seats} seats): {why}");
        }
    }
}

impl Spread {
    fn of(mut all: Vec<i64>) -> Spread {
        all.sort_unstable();
        let at = |place: usize| all.get(place).copied().unwrap_or_default();
        Spread { least: at(0), median: at(all.len() / 2), most: at(all.len().max(1) - 1) }
    }

    /// Formats median, minimum and maximum: "12 (9 to 14)".
    pub fn brief(&self) -> String {
        format!("{} ({} to {})", self.median, self.least, self.most)
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to {}, median {}", self.least, self.most, self.median)
    }
}

impl Record {
    /// Returns the average score with one decimal.
    pub fn points(&self) -> String {
        let games = i64::try_from(self.played).unwrap_or(i64::MAX).max(1);
        let tenths = self.total_score * 10 / games;
        let sign = if tenths < 0 { "-" } else { "" };
        format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Record { played, won, .. } = self;
        write!(f, "{won} of {played} won, {} points per game", self.points())
    }
}
