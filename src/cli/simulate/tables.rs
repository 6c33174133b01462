//! Formats the report as Markdown tables.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::report::{OfTitle, Record, SimulationReport};

/// Returns one row per group: lengths, endings, wins and failures.
pub fn markdown(report: &SimulationReport) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "| games | failed | orders | waits | scores | decided | won of played |");
    let _ = writeln!(out, "| --- | --- | --- | --- | --- | --- | --- |");
    for of in &report.titles {
        let _ = writeln!(out, "{}", row(of));
    }
    for of in &report.titles {
        for failure in &of.failures {
            let _ = writeln!(out, "\n{}, seed {}: {}", name(of), failure.seed, failure.why);
        }
    }
    let (passed, failed) = (report.passed(), report.failed());
    let _ = writeln!(out, "\n{passed} passed, {failed} failed");
    out
}

fn name(of: &OfTitle) -> String {
    if of.cell.is_empty() { of.title.clone() } else { of.cell.clone() }
}

fn row(of: &OfTitle) -> String {
    let OfTitle { games, failures, orders, waits, scores, .. } = of;
    let failed = failures.len();
    let mut ways: Vec<_> = of.ways.iter().collect();
    ways.sort_by_key(|(_, games)| std::cmp::Reverse(**games));
    let ways: Vec<String> = ways.iter().map(|(way, games)| format!("{way} {games}")).collect();
    let won = won(if of.by.is_empty() { &of.bots } else { &of.by });
    let name = name(of);
    format!(
        "| {name}: {games} | {failed} | {} | {} | {} | {} | {won} |",
        orders.brief(),
        waits.brief(),
        scores.brief(),
        ways.join(", ")
    )
}

/// Formats wins: "latium 27 of 40 (31.5), etruria 15 of 38 (28.0)", most wins first, with average
/// scores.
fn won(by: &BTreeMap<String, Record>) -> String {
    let mut all: Vec<(&String, &Record)> = by.iter().collect();
    all.sort_by_key(|(_, record)| std::cmp::Reverse(record.won));
    let one = |(name, record): &(&String, &Record)| {
        format!("{name} {} of {} ({})", record.won, record.played, record.points())
    };
    all.iter().map(one).collect::<Vec<_>>().join(", ")
}
