//! What simulated games came to: lengths, winners by seat and by bot, scores, failures.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::play::{Game, Played};

/// Everything there is to tell, title by title.
#[derive(Serialize)]
pub struct Report {
    passed: usize,
    failed: usize,
    titles: Vec<OfTitle>,
}

#[derive(Serialize, Default)]
struct OfTitle {
    title: String,
    games: usize,
    orders: Spread,
    turns: Spread,
    scores: Spread,
    seats: BTreeMap<u8, Record>,
    bots: BTreeMap<String, Record>,
    failures: Vec<Failure>,
}

/// Least, middle and most.
#[derive(Serialize, Default)]
struct Spread {
    least: i64,
    median: i64,
    most: i64,
}

/// How a seat or a bot fared.
#[derive(Serialize, Default)]
struct Record {
    played: u64,
    /// First places, shared ones included.
    won: u64,
    total_score: i64,
}

#[derive(Serialize)]
struct Failure {
    seed: u64,
    seats: u8,
    why: String,
}

impl Report {
    pub fn of(games: &[Game], played: &[Played]) -> Report {
        let mut titles: Vec<OfTitle> = Vec::new();
        let all: Vec<(&Game, &Played)> = games.iter().zip(played).collect();
        for group in all.chunk_by(|a, b| a.0.title.about().key == b.0.title.about().key) {
            titles.push(OfTitle::of(group));
        }
        let failed = titles.iter().map(|one| one.failures.len()).sum();
        Report { passed: games.len() - failed, failed, titles }
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
    fn of(group: &[(&Game, &Played)]) -> OfTitle {
        let mut one = OfTitle { games: group.len(), ..OfTitle::default() };
        let mut scores = Vec::new();
        for (game, played) in group {
            one.title = game.title.about().key.to_owned();
            let outcome = match &played.end {
                Ok(outcome) => outcome,
                Err(why) => {
                    let (seed, seats, why) = (game.seed, game.table.seats, why.clone());
                    one.failures.push(Failure { seed, seats, why });
                    continue;
                }
            };
            for place in &outcome.places {
                let bot = game.bots.get(place.seat.index()).map_or("fallback", |bot| bot.name());
                let records = [
                    one.seats.entry(place.seat.0).or_default(),
                    one.bots.entry(bot.to_owned()).or_default(),
                ];
                for record in records {
                    record.played += 1;
                    record.won += u64::from(place.place == 1);
                    record.total_score += i64::from(place.score);
                }
                scores.push(i64::from(place.score));
            }
        }
        one.orders = Spread::of(group.iter().map(|(_, played)| played.orders.into()).collect());
        one.turns = Spread::of(group.iter().map(|(_, played)| played.turns.into()).collect());
        one.scores = Spread::of(scores);
        one
    }

    fn write(&self, out: &mut String) {
        let OfTitle { title, games, orders, turns, scores, .. } = self;
        let _ = writeln!(out, "{title}: {games} games");
        let _ = writeln!(out, "  orders a game  {orders}");
        let _ = writeln!(out, "  turns a game   {turns}");
        let _ = writeln!(out, "  scores         {scores}");
        for (seat, record) in &self.seats {
            let _ = writeln!(out, "  seat {seat:<10}{record}");
        }
        for (bot, record) in &self.bots {
            let _ = writeln!(out, "  {bot:<15}{record}");
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
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to {}, mostly near {}", self.least, self.most, self.median)
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Record { played, won, total_score } = self;
        let games = i64::try_from(*played).unwrap_or(i64::MAX).max(1);
        let tenths = total_score * 10 / games;
        let sign = if tenths < 0 { "-" } else { "" };
        let score = format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10);
        write!(f, "{won} of {played} won, {score} points a game")
    }
}
